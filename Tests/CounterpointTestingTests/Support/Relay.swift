import Counterpoint

/// A feature whose effect is a closure of the test.
@Reducer
struct Relay {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var text = ""
  }

  enum Action: Equatable {
    /// Increments the count.
    case increment
    /// Changes nothing.
    case nothing
    /// Starts the effect of the test.
    case start
    /// Sends `increment` immediately.
    case startAtOnce
    /// Sends `start` from an effect.
    case startLater
    /// Sets the text.
    case said(String)
    /// Asks to be dismissed.
    case close
  }

  /// The effect of `start`.
  var effect: @Sendable (Send<Action>) async throws -> Void = { _ in }
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .nothing:
        return .none
      case .start:
        return .run(operation: { [effect] send in try await effect(send) }, line: Self.runLine)
      case .startAtOnce:
        return .send(.increment)
      case .startLater:
        return .run { send in await send(.start) }
      case .said(let text):
        state.text = text
        return .none
      case .close:
        return .run { [dismiss] _ in await dismiss() }
      }
    }
  }

  /// The line to which the effect of `start` is attributed.
  static let runLine: UInt = 4_242
}
