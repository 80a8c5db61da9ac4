public import CounterpointCore

/// A gate that a coin opens for one person.
public struct Turnstile: Reducer {
  /// The state of a turnstile.
  public struct State: Equatable, Sendable {
    /// Whether the next push is refused.
    public var isLocked = true
    /// The number of people who went through.
    public var passed = 0

    /// Creates a locked turnstile.
    public init() {}
  }

  /// The actions of a turnstile.
  public enum Action: Equatable, Sendable {
    /// A coin was inserted.
    case coinInserted
    /// The turnstile was pushed.
    case pushed
  }

  /// Makes the feature.
  public init() {}

  /// Opens for a coin, and locks again after one person.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .coinInserted:
        state.isLocked = false
      case .pushed where !state.isLocked:
        state.isLocked = true
        state.passed += 1
      case .pushed:
        break
      }
      return .none
    }
  }
}
