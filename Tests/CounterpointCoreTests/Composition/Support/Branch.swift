import CaseKeyPaths
import CounterpointCore
import IdentifiedArrays

/// A feature with a child for each embedding operator, whose actions say themselves what to do.
struct Branch<Child: Reducer & SendableMetatype>: Reducer
where Child.State: Identifiable<Int> & SendableMetatype, Child.Action: SendableMetatype {
  struct State: Identifiable {
    var id = 0
    var value = 0
    var optional: Child.State?
    @PresentationState var presented: Child.State?
    var rows = IdentifiedArrayOf<Child.State>()
    var path = StackState<Child.State>()
  }

  enum Action: CasePathable {
    case optional(Child.Action)
    case presented(PresentationAction<Child.Action>)
    case rows(IdentifiedAction<Int, Child.Action>)
    case path(StackAction<Child.State, Child.Action>)
    /// A step of the reducer that the operators are attached to.
    case own(Step<State, Action>)
    /// A step of a reducer before all of them.
    case before(Step<State, Action>)
    /// A step of a reducer after all of them.
    case after(Step<State, Action>)

    struct AllCasePaths: Sendable {
      var optional: AnyCasePath<Action, Child.Action> {
        AnyCasePath(embed: Action.optional, extract: { if case .optional(let action) = $0 { action } else { nil } })
      }
      var presented: AnyCasePath<Action, PresentationAction<Child.Action>> {
        AnyCasePath(embed: Action.presented, extract: { if case .presented(let action) = $0 { action } else { nil } })
      }
      var rows: AnyCasePath<Action, IdentifiedAction<Int, Child.Action>> {
        AnyCasePath(embed: Action.rows, extract: { if case .rows(let action) = $0 { action } else { nil } })
      }
      var path: AnyCasePath<Action, StackAction<Child.State, Child.Action>> {
        AnyCasePath(embed: Action.path, extract: { if case .path(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let child: Child
  /// Called whenever the reducer that the operators are attached to runs, with the state and the action that it gets.
  var parentRuns: (inout State, Action) -> Effect<Action> = { _, _ in .none }

  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      if case .before(let step) = action { step(&state) } else { .none }
    }
    Reduce<State, Action> { state, action in
      let effect = parentRuns(&state, action)
      return if case .own(let step) = action { effect.merge(with: step(&state)) } else { effect }
    }
    .ifLet(\.optional, action: \.optional) { child }
    .ifLet(\.$presented, action: \.presented) { child }
    .forEach(\.rows, action: \.rows) { child }
    .forEach(\.path, action: \.path) { child }
    Reduce<State, Action> { state, action in
      if case .after(let step) = action { step(&state) } else { .none }
    }
  }
}

/// A feature without children, whose actions say themselves what to do.
struct Twig: Reducer {
  struct State: Identifiable, Equatable {
    var id = 0
    var value = 0
    var rows: [Int] = []
  }

  struct Action: Sendable {
    let step: Step<State, Action>

    init(_ name: String = "step", _ body: @escaping @Sendable (inout State) -> Effect<Action>) {
      step = Step(name, body)
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in action.step(&state) }
  }
}

/// The effect of an action, and its name.
struct Step<State, Action>: Sendable {
  let name: String
  private let body: @Sendable (inout State) -> Effect<Action>

  init(_ name: String = "step", _ body: @escaping @Sendable (inout State) -> Effect<Action>) {
    self.name = name
    self.body = body
  }

  func callAsFunction(_ state: inout State) -> Effect<Action> {
    body(&state)
  }
}
