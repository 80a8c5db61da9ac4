import CounterpointCore
import CounterpointTestSupport
import DependencyInjection
import Foundation
import Observation
import StateSharing
import Testing

/// View stores and sequences of states follow the shared values that they read, whatever changes these.
@MainActor
@Suite(.ends) struct SharedValueFollowingTests {
  private let hits = Shared(value: 0)

  private func makeStore() -> StoreOf<Hits> {
    Store(initialState: Hits.State(hits)) { Hits() }
  }

  private func hitsView(_ store: StoreOf<Hits>) -> ViewStore<Int, Hits.Action> {
    store.view(state: { $0.hits }, action: { $0 })
  }

  /// Changes the value on another thread, and returns when the change has been made.
  private func hitInAnotherStore() async {
    await Task.detached { [hits] in hits.withLock { $0 += 1 } }.value
  }

  @Test func aViewStoreFollowsWhatAnotherStoreOfItsActorChanges() {
    let (first, other) = (makeStore(), makeStore())
    let view = hitsView(other)
    var seen: [Int] = []
    let token = view.observe { seen.append($0) }
    let count = notifications(reading: { _ = view.state }) { first.send(.hit) }
    #expect(other.hits == 1)
    #expect(view.state == 1)
    #expect(seen == [0, 1])
    #expect(count == 1)
    first.send(.nothing)
    other.send(.nothing)
    #expect(seen == [0, 1])
    token.cancel()
  }

  @Test func aChangeByItsOwnStoreNotifiesOnce() async {
    let store = makeStore()
    var transforms = 0
    let view = store.view(
      state: { state -> Int in
        transforms += 1
        return state.hits
      },
      action: { $0 as Hits.Action }
    )
    var seen: [Int] = []
    let token = view.observe { seen.append($0) }
    store.send(.hit)
    #expect(seen == [0, 1])
    #expect(transforms == 2)
    #expect(view.state == 1)
    token.cancel()
  }

  @Test func willChangeSeesTheOldStateAndDidChangeTheNew() {
    let (first, other) = (makeStore(), makeStore())
    let view = hitsView(other)
    var log: [[Int]] = []
    let token = view.observe { next in
      log.append([view.state, next])
    } _: { state in
      log.append([view.state, state])
    }
    first.send(.hit)
    #expect(log == [[0, 0], [0, 1], [1, 1]])
    token.cancel()
  }

