public import Counterpoint

/// Counts up and down.
@Reducer
public nonisolated struct ShoppingList {
  /// The state, which views show.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The number that the buttons change.
    public var count = 0

    /// Creates a state.
    ///
    /// - Parameter count: The count.
    public init(count: Int = 0) {
      self.count = count
    }
  }

  /// The intents of the user.
  public enum Action: Codable, Equatable, Sendable {
    /// Count down.
    case decrementButtonTapped
    /// Count up.
    case incrementButtonTapped
  }

  /// Creates the reducer.
  public init() {}

  /// Handles the actions.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.count -= 1
        return .none

      case .incrementButtonTapped:
        state.count += 1
        return .none
      }
    }
  }
}
