import CaseKeyPaths
import CounterpointCore
import Testing

/// Big states in a deep tree of embedded features, on a small stack. (Not in enums: moving out a payload takes as
/// much stack as the payload.)
@Suite struct BigStateTests {
  /// A feature with 64 KiB of inline state around one child, which is there or not.
  struct Level<Child: Reducer & SendableMetatype>: Reducer where Child.State: DefaultState {
    struct State: DefaultState {
      var ballast = Ballast()
      var child: Child.State? = Child.State()
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
      EmptyReducer<State, Action>().ifLet(\.child, action: \.child) { child }
    }
  }

  /// The state as a whole is larger than the stack, so it is made on another thread of the same actor.
  @Test func tenOptionalFeaturesOf64KiBEachRunOnAStackOf512KiB() async {
    let actor = BigActor()
    await actor.makeStore()
    actor.moveToThread(stackSize: 512 * 1024)
    await actor.increment()
    // Asking again whether the state is still where it was would copy it.
    actor.moveToThread(stackSize: 64 * 1024 * 1024)
    #expect(await actor.count() == 1)
  }

  actor BigActor {
    typealias L<R: Reducer & SendableMetatype> = Level<R> where R.State: DefaultState
    typealias Ten = L<L<L<L<L<L<L<L<L<L<Counter>>>>>>>>>>

    private let executor = ThreadExecutor(stackSize: 64 * 1024 * 1024)
    private var store: StoreOf<Ten>?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe executor.asUnownedSerialExecutor()
    }

    deinit {
      executor.stop()
    }

    func makeStore() {
      store = Store(initialState: Ten.State()) { Ten(L(L(L(L(L(L(L(L(L(Counter())))))))))) }
    }

    nonisolated func moveToThread(stackSize: Int) {
      executor.moveToThread(stackSize: stackSize)
    }

    func increment() {
      store?.send(.child(.child(.child(.child(.child(.child(.child(.child(.child(.child(.increment)))))))))))
    }

    func count() -> Int? {
      store?.withState { state in
        state.child?.child?.child?.child?.child?.child?.child?.child?.child?.child?.count
      }
    }
  }
}