  @Test func aViewStoreFollowsAChangeOnAnotherThread() async {
    let store = makeStore()
    let view = hitsView(store)
    let (changes, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = view.observe { continuation.yield($0) }
    await hitInAnotherStore()
    // Reading never waits for the notification.
    #expect(view.state == 1)
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    #expect(await iterator.next() == 1)
    store.send(.nothing)
    await hitInAnotherStore()
    #expect(await iterator.next() == 2)
    token.cancel()
  }

  @Test func anEarlierActionNotifiesInstead() async {
    let store = makeStore()
    let view = hitsView(store)
    var seen: [Int] = []
    let token = view.observe { seen.append($0) }
    hits.withLock { $0 += 1 }
    store.send(.nothing)
    #expect(seen == [0, 1])
    let told = Gate()
    let last = view.observe { if $0 == 2 { told.open() } }
    hits.withLock { $0 += 1 }
    await told.wait()
    #expect(seen == [0, 1, 2])
    withExtendedLifetime((token, last)) {}
  }

  @Test func aViewStoreThatReadsNoSharedValueIsLeftAlone() {
    let (first, other) = (makeStore(), makeStore())
    var transforms = 0
    let view = other.view(
      state: { state -> Int in
        transforms += 1
        return state.own
      },
      action: { $0 as Hits.Action }
    )
    first.send(.hit)
    #expect(transforms == 1)
    #expect(view.state == 0)
  }

  @Test func whatIsNotReadAnyMoreIsNotFollowed() {
    let (first, other) = (makeStore(), makeStore())
    var transforms = 0
    let view = other.view(
      state: { state -> Int in
        transforms += 1
        return state.own == 0 ? state.hits : -1
      },
      action: { $0 as Hits.Action }
    )
    first.send(.hit)
    #expect(view.state == 1)
    other.send(.settle)
    #expect(view.state == -1)
    transforms = 0
    first.send(.hit)
    #expect(transforms == 0)
  }

  @Test func theValueThatAWrapperIsPointedToIsFollowed() {
    let store = makeStore()
    let view = hitsView(store)
    var seen: [Int] = []
    let token = view.observe { seen.append($0) }
    let second = Shared(value: 10)
    store.send(.point(second))
    #expect(seen == [0, 10])
    Store(initialState: Hits.State(second)) { Hits() }.send(.hit)
    #expect(seen == [0, 10, 11])
    token.cancel()
  }

  @Test func whetherAValueIsLoadingIsFollowedAsWell() throws {
    try inFolder { folder in
      let hits = Shared(
        wrappedValue: 0,
        .fileStorage(folder.appendingPathComponent("missing/hits.json"), mode: .immediate)
      )
      try Data().write(to: folder.appendingPathComponent("missing"))
      let store = Store(initialState: Hits.State(hits)) { Hits() }
      let view = store.view(state: { $0.$hits.saveError == nil }, action: { $0 as Hits.Action })
      #expect(view.state)
      hits.withLock { $0 += 1 }
      #expect(hits.saveError != nil)
      #expect(!view.state)
    }
  }

  @Test func aListenerMaySendWhileItIsNotifiedOfAnotherStoresChange() {
    let (first, other) = (makeStore(), makeStore())
    let view = hitsView(other)
    var seen: [Int] = []
    let token = view.observe { hits in
      seen.append(hits)
      if hits == 1 { view.send(.hit) }
    }
    first.send(.hit)
    #expect(seen == [0, 1, 2])
    #expect(other.numbers == [2, 2])
    token.cancel()
  }

  @Test func storesThatAnswerEachOtherAreNotifiedOfEachChangeOnce() {
    let (first, other) = (makeStore(), makeStore())
    let (firstView, otherView) = (hitsView(first), hitsView(other))
    var (firstSeen, otherSeen): ([Int], [Int]) = ([], [])
    let tokens = [
      firstView.observe { hits in
        firstSeen.append(hits)
        if hits < 5 && hits > 0 { other.send(.hit) }
      },
      otherView.observe { hits in
        otherSeen.append(hits)
        if hits < 5 && hits > 0 { first.send(.hit) }
      },
    ]
    first.send(.hit)
    #expect(hits.wrappedValue >= 5)
    #expect(firstView.state == hits.wrappedValue)
    #expect(otherView.state == hits.wrappedValue)
    #expect(firstSeen.last == hits.wrappedValue)
    #expect(otherSeen.last == hits.wrappedValue)
    #expect(firstSeen == Array(Set(firstSeen)).sorted())
    #expect(otherSeen == Array(Set(otherSeen)).sorted())
    withExtendedLifetime(tokens) {}
  }

  @Test func aViewStoreThatEndsIsReleased() async {
    let store = makeStore()
    weak var weakView: ViewStore<Int, Hits.Action>?
    do {
      let view = hitsView(store)
      weakView = view
      hits.withLock { $0 += 1 }
      #expect(view.state == 1)
    }
    #expect(weakView == nil)
    hits.withLock { $0 += 1 }
    store.send(.hit)
    #expect(store.hits == 3)
  }

  @Test func aViewStoreOnAnActorFollowsWhatTheMainActorChanges() async {
    let connection = Connection(hits)
    let states = await connection.start()
    var seen = states.makeAsyncIterator()
    #expect(await seen.next() == 0)
    let store = Store(initialState: Hits.State(hits)) { Hits() }
    store.send(.hit)
    #expect(await connection.state == 1)
    #expect(await seen.next() == 1)
    hits.withLock { $0 += 1 }
    #expect(await connection.state == 2)
    #expect(await seen.next() == 2)
  }

  private actor Connection {
    private let hits: Shared<Int>
    private lazy var view = Store(initialState: Hits.State(hits), isolation: self) { Hits() }
      .view(state: { $0.hits }, action: { $0 as Hits.Action })
    private var token: ObserveToken?

    init(_ hits: Shared<Int>) {
      self.hits = hits
    }

    var state: Int { view.state }

    func start() -> AsyncStream<Int> {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      token = view.observe { continuation.yield($0) }
      return stream
    }
  }

  @Test func aSequenceOfAFieldFollows() async {
    let store = makeStore()
    var iterator = store.states.hits.makeAsyncIterator()
    #expect(await iterator.next(isolation: MainActor.shared) == 0)
    makeStore().send(.hit)
    #expect(await iterator.next(isolation: MainActor.shared) == 1)
    await hitInAnotherStore()
    #expect(await iterator.next(isolation: MainActor.shared) == 2)
    store.send(.hit)
    #expect(await iterator.next(isolation: MainActor.shared) == 3)
  }

  @Test func aSequenceOfAViewStoresStatesFollows() async {
    let view = hitsView(makeStore())
    var iterator = view.states.makeAsyncIterator()
    #expect(await iterator.next(isolation: MainActor.shared) == 0)
    makeStore().send(.hit)
    #expect(await iterator.next(isolation: MainActor.shared) == 1)
    await hitInAnotherStore()
    #expect(await iterator.next(isolation: MainActor.shared) == 2)
    view.send(.hit)
    #expect(await iterator.next(isolation: MainActor.shared) == 3)
  }

  @Test func aViewStoreOfTheWholeStateFollows() async {
    let (first, other) = (makeStore(), makeStore())
    let view = other.view
    var seen: [[Int]] = []
    let token = view.observe { seen.append([$0.hits, $0.own]) }
    first.send(.hit)
    #expect(seen == [[0, 0], [1, 0]])
    other.send(.hit)
    #expect(seen == [[0, 0], [1, 0], [2, 2]])
    other.send(.nothing)
    first.send(.nothing)
    #expect(seen.count == 3)
    token.cancel()
  }

  @Test func aSequenceOfWholeStatesFollows() async {
    let store = makeStore()
    var iterator = store.states.makeAsyncIterator()
    #expect(await iterator.next(isolation: MainActor.shared)?.hits == 0)
    makeStore().send(.hit)
    #expect(await iterator.next(isolation: MainActor.shared)?.hits == 1)
    await hitInAnotherStore()
    #expect(await iterator.next(isolation: MainActor.shared)?.hits == 2)
    store.send(.hit)
    #expect(await iterator.next(isolation: MainActor.shared)?.own == 2)
  }

  @Test func aSequenceProducesAnOwnChangeOnce() async {
    let store = makeStore()
    let begun = Gate()
    let loop = Task {
      var seen: [Int] = []
      for await numbers in StateSequenceOfNumbers(store).states {
        seen.append(numbers)
        begun.open()
        if numbers == 4 { break }
      }
      return seen
    }
    await begun.wait()
    store.send(.hit)
    for _ in 1...20 { await Task { _ = store.send(.nothing) }.value }
    store.send(.hit)
    #expect(await loop.value == [0, 2, 4])
  }

  /// The own number in a sequence that reads the shared one as well.
  private struct StateSequenceOfNumbers {
    let states: StateSequence<Int>

    init(_ store: StoreOf<Hits>) {
      states = store.view(state: { $0.hits + $0.own - $0.hits }, action: { $0 as Hits.Action }).states
    }
  }

  @Test func observeFollowsWhatAnotherStoreChanges() async {
    let store = makeStore()
    let (changes, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = observe { continuation.yield(store.hits) }
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    makeStore().send(.hit)
    #expect(await iterator.next() == 1)
    await hitInAnotherStore()
    #expect(await iterator.next() == 2)
    token.cancel()
  }

  /// Threads change the value as fast as they can while the store handles actions: the last state is always told, each
  /// once.
  @Test func noChangeOfManyThreadsIsMissed() async {
    let store = makeStore()
    let view = hitsView(store)
    var seen: [Int] = []
    let (last, continuation) = AsyncStream.makeStream(of: Void.self)
    let token = view.observe { hits in
      seen.append(hits)
      if hits == 900 { continuation.finish() }
    }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { [hits] in
          for _ in 0..<100 { hits.withLock { $0 += 1 } }
        }
      }
      for number in 0..<100 {
        store.send(.hit)
        #expect(view.state >= number)
        await Task.yield()
      }
    }
    #expect(view.state == 900)
    for await _ in last {}
    #expect(seen.last == 900)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
    token.cancel()
  }

  @Test func aFileThatAnotherProgramWritesIsFollowed() async throws {
    try await inFolder { folder in
      let url = folder.appendingPathComponent("hits.json")
      let hits = Shared(wrappedValue: 0, .fileStorage(url))
      let store = Store(initialState: Hits.State(hits)) { Hits() }
      let view = store.view(state: { $0.hits }, action: { $0 as Hits.Action })
      let told = Gate()
      let token = view.observe { if $0 == 41 { told.open() } }
      try Data("41".utf8).write(to: url, options: .atomic)
      await told.wait()
      #expect(view.state == 41)
      store.send(.hit)
      #expect(view.state == 42)
      token.cancel()
    }
  }

  private func inFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("following-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      try await body(folder)
    }
  }

  private func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("following-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      try body(folder)
    }
  }
}
