import ControlledClocks
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Foundation
import Testing

@testable import CounterpointSessions

/// A storage of visitors that can't be reached for some time.
@Suite(.ends) struct StorageFailureTests {
  @Test func aFailedWriteIsRepeatedAfterASecond() async throws {
    let recorder = RecordingStore(InMemoryVisitorStore())
    let first = MovingSite(recorder.base, saving: .everyAction, visitors: recorder)
    let cookie = await first.newCookie()
    recorder.isOutOfReach.withLock { $0 = true }
    let reported = try await issues {
      #expect(await first.send(.add(1), cookie) == 503)
      try await first.clock.waitForSleepers()
      #expect(await first.send(.add(1), cookie) == 503)
    }
    // Reported once in a minute.
    #expect(reported.count == 1)
    recorder.isOutOfReach.withLock { $0 = false }
    await first.clock.advance(by: .seconds(1))
    for await _ in recorder.writes { break }
    first.store.loseLeases()
    #expect(await first.node().count(cookie) == "2")
  }

  @Test func aPageLoadKeepsTheCookieWhileTheStorageIsOutOfReach() async {
    let recorder = RecordingStore(InMemoryVisitorStore())
    let first = MovingSite(recorder.base, saving: .everyAction)
    let second = MovingSite(recorder.base.node(), visitors: recorder, clock: first.clock)
    let cookie = await first.newCookie()
    #expect(await first.send(.add(1), cookie) == 204)
    await first.clock.advance(by: .seconds(200))
    recorder.isOutOfReach.withLock { $0 = true }
    let reported = await issues {
      for _ in 1...2 {
        let response = await second.get("/", cookie)
        #expect(response.status == 503)
        #expect(response.header("set-cookie") == nil)
      }
    }
    #expect(reported.count == 1)
    recorder.isOutOfReach.withLock { $0 = false }
    #expect(await second.count(cookie) == "1")
  }
}
