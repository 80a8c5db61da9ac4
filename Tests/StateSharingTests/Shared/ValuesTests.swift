import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import StateSharing
import Testing

@Suite struct ValuesTests {
  @Test func theCurrentAndEachLaterValueAreDelivered() async {
    @Shared(value: 0) var count
    var iterator = $count.values.makeAsyncIterator()
    $count.withLock { $0 = 1 }
    $count.withLock { $0 = 1 }
    $count.withLock { $0 = 2 }
    var seen: [Int?] = []
    for _ in 1...4 { seen.append(await iterator.next()) }
    #expect(seen == [0, 1, 1, 2])
  }

  @Test func onlyTheNewestValueIsBuffered() async {
    @Shared(value: 0) var count
    var iterator = $count.values(buffering: .newest(1)).makeAsyncIterator()
    for number in 1...5 { $count.withLock { $0 = number } }
    #expect(await iterator.next() == 5)
  }

  @Test(arguments: [999, 1_500]) func endlessChangesByObserversAreReported(end: Int) {
    @Shared(value: 0) var count
    let shared = $count
    let subscription = $count.publisher.sink { if 0 < $0, $0 < end { shared.withLock { $0 += 1 } } }
    let reported = issues { shared.withLock { $0 = 1 } }
    #expect(count == end)
    #expect(reported.count == (end > 1_000 ? 1 : 0))
    #expect(reported.allSatisfy { $0.message.contains("1000 times") })
    subscription.cancel()
  }

  @Test func callbacksContinueAfterAReplacedReference() {
    @Shared(value: 0) var count
    let seen = Recorder<Int>()
    let subscription = $count.publisher.sink { seen.note($0) }
    $count.withLock { $0 = 1 }
    let old = Shared(value: 1)
    $count = old
    $count.withLock { $0 = 2 }
    $count = Shared(value: 7)
    old.withLock { $0 = 3 }
    subscription.cancel()
    $count.withLock { $0 = 8 }
    #expect(seen.entries == [0, 1, 1, 2, 7])
  }

  @Test func replacingTheKeyDeliversNoInitialValue() async throws {
    let place = ScriptedKey<Int>.Place()
    place.script.withLock { $0.answer = { .success(5) } }
    @Shared(value: 0) var count
    let seen = Recorder<Int>()
    let subscription = $count.publisher.sink { seen.note($0) }
    try await $count.load(ScriptedKey(place))
    #expect(seen.entries == [0, 5])
    subscription.cancel()
  }

  @Test func callbacksMayChangeTheValue() {
    @Shared(value: 0) var count
    let shared = $count
    let seen = Recorder<Int>()
    let subscription = shared.publisher.sink { value in
      seen.note(value)
      if value == 1 { shared.withLock { $0 = 2 } }
    }
    $count.withLock { $0 = 1 }
    #expect(count == 2)
    #expect(seen.entries == [0, 1, 2])
    subscription.cancel()
  }

  @Test func publishersCanBeTransformed() {
    @Shared(value: Stats()) var stats
    let seen = Recorder<String>()
    let subscriptions = [
      $stats.count.publisher.map { "\($0)" }.dropFirst().prefix(2).sink { seen.note($0) }
    ]
    for _ in 1...4 { $stats.withLock { $0.increment() } }
    #expect(seen.entries == ["1", "2"])
    subscriptions.forEach { $0.cancel() }
  }

  @Test func aPublisherOfAFieldRetainsTheRoot() {
    let place = ScriptedKey<Stats>.Place()
    place.script.withLock { $0.answer = { .success(nil) } }
    let seen = Recorder<Int>()
    var subscription: SharedSubscription? = Shared(wrappedValue: Stats(), ScriptedKey(place)).count.publisher
      .sink { seen.note($0) }
    place.subscriber?.yield(Stats(count: 4))
    #expect(seen.entries == [0, 4])
    #expect(place.cancelled.entries == [])
    subscription = nil
    #expect(subscription == nil)
    #expect(place.cancelled.entries == [1])
  }
}
