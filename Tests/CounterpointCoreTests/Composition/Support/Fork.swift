import CaseKeyPaths
import CounterpointCore

/// A feature with two scopes to children of one type, and a scope to its whole state.
struct Fork<Leaf: Reducer & SendableMetatype>: Reducer
where Leaf.State: Identifiable<Int> & SendableMetatype, Leaf.Action: SendableMetatype {
  typealias Child = Branch<Leaf>

  struct State {
    var left = Child.State()
    var right = Child.State()
  }

  enum Action: CasePathable {
    case left(Child.Action)
    case right(Child.Action)
    case own(Step<State, Action>)
    case part(Int)

    struct AllCasePaths: Sendable {
      var left: AnyCasePath<Action, Child.Action> {
        AnyCasePath(embed: Action.left, extract: { if case .left(let action) = $0 { action } else { nil } })
      }
      var right: AnyCasePath<Action, Child.Action> {
        AnyCasePath(embed: Action.right, extract: { if case .right(let action) = $0 { action } else { nil } })
      }
      var part: AnyCasePath<Action, Int> {
        AnyCasePath(embed: Action.part, extract: { if case .part(let number) = $0 { number } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let leaf: Leaf
  /// The effect of the scope to the whole state.
  var part: () -> Effect<Int> = { .none }

  var body: some ReducerOf<Self> {
    Scope(\.left, action: \.left) { Child(child: leaf) }
    Scope(\.right, action: \.right) { Child(child: leaf) }
    Scope(\.self, action: \.part) { Reduce<State, Int> { _, _ in part() } }
    Reduce { state, action in
      if case .own(let step) = action { step(&state) } else { .none }
    }
  }
}
