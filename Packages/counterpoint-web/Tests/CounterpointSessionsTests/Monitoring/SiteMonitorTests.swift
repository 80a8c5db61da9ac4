import CounterpointTestSupport
import ControlledClocks
import CounterpointSessions
import Foundation
import StateSharing
import Testing

@Suite(.ends) struct SiteMonitorTests {
  private let monitor = RecordingMonitor()

  @Test func sessionIsReported() async throws {
    let jobs = JobSite(monitor: monitor)
    let cookie = await jobs.newCookie()
    do {
      var events = try #require(await jobs.events(cookie))
      _ = await events.next()
      #expect(await jobs.send(.job(.start(number: 7)), name: "Blob", cookie: cookie).status == 204)
      jobs.endJobs()
      while let event = await events.next(), !event.contains("\"1\"") {}
    }
    var seen = monitor.events
    // Streams wake at any time. The effect ends before the page shows its result.
    seen.removeAll { $0.hasPrefix("sent ") || $0 == "effect job" || $0 == "ended job" }
    #expect(
      seen == [
        "GET /", "→ 200",
        "GET /events", "session began", "stream opened", "→ 200",
        "POST /actions", "action job.start", "handled job.start", "action field.name", "handled field.name", "→ 204",
        "stream closed",
      ]
    )
    #expect(monitor.events.contains("effect job"))
    #expect(monitor.events.contains("ended job"))
    #expect(monitor.events.contains { $0.hasPrefix("sent ") && $0 != "sent 0 bytes" })
    // Neither texts nor ids are reported.
    let id = try #require(cookie.split(separator: "=").last)
    #expect(!monitor.events.contains { $0.contains("Blob") || $0.contains(id) })
  }

  @Test func changesAreReportedWithTheirLength() async throws {
    let jobs = JobSite(monitor: monitor)
    let cookie = await jobs.newCookie()
    #expect(await jobs.send(name: "Blob", cookie: cookie).status == 204)
    var events = try #require(await jobs.events(cookie))
    let event = try #require(await events.next())
    let prefix = "retry: 1000\n\n"
    #expect(monitor.events.filter { $0.hasPrefix("sent") } == ["sent \(event.utf8.count - prefix.utf8.count) bytes"])
  }

  @Test func refusalsAreReportedWithTheirReasons() async {
    let jobs = JobSite(limits: WebLimits(sessions: 1, effectsPerSession: 1), monitor: monitor)
    let cookie = await jobs.newCookie()
    #expect(await jobs.send(.note, cookie: cookie).status == 204)
    #expect(await jobs.send(.note, cookie: await jobs.newCookie()).status == 503)
    #expect(await jobs.get("/favicon.ico").status == 404)
    #expect(await jobs.get("/actions").status == 405)
    #expect(await jobs.get("/events", query: "since=x", cookie: cookie).status == 400)
    #expect(await jobs.send(.note, cookie: "counterpoint-session=1").status == 403)
    #expect(await jobs.send(cookie: cookie).status == 400)
    #expect(await jobs.send(.job(.start(number: 1)), cookie: cookie).status == 204)
    #expect(await jobs.send(.note, cookie: cookie).status == 429)
    #expect(
      monitor.events.filter { $0.hasPrefix("refused") } == [
        "refused 503: no-room", "refused 404: not-found", "refused 405: method", "refused 400: bad-revision",
        "refused 403: unknown-session", "refused 400: empty", "refused 429: too-many-effects",
      ]
    )
  }

  @Test func errorsOfTheScriptAreReportedTenTimesAMinute() async throws {
    let jobs = JobSite(monitor: monitor)
    let cookie = await jobs.newCookie()
    let text = "There is\u{1B}[2J no\ntext." + String(repeating: "é", count: 200)
    for number in 1...20 {
      let query = "since=0&counterpoint-problem=\(percentEncoded("\(number) \(text)"))"
      guard case .events(let stream) = await jobs.get("/events", query: query, cookie: cookie).body else { continue }
      stream.finish()
    }
    let reports = monitor.events.filter { $0.hasPrefix("script: ") }
    #expect(reports.count == 10)
    let first = try #require(reports.first)
    #expect(first.hasPrefix("script: 1 There is [2J no text.éé") && first.utf8.count <= "script: ".utf8.count + 200)
  }

  @Test func endOfSessionIsReported() async throws {
    let limits = WebLimits(timeToLive: .seconds(20), heartbeat: .seconds(15))
    let tally = TallySite(limits: limits, monitor: monitor)
    #expect(await tally.send(.add(1), await tally.newCookie()) == 204)
    let run = Task { await tally.site.run() }
    for _ in 1...2 {
      try await tally.clock.waitForSleepers()
      await tally.clock.advance(by: .seconds(15))
    }
    try await tally.clock.waitForSleepers()
    run.cancel()
    await run.value
    #expect(monitor.events.filter { $0.hasPrefix("session") } == ["session began", "session ended: expired"])
  }

  @Test func failedSaveIsReported() {
    let key = FullDisk(id: UUID())
    let jobs = JobSite(monitor: monitor)
    let value = Shared(wrappedValue: 0, key)
    value.withLock { $0 = 1 }
    withExtendedLifetime(jobs) {
      let reports = monitor.failedSaves.filter { $0.contains(key.id.uuidString) }
      #expect(reports == ["NoSpace(), full disk \(key.id)"])
    }
  }
}

private struct NoSpace: Error {}

private struct FullDisk: SharedKey, CustomStringConvertible {
  let id: UUID

  var description: String { "full disk \(id)" }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    continuation.resume(with: .success(nil))
  }

  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
    SharedSubscription {}
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(throwing: NoSpace())
  }
}
