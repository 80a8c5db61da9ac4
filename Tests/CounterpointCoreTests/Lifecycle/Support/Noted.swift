import CounterpointCore
import CounterpointTestSupport

/// A feature that notes when it is mounted and dismounted: `+row3`, `-row3`.
struct Noted<Base: Reducer>: Reducer where Base.State: Identifiable<Int> {
  typealias State = Base.State
  typealias Action = Base.Action

  let name: String
  let log: Recorder<String>
  var effect: (State) -> Effect<Action> = { _ in .none }
  let base: Base

  init(
    _ name: String,
    _ log: Recorder<String>,
    effect: @escaping (State) -> Effect<Action> = { _ in .none },
    _ base: Base
  ) {
    self.name = name
    self.log = log
    self.effect = effect
    self.base = base
  }

  var body: some ReducerOf<Self> {
    base
      .onMount { state in
        log.note("+\(name)\(state.id)")
        return effect(state)
      }
      .onDismount(keeping: \.id) { id in
        log.note("-\(name)\(id)")
        return .none
      }
  }
}

extension Recorder where Entry == String {
  /// The entries, separated by spaces.
  var text: String { entries.joined(separator: " ") }
}

extension Branch {
  /// A step of a reducer of the feature, which only changes the state.
  static func edit(_ position: Position = .own, _ body: @escaping @Sendable (inout State) -> Void) -> Action {
    let step = Step<State, Action> { state in
      body(&state)
      return .none
    }
    return switch position {
    case .before: .before(step)
    case .own: .own(step)
    case .after: .after(step)
    }
  }
}

/// The position of a reducer relative to the operators that compose the children.
enum Position: CaseIterable, Sendable {
  case before
  case own
  case after
}
