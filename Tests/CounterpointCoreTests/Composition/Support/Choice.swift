import CaseKeyPaths
import CounterpointCore

/// A feature that is one of two at a time, or none.
struct Choice: CaseReducer {
  enum State: CasePathable, CaseReducerState {
    case left(Twig.State)
    case right(Twig.State)
    case empty

    typealias StateReducer = Choice

    struct AllCasePaths: Sendable {
      var left: AnyCasePath<State, Twig.State> {
        AnyCasePath(embed: State.left, extract: { if case .left(let twig) = $0 { twig } else { nil } })
      }
      var right: AnyCasePath<State, Twig.State> {
        AnyCasePath(embed: State.right, extract: { if case .right(let twig) = $0 { twig } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable, Sendable {
    case left(Twig.Action)
    case right(Twig.Action)
    case own(Step<State, Action>)

    struct AllCasePaths: Sendable {
      var left: AnyCasePath<Action, Twig.Action> {
        AnyCasePath(embed: Action.left, extract: { if case .left(let action) = $0 { action } else { nil } })
      }
      var right: AnyCasePath<Action, Twig.Action> {
        AnyCasePath(embed: Action.right, extract: { if case .right(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  static var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      if case .own(let step) = action { step(&state) } else { .none }
    }
    .ifCaseLet(\.left, action: \.left) { Twig() }
    .ifCaseLet(\.right, action: \.right) { Twig() }
  }

  static func scope(_ store: Store<State, Action>) {}
}

/// A feature with a choice for each way to embed one.
struct Chooser: Reducer {
  struct State {
    var optional: Choice.State?
    @PresentationState var presented: Choice.State?
    var path = StackState<Choice.State>()
  }

  enum Action: CasePathable, Sendable {
    case optional(Choice.Action)
    case presented(PresentationAction<Choice.Action>)
    case path(StackAction<Choice.State, Choice.Action>)
    case own(Step<State, Action>)

    struct AllCasePaths: Sendable {
      var optional: AnyCasePath<Action, Choice.Action> {
        AnyCasePath(embed: Action.optional, extract: { if case .optional(let action) = $0 { action } else { nil } })
      }
      var presented: AnyCasePath<Action, PresentationAction<Choice.Action>> {
        AnyCasePath(embed: Action.presented, extract: { if case .presented(let action) = $0 { action } else { nil } })
      }
      var path: AnyCasePath<Action, StackAction<Choice.State, Choice.Action>> {
        AnyCasePath(embed: Action.path, extract: { if case .path(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      if case .own(let step) = action { step(&state) } else { .none }
    }
    .ifLet(\.optional, action: \.optional) { Choice() }
    // Without a closure: the state says which reducer it is of.
    .ifLet(\.$presented, action: \.presented)
    .forEach(\.path, action: \.path)
  }
}
