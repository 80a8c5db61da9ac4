import CaseKeyPaths
@testable import CounterpointCore
import Testing

@MainActor
@Suite struct StoreScopeTests {
  typealias Tree = Level<Level<Level<Counter>>>

  private func makeStore() -> StoreOf<Tree> {
    Store(initialState: Tree.State(child: .init(child: .init(child: Counter.State())))) {
      Level(Level(Level(Counter())))
    }
  }

  @Test func sendsAndReadsThreeLevelsDeep() {
    let store = makeStore()
    let deep = store.scope(\.child, action: \.child).scope(\.child, action: \.child).scope(\.child, action: \.child)
    deep.send(.increment)
    store.send(.child(.child(.child(.increment))))
    #expect(deep.withState(\.count) == 2)
    #expect(store.withState(\.child.child.child.count) == 2)
  }

  @Test func onePathThroughSeveralLevelsDoesTheSame() {
    let store = makeStore()
    let deep = store.scope(\.child.child.child, action: \.child.child.child)
    deep.send(.increment)
    #expect(store.withState(\.child.child.child.count) == 1)
    #expect(store.scope(\.child.child.child, action: \.child.child.child) === deep)
  }

  @Test func theSamePathsGiveTheSameStoreWhileItIsHeld() {
    let store = makeStore()
    let child = store.scope(\.child, action: \.child)
    #expect(store.scope(\.child, action: \.child) === child)
    #expect(store.scope(state: \.child, action: \.child) === child)
    let grandchild = child.scope(\.child, action: \.child)
    #expect(store.scope(\.child, action: \.child).scope(\.child, action: \.child) === grandchild)
  }

  @Test func aStoredCaseKeyPathGivesTheSameStoreAsItsName() {
    let store = makeStore()
    let toChild: CaseKeyPath<Tree.Action, Level<Level<Counter>>.Action> = \.child
    let toCounter: CaseKeyPath<Tree.Action, Counter.Action> = \.child.child.child
    let child = store.scope(\.child, action: toChild)
    #expect(store.scope(\.child, action: \.child) === child)
    #expect(store.scope(state: \.child, action: toChild) === child)
    let counter = store.scope(\.child.child.child, action: \.child.child.child)
    #expect(store.scope(\.child.child.child, action: toCounter) === counter)
    store.scope(\.child.child.child, action: toCounter).send(.increment)
    #expect(counter.withState(\.count) == 1)
  }

  @Test func aStoreThatNobodyHoldsGoes() {
    let store = makeStore()
    weak let child = store.scope(\.child, action: \.child)
    #expect(child == nil)
    store.scope(\.child, action: \.child).send(.own)
    #expect(store.withState(\.child.own) == 1)
  }

  @Test func aParentOfManyShortLivedChildrenStaysSmall() {
    let store = makeStore()
    for _ in 0..<1_000 { store.scope(\.child, action: \.child).send(.own) }
    #expect(store.withState(\.child.own) == 1_000)
  }

  @Test func closureScopesAreNewEachTime() {
    let store = makeStore()
    func local() -> Store<Int, Void> {
      store.scope(state: { $0.child.own }, action: { .child(.own) })
    }
    let first = local()
    #expect(local() !== first)
    first.send(())
    #expect(local().withState { $0 } == 1)
  }

  @Test func chainsOfClosureScopesWorkWhenNobodyHoldsTheLinks() {
    let viewStore = makeStore()
      .scope(state: { $0.child }, action: { .child($0) })
      .scope(state: { $0.child }, action: { .child($0) })
      .scope(state: { $0.own }, action: { (_: Void) in .own })
      .view
    var seen: [Int] = []
    let token = viewStore.observe { seen.append($0) }
    viewStore.send(())
    viewStore.send(())
    #expect(seen == [0, 1, 2])
    token.cancel()
  }

  @Test func aChildKeepsTheEngineAliveWithoutTheRootStore() async {
    var root: StoreOf<Tree>? = makeStore()
    weak let weakRoot = root
    let child = root!.scope(\.child, action: \.child)
    root = nil
    #expect(weakRoot == nil)
    child.send(.own)
    #expect(child.withState(\.own) == 1)
  }

  @Test func theTaskOfAScopedSendCoversTheParentsEffects() async {
    let begun = Gate()
    let store = Store(initialState: Level<Counter>.State(child: Counter.State())) {
      Level(Counter())
      Reduce { _, action in
        guard case .child = action else { return .none }
        return .run { _ in
          begun.open()
          await Gate().wait()
        }
      }
    }
    let task = store.scope(\.child, action: \.child).send(.increment)
    await begun.wait()
    task.cancel()
    await task.finish()
    #expect(task.isCancelled)
  }
}
