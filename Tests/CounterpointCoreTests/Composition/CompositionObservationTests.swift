import CaseKeyPaths
import CounterpointCore
import IdentifiedArrays
import Observation
import Testing

/// Children in observable state: where they are changed, and which observers are notified.
@MainActor
@Suite struct CompositionObservationTests {
  enum Action: CasePathable {
    case optional((inout Leaf) -> Void)
    case rows(IdentifiedAction<Int, (inout Leaf) -> Void>)
    case own((inout Trunk) -> Void)

    struct AllCasePaths: Sendable {
      var optional: AnyCasePath<Action, (inout Leaf) -> Void> {
        .init(embed: { .optional($0) }, extract: { if case .optional(let edit) = $0 { edit } else { nil } })
      }
      var rows: AnyCasePath<Action, IdentifiedAction<Int, (inout Leaf) -> Void>> {
        .init(embed: { .rows($0) }, extract: { if case .rows(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private func makeStore(_ state: Trunk) -> Store<Trunk, Action> {
    Store(initialState: state) {
      Reduce<Trunk, Action> { state, action in
        if case .own(let edit) = action { edit(&state) }
        return .none
      }
      .ifLet(\.optional, action: \.optional) { LeafEditor() }
      .forEach(\.rows, action: \.rows) { LeafEditor() }
    }
  }

  private var trunk: Trunk {
    var trunk = Trunk()
    trunk.optional = Leaf(id: 1)
    trunk.rows = [Leaf(id: 1), Leaf(id: 2)]
    return trunk
  }

  private func row(_ id: Int, _ edit: @escaping (inout Leaf) -> Void) -> Action {
    .rows(.element(id: id, action: edit))
  }

  @Test func anEditInsideAChildIsNoChangeOfTheChild() {
    let store = makeStore(trunk)
    #expect(notifications(reading: { _ = store.optional }) { store.send(.optional { $0.count += 1 }) } == 0)
    #expect(notifications(reading: { _ = store.rows }) { store.send(row(1) { $0.count += 1 }) } == 0)
  }

  @Test func anObserverOfTheFieldIsNotified() {
    let store = makeStore(trunk)
    #expect(notifications(reading: { _ = store.optional?.count }) { store.send(.optional { $0.count += 1 }) } == 1)
    #expect(notifications(reading: { _ = store.rows[id: 1]?.count }) { store.send(row(1) { $0.count += 1 }) } == 1)
    #expect(notifications(reading: { _ = store.rows[id: 1]?.count }) { store.send(row(2) { $0.count += 1 }) } == 0)
    #expect(notifications(reading: { _ = store.rows[id: 1]?.count }) { store.send(row(1) { $0.title = "X" }) } == 0)
  }

  @Test func aChildThatReplacesItselfIsAnotherChild() {
    let store = makeStore(trunk)
    #expect(notifications(reading: { _ = store.optional }) { store.send(.optional { $0 = Leaf(id: 1) }) } == 1)
    #expect(notifications(reading: { _ = store.optional?.count }) { store.send(.optional { $0 = Leaf(id: 1) }) } == 1)
    #expect(notifications(reading: { _ = store.rows }) { store.send(row(1) { $0 = Leaf(id: 1) }) } == 1)
    #expect(
      notifications(reading: { _ = store.rows[id: 1]?.count }) { store.send(row(1) { $0 = Leaf(id: 1) }) } == 1
    )
  }

  @Test func whatIsWrittenBackIsAnother() {
    // A copy from before an edit is not the same as the edited original.
    let store = makeStore(trunk)
    let copy = Unchecked(store.withState(\.optional))
    store.send(.optional { $0.count += 1 })
    #expect(notifications(reading: { _ = store.optional }) { store.send(.own { $0.optional = copy.value }) } == 1)
  }

  @Test func rowsBehindAFieldAreChangedInPlace() {
    var state = Trunk()
    state.rows = IdentifiedArray(uniqueElements: (0..<10_000).map { Leaf(id: $0) })
    let store = makeStore(state)
    state = Trunk()
    func address() -> Int {
      store.withState { state in
        unsafe state.rows.elements.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
      }
    }
    let before = address()
    for id in 0..<100 { store.send(row(id) { $0.count += 1 }) }
    #expect(address() == before)
    #expect(store.withState { $0.rows[id: 99]?.count } == 1)
  }
}
