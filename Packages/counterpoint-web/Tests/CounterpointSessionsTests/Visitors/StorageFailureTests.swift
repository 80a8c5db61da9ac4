import ControlledClocks
import Counterpoint
import CounterpointHTML
import CounterpointRoutes
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Foundation
import Testing

@testable import CounterpointSessions

@CasePathable
private enum Room: Hashable, Sendable {
  case hall

  static let routes = Routes<Room> { Route(\.hall) }
}

/// A storage of visitors that can't be reached for some time, or that does not know a browser.
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

  /// Otherwise a crash in between would lose the action and not its effect, and the browser repeats the request.
  @Test func anEffectBeginsWhenItsActionIsStored() async throws {
    let (writing, didBeginWriting) = AsyncStream.makeStream(of: Void.self)
    let (gate, hold) = AsyncStream.makeStream(of: Void.self)
    let isHeld = Locked(false), events = Recorder<String>()
    let recorder = RecordingStore(
      InMemoryVisitorStore(),
      beforeWriting: { _ in
        guard isHeld.withLock({ $0 }) else { return }
        didBeginWriting.yield()
        for await _ in gate {}
      }
    )
    let first = MovingSite(recorder.base, saving: .everyAction, visitors: recorder)
    let cookie = await first.newCookie()
    #expect(await first.send(.add(1), cookie) == 204)
    isHeld.withLock { $0 = true }
    async let status = first.send(.work, cookie)
    async let begins: Void = {
      for await _ in first.begun { break }
      events.note("begun")
    }()
    for await _ in writing { break }
    events.note("stored")
    hold.finish()
    #expect(await status == 204)
    await begins
    #expect(events.entries == ["stored", "begun"])
  }

  @Test func anEffectThatIsCanceledBeforeDoesNotBegin() async {
    let gate = SnapshotGate()
    gate.hold(until: 2)
    let tasks = (0..<20).map { _ in Task { await gate.pass() } }
    for task in tasks[..<10] { task.cancel() }
    for task in tasks[..<10] { #expect(await task.value == false) }
    gate.didStore(1)
    gate.didStore(3)
    for task in tasks[10...] { #expect(await task.value) }
    #expect(await gate.pass())
    gate.hold(until: 3)
    #expect(await gate.pass())
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

  @Test func aSecondSiteOnOneFolderSaysWhyItAnswers503() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("visitors-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let clock = TestClock()
    func site(_ store: FolderVisitorStore) -> MovingSite {
      MovingSite(InMemoryVisitorStore(), saving: .everyAction, visitors: store, clock: clock)
    }
    let first = FolderVisitorStore(folder)
    let cookie = await site(first).newCookie()
    #expect(await site(first).send(.add(1), cookie) == 204)
    let successor = site(FolderVisitorStore(folder))
    let reported = await issues {
      for _ in 1...2 { #expect(await successor.send(.add(1), cookie) == 503) }
    }
    #expect(reported.count == 1)
    let reason = "Another process uses the folder '\(folder.path)' of visitors until it ends"
    #expect(reported.first?.message.contains(reason) == true)
    first.close()
    #expect(await successor.send(.add(1), cookie) == 204)
    #expect(await successor.count(cookie) == "2")
  }

  /// The storage knows the pages of a browser, and not the browser.
  @Test func aPageLoadAtAnotherNodeKeepsAnOldCookie() async throws {
    let addresses = WebAddresses<Moving.State, Moving.Action>(
      Room.routes,
      route: { _ in .hall },
      action: { _ in .dialog(false) }
    )
    let first = MovingSite(InMemoryVisitorStore(), addresses: addresses)
    let second = first.node()
    let cookie = await first.newCookie()
    #expect(await first.events(cookie, since: "page&page=a&at=%2F") != nil)
    await first.clock.advance(by: .seconds(1_000))
    let response = await second.get("/", cookie)
    #expect(response.status == 200)
    #expect(response.header("set-cookie") == nil)
    // The loaded page accepts inputs, also without the script.
    #expect(await second.send(.add(1), cookie) == 204)
  }

  @Test func snapshotsAreRefreshedAlthoughOneIsStuck() async throws {
    let (gate, hold) = AsyncStream.makeStream(of: Void.self)
    let (refreshed, didRefresh) = AsyncStream.makeStream(of: String.self)
    let stuck = Locked<String?>(nil)
    let recorder = RecordingStore(
      InMemoryVisitorStore(),
      beforeWriting: { visitor in
        let isStuck = stuck.withLock { stuck in
          stuck = stuck ?? visitor
          return stuck == visitor
        }
        if isStuck { for await _ in gate {} } else { didRefresh.yield(visitor) }
      }
    )
    let first = MovingSite(recorder.base, visitors: recorder)
    for _ in 1...3 {
      let cookie = await first.newCookie()
      #expect(await first.send(.add(1), cookie) == 204)
    }
    let refresh = Task { await first.site.sessions.refreshStoredSnapshots() }
    var visitors: Set<String> = []
    for await visitor in refreshed {
      visitors.insert(visitor)
      if visitors.count == 2 { break }
    }
    // Does not wait for the stuck one.
    await first.site.sessions.refreshStoredSnapshots()
    refresh.cancel()
    await refresh.value
    hold.finish()
  }
}
