public import CounterpointCore

/// A gate that a coin opens for one person.
public struct Turnstile: Reducer {
  /// What a turnstile remembers.
  public struct State: Equatable, Sendable {
    /// Whether the next push is refused.
    public var isLocked = true
    /// How many people went through.
    public var passed = 0

    /// Makes a locked turnstile that nobody has gone through.
    public init() {}
  }

  /// What can happen to a turnstile.
  public enum Action: Equatable, Sendable {
    /// Somebody paid.
    case coinInserted
    /// Somebody wants to go through.
    case pushed
  }

  /// Makes the feature.
  public init() {}

  /// Opens for a coin, and locks behind whoever goes through.
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
