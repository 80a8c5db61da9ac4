import CaseKeyPaths
import CounterpointCore

/// A feature around one child, to build trees of any depth.
struct Level<Child: Reducer & SendableMetatype>: Reducer {
  struct State {
    var child: Child.State
    var own = 0
  }

  enum Action: CasePathable {
    case child(Child.Action)
    case own

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Child.Action> {
        AnyCasePath(embed: Action.child, extract: { if case .child(let action) = $0 { action } else { nil } })
      }
      var own: AnyCasePath<Action, Void> {
        AnyCasePath(embed: { .own }, extract: { if case .own = $0 { () } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let child: Child

  init(_ child: Child) {
    self.child = child
  }

  var body: some ReducerOf<Self> {
    CounterpointCore.Scope<State, Action, Child>(\.child, action: \.child) { child }
    Reduce { state, action in
      if case .own = action { state.own += 1 }
      return .none
    }
  }
}

extension Level.State: Equatable where Child.State: Equatable {}
extension Level.Action: Sendable where Child.Action: Sendable {}
