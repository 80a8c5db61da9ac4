import ControlledClocks
import CounterpointHTML
import CounterpointTestSupport
import Foundation
import Testing

@testable import CounterpointSessions

/// A node whose lease has ended neither writes nor acknowledges.
@Suite struct FencingTests {
  @Test func nodeWithoutItsLeaseWritesNothing() async throws {
    let store = InMemoryVisitorStore()
    let other = store.node()
    let (old, _) = try await store.acquire("a") {}
    try store.write(Data("old".utf8), under: old, keepFor: .seconds(86_400))
    store.loseLeases()
    let (new, snapshot) = try await other.acquire("a") {}
    #expect(snapshot == Data("old".utf8))
    #expect(new.revision > old.revision)
    #expect(throws: VisitorStoreError.leaseLost) {
      try store.write(Data("late".utf8), under: old, keepFor: .seconds(86_400))
    }
    store.release(old, removesSnapshot: true)
    #expect(other.isHeld(new))
    #expect(!store.isHeld(old))
    other.release(new, removesSnapshot: false)
    #expect(try await store.acquire("a") {}.snapshot == Data("old".utf8))
  }

  @Test func crashLosesNothingThatWasAcknowledged() async {
    let first = MovingSite(InMemoryVisitorStore(), saving: .everyAction)
    let second = first.node(saving: .everyAction)
    let cookie = await first.newCookie()
    for number in 1...5 { #expect(await first.send(.add(1), cookie, number: number) == 204) }
    first.store.loseLeases()
    #expect(await second.send(.add(1), cookie, number: 5) == 204)
    #expect(await second.count(cookie) == "5")
  }

  @Test(arguments: [VisitorSaving.quiet(every: .seconds(4)), .everyAction])
  func nodeThatLostItsLeaseTakesTheVisitorOverAgain(saving: VisitorSaving) async {
    let first = MovingSite(InMemoryVisitorStore(), saving: saving)
    let second = first.node(saving: saving)
    let cookie = await first.newCookie()
    #expect(await first.send(.add(1), cookie, number: 1) == 204)
    #expect(await second.send(.add(1), cookie, number: 2) == 204)
    second.store.loseLeases()
    // The first node owns the visitor again, and the second one does not know.
    let last = saving == .everyAction ? "2" : "1"
    #expect(await first.count(cookie) == last)
    #expect(await first.send(.add(10), cookie) == 204)
    #expect(second.site.sessionCount == 1)
    #expect(await second.send(.add(100), cookie) == 204)
    let count = saving == .everyAction ? "112" : "111"
    #expect(await second.count(cookie) == count)
    #expect(await first.count(cookie) == count)
  }

  @Test func quietVisitorIsStoredAfterAQuarterOfTheTime() async throws {
    let recorder = RecordingStore(InMemoryVisitorStore())
    let first = MovingSite(recorder.base, visitors: recorder)
    let cookie = await first.newCookie()
    #expect(await first.send(.add(3), cookie) == 204)
    #expect(first.store.snapshotCount == 0)
    try await first.clock.waitForSleepers()
    await first.clock.advance(by: .seconds(1))
    for await _ in recorder.writes { break }
    first.store.loseLeases()
    #expect(await first.node().count(cookie) == "3")
  }

  @Test func endOfTheProcessStoresAllVisitors() async {
    let first = MovingSite(InMemoryVisitorStore())
    let second = first.node()
    var cookies: [String] = []
    for number in 1...100 {
      let cookie = await first.newCookie()
      #expect(await first.send(.add(number), cookie) == 204)
      cookies.append(cookie)
    }
    let run = Task { await first.site.run() }
    run.cancel()
    await run.value
    #expect(first.site.sessionCount == 0)
    #expect(first.store.snapshotCount == 100)
    for (number, cookie) in zip(1..., cookies) { #expect(await second.count(cookie) == "\(number)") }
    #expect(await first.send(.add(1), cookies[0]) == 503)
  }

  @Test(.ends) func endOfTheProcessDoesNotWaitForAStorageThatNeverAnswers() async throws {
    let (gate, hold) = AsyncStream.makeStream(of: Void.self)
    // A task of its own, so that the cancellation of the store's caller does not end it.
    let answer = Task { for await _ in gate {} }
    let store = RecordingStore(InMemoryVisitorStore()) { await answer.value }
    let first = MovingSite(store.base, visitors: store)
    let run = Task { await first.site.run() }
    run.cancel()
    try await first.clock.waitForSleepers()
    await first.clock.advance(by: .seconds(10))
    await run.value
    hold.finish()
  }

  @Test func endedSessionStartsOnNoNode() async {
    let first = MovingSite(InMemoryVisitorStore())
    let second = first.node()
    let cookie = await first.newCookie()
    #expect(await first.send(.add(1), cookie) == 204)
    #expect(await first.send(.logOut, cookie) == 204)
    #expect(await second.send(.add(1), cookie) == 403)
    #expect(await second.count(cookie) == "0")
  }

  @Test func renewedIdentifierMovesAndTheOldOneDoesNot() async {
    let first = MovingSite(InMemoryVisitorStore())
    let second = first.node()
    let old = await first.newCookie()
    #expect(await first.send(.add(5), old) == 204)
    let response = await first.post("action=\(percentEncoded(ActionCode.encode(Moving.Action.logIn) ?? ""))", old)
    let new = first.cookie(response)
    #expect(new != old && !new.isEmpty)
    #expect(await second.count(new) == "5")
    #expect(await second.send(.add(1), old) == 403)
    #expect(await first.count(new) == "5")
  }
}
