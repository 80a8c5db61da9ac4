import CounterpointCore
import CounterpointTestSupport
import DependencyInjection
import Foundation
@_spi(Internals) import CounterpointSupport
import Observation
import StateSharing
import Testing

/// Law 3 for shared values: observers are notified once the action has settled, and can read the store.
@MainActor
@Suite struct Law3SharedValueTests {
  /// Records what an observer reads in its callback, for each notification. It tracks again after each.
  private final class Observer: Sendable {
    let seen = Recorder<[Int]>()

    func track(_ read: Unchecked<() -> Void>, then result: Unchecked<() -> [Int]>) {
      withObservationTracking {
        read.value()
      } onChange: {
        self.seen.note(result.value())
        self.track(read, then: result)
      }
    }

    convenience init(of store: StoreOf<Hits>) {
      self.init()
      track(Unchecked { _ = store.hits }, then: Unchecked { store.numbers })
    }
  }

  @Test func anObserverOfTheStoreReadsTheSettledState() {
    let store = Store(initialState: Hits.State(Shared(value: 0))) { Hits() }
    let observer = Observer(of: store)
    store.send(.hit)
    #expect(observer.seen.entries == [[1, 2]])
    store.send(.hit)
    #expect(observer.seen.entries == [[1, 2], [2, 4]])
  }

  @Test func anObserverOfTheValueItselfReadsTheSettledState() {
    let hits = Shared(value: 0)
    let store = Store(initialState: Hits.State(hits)) { Hits() }
    let observer = Observer()
    observer.track(Unchecked { _ = hits.wrappedValue }, then: Unchecked { store.numbers })
    store.send(.hit)
    #expect(observer.seen.entries == [[1, 2]])
  }

  @Test func severalChangesOfOneActionAreToldOnce() {
    let hits = Shared(value: 0)
    let store = Store(initialState: Hits.State(hits)) {
      Hits { for _ in 1...3 { hits.withLock { $0 += 1 } } }
    }
    let observer = Observer(of: store)
    store.send(.call)
    #expect(observer.seen.entries == [[3, 2]])
  }

  @Test func aChangeByAnEffectThatRunsAtOnceIsToldWhenItsActionHasSettled() {
    let store = Store(initialState: Hits.State(Shared(value: 0))) { Hits() }
    let observer = Observer(of: store)
    store.send(.hitInSync)
    #expect(observer.seen.entries == [[1, 2]])
  }

  @Test func aChangeInAnEffectIsToldRightAfterIt() async {
    let hits = Shared(value: 0)
    let store = Store(initialState: Hits.State(hits)) { Hits() }
    let observer = Observer()
    observer.track(Unchecked { _ = hits.wrappedValue }, then: Unchecked { [hits.wrappedValue] })
    await store.send(.hitInEffect).finish()
    #expect(observer.seen.entries == [[1]])
  }

  @Test func aChangeOutsideOfStoresIsToldRightAfterIt() {
    let hits = Shared(value: 0)
    let store = Store(initialState: Hits.State(hits)) { Hits() }
    let observer = Observer(of: store)
    hits.withLock { $0 += 1 }
    #expect(observer.seen.entries == [[1, 0]])
  }

  @Test func anotherShownValueIsToldOnceTheActionHasSettled() {
    let store = Store(initialState: Hits.State(Shared(value: 0))) { Hits() }
    let observer = Observer(of: store)
    store.send(.point(Shared(value: 7)))
    #expect(observer.seen.entries == [[7, 1]])
    store.send(.hit)
    #expect(observer.seen.entries == [[7, 1], [8, 3]])
  }

  @Test func anObserverMaySendToAnotherStoreThatChangesTheValue() {
    let hits = Shared(value: 0)
    let (first, second) = (makeStore(hits), makeStore(hits))
    let (observer, other) = (Observer(), Observer())
    observer.track(
      Unchecked { _ = first.hits },
      then: Unchecked {
        if first.withState(\.hits) < 3 { second.send(.hit) }
        return first.numbers
      }
    )
    other.track(Unchecked { _ = second.hits }, then: Unchecked { first.numbers + second.numbers })
    first.send(.hit)
    // The outer callback goes on after the notifications of what it has sent.
    #expect(first.numbers == [3, 2])
    #expect(second.numbers == [3, 4])
    #expect(observer.seen.entries.last?.first == 3)
    #expect(other.seen.entries.last == [3, 2, 3, 4])
    #expect((other.seen.entries + observer.seen.entries).allSatisfy { $0[1] == 2 })
  }

  @Test func aReductionWithinAReductionIsToldWhenTheOuterHasSettled() {
    let hits = Shared(value: 0)
    let inner = makeStore(hits)
    let outer = Store(initialState: Hits.State(hits)) { Hits { inner.send(.hit) } }
    let observer = Observer()
    observer.track(Unchecked { _ = inner.hits }, then: Unchecked { outer.numbers + inner.numbers })
    outer.send(.call)
    #expect(observer.seen.entries == [[1, 2, 1, 2]])
  }

  @Test func aStoreOnAnActorTellsOnThatActor() async {
    let hits = Shared(value: 0)
    let connection = Connection(hits)
    #expect(await connection.play() == [[1, 2], [2, 4]])
    #expect(hits.wrappedValue == 2)
  }

  private actor Connection {
    private let hits: Shared<Int>
    private lazy var store = Store(initialState: Hits.State(hits), isolation: self) { Hits() }

    init(_ hits: Shared<Int>) {
      self.hits = hits
    }

    func play() -> [[Int]] {
      let observer = Observer()
      let (store, numbers) = (store, Unchecked(store))
      observer.track(
        Unchecked { _ = store.hits },
        then: Unchecked { [unowned self] in self.assumeIsolated { _ in numbers.value.numbers } }
      )
      store.send(.hit)
      store.send(.hit)
      return observer.seen.entries
    }
  }

  @Test func aValueInAFileIsToldInTheSameWay() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("law-3-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      let hits = Shared(wrappedValue: 0, .fileStorage(folder.appendingPathComponent("hits.json")))
      let store = Store(initialState: Hits.State(hits)) { Hits() }
      let observer = Observer(), thread = ThreadID.current
      // The thread that watches the file notifies as well, and must not read the store.
      observer.track(
        Unchecked { _ = hits.wrappedValue },
        then: Unchecked { ThreadID.current == thread ? store.numbers : [] }
      )
      store.send(.hit)
      #expect(observer.seen.entries.filter { !$0.isEmpty } == [[1, 2]])
    }
  }

  private func makeStore(_ hits: Shared<Int>) -> StoreOf<Hits> {
    Store(initialState: Hits.State(hits)) { Hits() }
  }
}
