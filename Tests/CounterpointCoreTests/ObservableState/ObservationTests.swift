import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import IdentifiedArrays
@_spi(Internals) import CounterpointSupport
import Observation
import Testing

/// Notifications of changes, when the state is read through a store.
@MainActor
@Suite struct ObservationTests {
  let store: StoreOf<TrunkEditor>

  init() {
    var state = Trunk()
    state.rows = [Leaf(id: 1), Leaf(id: 2)]
    store = Store(initialState: state) { TrunkEditor() }
  }

  private func edit(_ edit: @escaping (inout Trunk) -> Void) {
    store.send(.edit(edit))
  }

  private func told(reading read: () -> Void, during change: @escaping (inout Trunk) -> Void) -> Int {
    notifications(reading: read, during: { edit(change) })
  }

  // MARK: A field

  @Test func aFieldThatChanged() {
    #expect(told(reading: { _ = store.number }, during: { $0.number = 1 }) == 1)
  }

  @Test func anotherField() {
    #expect(told(reading: { _ = store.number }, during: { $0.child.count += 1 }) == 0)
  }

  @Test func anEqualValue() {
    #expect(told(reading: { _ = store.number }, during: { $0.number = 0 }) == 0)
  }

  @Test func twoChangesOfOneAction() {
    let change = { (state: inout Trunk) in
      state.number = 1
      state.number = 2
    }
    #expect(told(reading: { _ = store.number }, during: change) == 1)
  }

  @Test func theWholeStateReplaced() {
    #expect(told(reading: { _ = store.number }, during: { $0 = Trunk() }) == 1)
  }

  @Test func aCopyTakenBeforeAnEditPutBack() {
    let copy = store.withState { $0 }
    edit { $0.number = 1 }
    #expect(told(reading: { _ = store.number }, during: { $0 = copy }) == 1)
  }

  // MARK: A child

  @Test func aChildWhoseFieldChanged() {
    #expect(told(reading: { _ = store.child }, during: { $0.child.count += 1 }) == 0)
  }

  @Test func aFieldOfAChild() {
    #expect(told(reading: { _ = store.child.count }, during: { $0.child.count += 1 }) == 1)
    #expect(told(reading: { _ = store.child.count }, during: { $0.child.title = "b" }) == 0)
  }

  @Test func aComputedPropertyOfAChild() {
    #expect(told(reading: { _ = store.child.summary }, during: { $0.child.title = "b" }) == 1)
  }

  @Test func aChildReplacedByAnEqualOne() {
    #expect(told(reading: { _ = store.child.count }, during: { $0.child = Leaf() }) == 1)
    // The new child's fields are observed from now on.
    #expect(told(reading: { _ = store.child.count }, during: { $0.child.count += 1 }) == 1)
  }

  @Test func aChildsReducer() {
    let change = { store.send(.child { $0.count += 1 }) }
    #expect(notifications(reading: { _ = store.child }, during: { _ = change() }) == 0)
    #expect(notifications(reading: { _ = store.child.count }, during: { _ = change() }) == 1)
    #expect(notifications(reading: { _ = store.child.title }, during: { _ = change() }) == 0)
  }

  @Test func aChildsReducerThatReplacesIt() {
    #expect(notifications(reading: { _ = store.child.count }, during: { store.send(.child { $0 = Leaf() }) }) == 1)
  }

  @Test func theChildsStore() {
    let child = store.scope(\.child, action: \.child)
    #expect(notifications(reading: { _ = child.count }, during: { child.send { $0.count += 1 } }) == 1)
    #expect(notifications(reading: { _ = child.count }, during: { child.send { $0.title = "b" } }) == 0)
    #expect(told(reading: { _ = child.count }, during: { $0.child = Leaf() }) == 1)
    #expect(told(reading: { _ = child.count }, during: { $0 = Trunk() }) == 1)
    #expect(told(reading: { _ = child.count }, during: { $0.number += 1 }) == 0)
  }

  // MARK: An optional child

  @Test func anOptionalChild() {
    #expect(told(reading: { _ = store.optional }, during: { $0.optional = Leaf() }) == 1)
    #expect(told(reading: { _ = store.optional }, during: { $0.optional?.count += 1 }) == 0)
    #expect(told(reading: { _ = store.optional?.count }, during: { $0.optional?.count += 1 }) == 1)
    #expect(told(reading: { _ = store.optional }, during: { $0.optional = Leaf() }) == 1)
    #expect(told(reading: { _ = store.optional?.count }, during: { $0.optional = nil }) == 1)
  }

