import CounterpointCore
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import StateSharing
import Testing

/// `undoable(shared:)`: shared values change by this program and by others.
@MainActor
@Suite struct SharedUndoTests {
  private func makeStore(_ notes: Shared<[Int]>) -> StoreOf<Notes> {
    Store(initialState: Notes.State(notes)) { Notes() }
  }

  @Test func changesAreUndoneAndRedone() {
    @Shared(value: []) var notes: [Int]
    let store = makeStore($notes)
    store.send(.history(.undo))
    for number in 1...5 { store.send(.add(number)) }
    #expect(store.withState(\.history.undoCount) == 3)
    store.send(.history(.undo))
    store.send(.nothing)
    store.send(.history(.undo))
    #expect(notes == [1, 2, 3])
    store.send(.history(.redo))
    #expect(notes == [1, 2, 3, 4])
    store.send(.add(9))
    #expect(!store.withState(\.history.canRedo))
    store.send(.history(.clear))
    store.send(.history(.undo))
    #expect(notes == [1, 2, 3, 4, 9])
  }

  @Test func anExcludedChangeToTheValueBeforeTheStep() {
    @Shared(value: []) var notes: [Int]
    let store = makeStore($notes)
    store.send(.add(1))
    store.send(.loaded([]))
    #expect(!store.withState(\.history.canUndo))
    store.send(.history(.undo))
    #expect(store.withState { [$0.history.canUndo, $0.history.canRedo] } == [false, false])
    store.send(.loaded([7]))
    #expect(store.withState(\.history.canUndo))
    store.send(.history(.undo))
    #expect(notes == [])
  }

  @Test func observersReadTheRestoredValueOnce() {
    @Shared(value: []) var notes: [Int]
    let store = makeStore($notes)
    store.send(.add(1))
    let seen = Recorder<[Int]>()
    let subscription = $notes.publisher.sink { seen.note($0) }
    store.send(.history(.undo))
    store.send(.history(.redo))
    subscription.cancel()
    #expect(seen.entries == [[1], [], [1]])
  }

  @Test(arguments: [UndoAction.undo, .redo])
  func aChangeByOthersRemovesTheSteps(_ action: UndoAction) {
    @Shared(value: []) var notes: [Int]
    let store = makeStore($notes)
    store.send(.add(1))
    store.send(.add(2))
    store.send(.history(.undo))
    $notes.withLock { $0.append(100) }
    store.send(.history(action))
    #expect(notes == [1, 100])
    #expect(store.withState(\.history) == UndoHistory())
    store.send(.add(3))
    store.send(.history(.undo))
    #expect(notes == [1, 100])
  }

  @Test func anyActionNoticesAChangeByOthers() {
    @Shared(value: []) var notes: [Int]
    let store = makeStore($notes)
    store.send(.add(1))
    $notes.withLock { $0.append(100) }
    store.send(.nothing)
    #expect(store.withState(\.history) == UndoHistory())
  }

  @Test func twoFeaturesDoNotRevertEachOther() {
    @Shared(value: []) var notes: [Int]
    let (first, second) = (makeStore($notes), makeStore($notes))
    first.send(.add(1))
    second.send(.add(2))
    first.send(.history(.undo))
    #expect(notes == [1, 2])
    second.send(.history(.undo))
    #expect(notes == [1])
  }

  @Test func aValueThatOthersRestoredIsKnownAgain() {
    @Shared(value: []) var notes: [Int]
    let store = makeStore($notes)
    store.send(.add(1))
    $notes.withLock { $0.append(100) }
    $notes.withLock { $0 = [1] }
    store.send(.history(.undo))
    #expect(notes == [])
  }

  @Test func excludedChangesAreNotByOthers() {
    @Shared(value: []) var notes: [Int]
    let store = makeStore($notes)
    store.send(.add(1))
    store.send(.loaded([7]))
    store.send(.add(8))
    store.send(.history(.undo))
    #expect(notes == [7])
    store.send(.history(.undo))
    #expect(notes == [])
  }
}

/// `undoable(shared:)` with a storage in which other processes write.
@MainActor
@Suite struct TransactionalUndoTests {
  /// A storage in which a test can write between the beginning of a transaction and its end, and which can fail.
  private final class Storage: TransactionalSharedKey {
    struct Contents {
      var value: [Int] = []
      var version: UInt64 = 0
      var written: [Int]?
      var isBroken = false
    }
    let contents = Locked(Contents())

    var id: ObjectIdentifier { ObjectIdentifier(self) }

    func load(context: LoadContext<[Int]>, continuation: LoadContinuation<[Int]>) {
      continuation.resume(with: .success(contents.withLock(\.value)))
    }

    func subscribe(context: LoadContext<[Int]>, subscriber: SharedSubscriber<[Int]>) -> SharedSubscription {
      SharedSubscription {}
    }

    func save(_ value: [Int], context: SaveContext, continuation: SaveContinuation) {
      continuation.resume()
    }

    func begin(_ request: SharedTransactionRequest) throws -> (stored: SharedStored<[Int]>, ticket: Int) {
      try contents.withLock { contents in
        if contents.isBroken { throw Broken() }
        return (SharedStored(value: contents.value, version: SharedVersion(contents.version)), 0)
      }
    }

    func commit(_ value: [Int], _ ticket: Int) throws -> SharedCommit<[Int]> {
      contents.withLock { contents in
        contents.version += 1
        if let written = contents.written {
          contents.written = nil
          contents.value = written
          return .conflict(SharedStored(value: written, version: SharedVersion(contents.version)))
        }
        contents.value = value
        return .committed(SharedVersion(contents.version))
      }
    }

    func rollback(_ ticket: Int) {}
  }

  private struct Broken: Error {}

  private let storage = Storage()

  private func makeStore() -> StoreOf<Notes> {
    Store(initialState: Notes.State(Shared(wrappedValue: [], storage))) { Notes() }
  }

  private var stored: [Int] { storage.contents.withLock(\.value) }

  @Test func anUndoIsStored() {
    let store = makeStore()
    store.send(.add(1))
    store.send(.add(2))
    store.send(.history(.undo))
    #expect(stored == [1])
    store.send(.history(.redo))
    #expect(stored == [1, 2])
  }

  @Test func aConflictRestoresNothing() {
    let store = makeStore()
    store.send(.add(1))
    storage.contents.withLock { $0.written = [1, 100] }
    store.send(.history(.undo))
    #expect(stored == [1, 100])
    #expect(store.withState(\.notes) == [1, 100])
    #expect(store.withState(\.history) == UndoHistory())
  }

  @Test func aChangeThatIsNotLoadedYetRestoresNothing() {
    let store = makeStore()
    store.send(.add(1))
    storage.contents.withLock { $0.value = [1, 100] }
    store.send(.history(.undo))
    #expect(stored == [1, 100])
    #expect(store.withState(\.history) == UndoHistory())
  }

  @Test func aFailedUndoKeepsTheSteps() {
    let store = makeStore()
    store.send(.add(1))
    storage.contents.withLock { $0.isBroken = true }
    store.send(.history(.undo))
    #expect(store.withState(\.notes) == [1])
    #expect(store.withState(\.$notes.saveError) is Broken)
    #expect(store.withState(\.history.undoCount) == 1)
    storage.contents.withLock { $0.isBroken = false }
    store.send(.history(.undo))
    #expect(stored == [])
  }
}
