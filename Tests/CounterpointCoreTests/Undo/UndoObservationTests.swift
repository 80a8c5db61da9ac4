import CounterpointCore
import IdentifiedArrays
import Testing

/// The observers that `undoable` notifies.
@MainActor
@Suite struct UndoObservationTests {
  private let store: StoreOf<Album>

  init() {
    store = Store(initialState: Album.State(), on: MainActor.shared) { Album() }
  }

  private func row(_ id: Int, _ edit: @escaping (inout Leaf) -> Void) -> Album.Action {
    .rows(.element(id: id, action: edit))
  }

  @Test func aRestoredFieldOfARowNotifiesItsObservers() {
    store.send(row(1) { $0.count = 7 })
    let sends: [Album.Action] = [.undoRows(.undo), .undoRows(.redo)]
    for send in sends {
      #expect(notifications(reading: { _ = store.rows[id: 1]?.count }) { store.send(send) } == 1)
    }
    for send in sends {
      #expect(notifications(reading: { _ = store.rows[id: 1]?.title }) { store.send(send) } == 0)
    }
    for send in sends {
      #expect(notifications(reading: { _ = store.rows[id: 2]?.count }) { store.send(send) } == 0)
    }
    #expect(store.rows[id: 1]?.count == 7)
  }

  @Test func aRestoredRowNotifiesTheObserversOfTheList() {
    store.send(.edit { $0.rows.remove(id: 1) })
    #expect(notifications(reading: { _ = store.rows.ids }) { store.send(.undoRows(.undo)) } == 1)
    #expect(Array(store.rows.ids) == [1, 2])
    #expect(notifications(reading: { _ = store.child }) { store.send(.undoRows(.redo)) } == 0)
  }

  @Test func aFieldOfAChildNotifiesItsObservers() {
    store.send(.child { $0.count = 3 })
    #expect(notifications(reading: { _ = store.child.title }) { store.send(.counts(.undo)) } == 0)
    #expect(store.child.count == 0)
    #expect(notifications(reading: { _ = store.child.count }) { store.send(.counts(.redo)) } == 1)
    #expect(store.child.count == 3)
  }

  @Test func observersOfTheHistoryAreNotifiedOfSteps() {
    #expect(notifications(reading: { _ = store.rowHistory.canUndo }) { store.send(row(1) { $0.count = 1 }) } == 1)
    #expect(notifications(reading: { _ = store.rowHistory.canUndo }) { store.send(row(1) { $0.count = 1 }) } == 0)
    #expect(notifications(reading: { _ = store.rowHistory.canUndo }) { store.send(.child { $0.count = 1 }) } == 0)
    #expect(notifications(reading: { _ = store.rowHistory.canUndo }) { store.send(.undoRows(.redo)) } == 0)
    #expect(notifications(reading: { _ = store.rowHistory.canRedo }) { store.send(.undoRows(.undo)) } == 1)
  }
}
