import CaseKeyPaths
import CounterpointCore

/// 64 KiB, inline.
struct Ballast {
  private struct Pair<Half> {
    var first: Half
    var second: Half

    init(_ half: Half) {
      first = half
      second = half
    }
  }

  private typealias Pair4<Part> = Pair<Pair<Pair<Pair<Part>>>>

  private var words = Ballast.pairs(Ballast.pairs(Ballast.pairs(Pair(UInt64(0)))))

  private static func pairs<Part>(_ part: Part) -> Pair4<Part> {
    Pair(Pair(Pair(Pair(part))))
  }
}

/// State that can be made without an argument, so that a tree of it is made in place.
protocol DefaultState {
  init()
}

/// A feature with 64 KiB of inline state around one child.
struct WideLevel<Child: Reducer & SendableMetatype>: Reducer where Child.State: DefaultState {
  struct State: DefaultState {
    var ballast = Ballast()
    var child = Child.State()
  }

  enum Action: CasePathable {
    case child(Child.Action)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Child.Action> {
        AnyCasePath(embed: Action.child, extract: { if case .child(let action) = $0 { action } else { nil } })
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
  }
}

extension Counter.State: DefaultState {}
