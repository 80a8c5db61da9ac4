public import CaseKeyPaths
public import CounterpointCore

/// Two turnstiles, and an attendant that closes the station.
public struct Station: Reducer {
  /// The turnstiles.
  public struct State: Equatable, Sendable {
    /// The turnstile on the left.
    public var left = Turnstile.State()
    /// The turnstile on the right.
    public var right = Turnstile.State()

    /// The number of people in the station.
    public var visitors: Int { left.passed + right.passed }

    /// Makes an empty station.
    public init() {}
  }

  /// The actions of the station.
  public enum Action: CasePathable, Equatable, Sendable {
    /// The attendant locks both turnstiles.
    case closed
    /// At the turnstile on the left.
    case left(Turnstile.Action)
    /// At the turnstile on the right.
    case right(Turnstile.Action)

    /// The paths to the cases that turnstiles live in: what `@CasePathable` writes elsewhere.
    public struct AllCasePaths: Sendable {
      /// The path to the actions of the turnstile on the left.
      public var left: AnyCasePath<Action, Turnstile.Action> {
        AnyCasePath(embed: Action.left, extract: { if case .left(let action) = $0 { action } else { nil } })
      }

      /// The path to the actions of the turnstile on the right.
      public var right: AnyCasePath<Action, Turnstile.Action> {
        AnyCasePath(embed: Action.right, extract: { if case .right(let action) = $0 { action } else { nil } })
      }
    }

    /// The paths to the cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  /// Makes the feature.
  public init() {}

  /// The turnstiles, then the attendant.
  public var body: some ReducerOf<Self> {
    Scope(\.left, action: \.left) { Turnstile() }
    Scope(\.right, action: \.right) { Turnstile() }
    Reduce { state, action in
      if action == .closed {
        state.left.isLocked = true
        state.right.isLocked = true
      }
      return .none
    }
  }
}
