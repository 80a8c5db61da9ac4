import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import StateSharing
import Testing

@Suite struct ContinuationTests {
  @Test func aSecondResumeIsIgnoredAndReported() {
    let seen = Recorder<Int?>()
    let reported = issues {
      let load = LoadContinuation<Int>("key") { result in seen.note(try? result.get()) }
      load.resume(returning: 1)
      load.resume(returning: 2)
      let save = SaveContinuation { _ in seen.note(3) }
      save.resume()
      save.resume(throwing: Failure())
    }
    #expect(seen.entries == [1, 3])
    #expect(reported.count == 2)
    #expect(reported.first?.message.contains("'key' resumed its continuation more than once") == true)
    #expect(reported.last?.message.hasPrefix("A shared key resumed") == true)
  }

  @Test func aLeakedContinuationIsReportedAndCountsAsNothingStored() {
    let seen = Recorder<Bool>()
    let reported = issues {
      do { _ = LoadContinuation<Int> { result in seen.note((try? result.get()) == .some(nil)) } }
      do { _ = SaveContinuation { result in if case .success = result { seen.note(true) } } }
    }
    #expect(seen.entries == [true, true])
    #expect(reported.count == 2)
    #expect(reported.allSatisfy { $0.message.contains("leaked") })
  }

  @Test func aSubscriptionIsCanceledOnce() {
    let seen = Recorder<Int>()
    var subscription: SharedSubscription? = SharedSubscription { seen.note(1) }
    let copy = subscription
    copy?.cancel()
    subscription?.cancel()
    subscription = nil
    #expect(seen.entries == [1])
    do { _ = SharedSubscription { seen.note(2) } }
    #expect(seen.entries == [1, 2])
  }

  @Test func aSubscriptionMayBeCanceledInItsOwnCallback() {
    let own = Locked<SharedSubscription?>(nil)
    let seen = Recorder<Int>()
    let subscription = SharedSubscription {
      seen.note(1)
      own.withLock { $0 }?.cancel()
    }
    own.withLock { $0 = subscription }
    subscription.cancel()
    own.withLock { $0 = nil }
    #expect(seen.entries == [1])
  }
}
