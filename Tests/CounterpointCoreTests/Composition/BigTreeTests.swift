import CaseKeyPaths
import CounterpointCore
import IdentifiedArrays
import Testing

/// Ten features with 64 KiB of inline state each, embedded in every way, on a stack of 512 KiB.
@Suite struct BigTreeTests {
  typealias Five = BigScope<BigOptional<BigPresentation<BigList<BigStack<BigLeaf>>>>>
  typealias Ten = BigScope<BigOptional<BigPresentation<BigList<BigStack<Five>>>>>
  typealias Six = BigOptional<BigList<BigScope<BigOptional<BigStack<BigScope<BigLeaf>>>>>>

  @Test func actionsOfTheRoot() async {
    let actor = BigTree()
    await actor.makeStore()
    actor.moveToThread(stackSize: 512 * 1024)
    for _ in 0..<3 { await actor.sendFromTheRoot() }
    actor.moveToThread(stackSize: 64 * 1024 * 1024)
    #expect(await actor.count() == 3)
  }

  /// Not of what is presented: its stores read a copy of it.
  @Test func storesOfTheChildren() async {
    let actor = BigTree()
    await actor.makeStoreOfSix()
    actor.moveToThread(stackSize: 512 * 1024)
    #expect(await actor.sendFromTheLeaf() == 1)
    #expect(await actor.sendFromTheLeaf() == 2)
  }

  actor BigTree {
    private let executor = ThreadExecutor(stackSize: 64 * 1024 * 1024)
    private var store: StoreOf<Ten>?
    private var six: StoreOf<Six>?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe executor.asUnownedSerialExecutor()
    }

    deinit {
      executor.stop()
    }

    private static var five: Five {
      Five(child: .init(child: .init(child: .init(child: .init(child: BigLeaf())))))
    }

    func makeStore() {
      let ids = (outer: StackElementID(integerLiteral: 1), inner: StackElementID(integerLiteral: 0))
      store = Store(initialState: Ten.State()) {
        Ten(child: .init(child: .init(child: .init(child: .init(child: Self.five)))))
      }
      // The inner stack is made first.
      #expect(store?.withState { $0.child.child?.child.wrappedValue?.child[id: 0]?.child.ids.first } == ids.outer)
    }

    nonisolated func moveToThread(stackSize: Int) {
      executor.moveToThread(stackSize: stackSize)
    }

    private func embed(_ action: BigLeaf.Action, _ id: StackElementID) -> Five.Action {
      .child(.child(.child(.presented(.child(.element(id: 0, action: .child(.element(id: id, action: action))))))))
    }

    func sendFromTheRoot() {
      let five = embed(.increment, 0)
      store?.send(
        .child(.child(.child(.presented(.child(.element(id: 0, action: .child(.element(id: 1, action: five))))))))
      )
    }

    func makeStoreOfSix() {
      six = Store(initialState: Six.State()) {
        Six(child: .init(child: .init(child: .init(child: .init(child: .init(child: BigLeaf()))))))
      }
    }

    func sendFromTheLeaf() -> Int? {
      let list = six?.scope(\.child, action: \.child)
      let scope = list?.scope(\.child, action: \.child).scope(id: 0)
      let stack = scope?.scope(\.child, action: \.child).scope(\.child, action: \.child)
      let path = stack?.scope(\.child, action: \.child)
      let element = path.flatMap { path in path.withState { $0.ids.first }.flatMap { path.scope(id: $0) } }
      let leaf = element?.scope(\.child, action: \.child)
      leaf?.send(.increment)
      return leaf?.withState(\.count)
    }

    func count() -> Int? {
      store?.withState { state in
        let five = state.child.child?.child.wrappedValue?.child[id: 0]?.child.first
        return five?.child.child?.child.wrappedValue?.child[id: 0]?.child.first?.count
      }
    }
  }
}