  // MARK: Rows

  @Test func rowsAreNotifiedOfMembershipAndOrder() {
    #expect(told(reading: { _ = store.rows }, during: { $0.rows.append(Leaf(id: 3)) }) == 1)
    #expect(told(reading: { _ = store.rows }, during: { $0.rows.remove(id: 3) }) == 1)
    #expect(told(reading: { _ = store.rows }, during: { $0.rows.swapAt(0, 1) }) == 1)
    #expect(told(reading: { _ = store.rows }, during: { $0.rows[id: 1] = nil }) == 1)
  }

  @Test func rowsAreNotNotifiedOfAnElementsFields() {
    #expect(told(reading: { _ = store.rows }, during: { $0.rows[id: 1]?.count += 1 }) == 0)
    #expect(told(reading: { _ = store.rows }, during: { $0.rows[0].count += 1 }) == 0)
  }

  @Test func aFieldOfOneRow() {
    #expect(told(reading: { _ = store.rows[id: 1]?.count }, during: { $0.rows[id: 1]?.count += 1 }) == 1)
    #expect(told(reading: { _ = store.rows[id: 1]?.count }, during: { $0.rows[id: 2]?.count += 1 }) == 0)
    #expect(told(reading: { _ = store.rows[id: 1]?.count }, during: { $0.rows[id: 1]?.title = "b" }) == 0)
  }

  @Test func anElementReplacedByACopyThatWasChangedBefore() {
    var copy = store.withState { $0.rows[id: 1]! }
    copy.count = 5
    let changed = copy
    #expect(told(reading: { _ = store.rows[id: 1]?.count }, during: { $0.rows[id: 1] = changed }) == 1)
    #expect(store.rows[id: 1]?.count == 5)
  }

  @Test func siblingsThatAreSwapped() {
    let read = { _ = store.rows.first?.count }
    #expect(told(reading: read, during: { $0.rows.swapAt(0, 1) }) == 1)
  }

  // MARK: What is not tracked

  @Test func stateThatIsReadUntracked() {
    #expect(told(reading: { store.withState { _ = $0.number } }, during: { $0.number += 1 }) == 0)
    #expect(told(reading: { _ = store.withState(\.number) }, during: { $0.number += 1 }) == 0)
  }

  @Test func theWholeStateAloneIsNotNotifiedOfFields() {
    #expect(told(reading: { _ = store.state }, during: { $0.number += 1 }) == 0)
    #expect(told(reading: { _ = store.state.number }, during: { $0.number += 1 }) == 1)
  }

  /// Both have the same identity: nothing was edited in place.
  @Test func aChildReplacedByACopyThatWasChangedBefore() {
    var copy = store.withState { $0.child }
    copy.count = 5
    #expect(told(reading: { _ = store.child.count }, during: { $0.child = copy }) == 1)
    var rows = store.withState { $0.rows }
    rows[id: 1]?.count = 5
    #expect(told(reading: { _ = store.rows[id: 1]?.count }, during: { $0.rows = rows }) == 1)
    #expect(told(reading: { _ = store.rows }, during: { $0.rows = rows }) == 0)
  }

  // MARK: When

  @Test func observersReadTheStateThatTheStoreHasSettledIn() {
    let seen = Recorder<Int>()
    let store = Unchecked(store)
    withObservationTracking {
      _ = store.value.number
    } onChange: {
      MainActor.assumeIsolated { seen.note(store.value.number) }
    }
    edit { $0.number = 7 }
    #expect(seen.entries == [7])
  }

  @Test func noObserverEverSeesAHalfReducedState() {
    let seen = Recorder<[Int]>()
    let store = Unchecked(store)
    withObservationTracking {
      _ = store.value.number
      _ = store.value.child.count
    } onChange: {
      MainActor.assumeIsolated { seen.note([store.value.number, store.value.child.count]) }
    }
    edit { state in
      state.number = 1
      state.child.count = 1
      state.number = 2
      state.child.count = 2
    }
    #expect(seen.entries == [[2, 2]])
  }
}
