import ControlledClocks
import CounterpointCore
import CounterpointHTML
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import StateSharing
import Testing

@testable import CounterpointSessions

/// Inputs, bytes and processor time of sessions and addresses.
@Suite(.ends) struct CostLimitTests {
  // MARK: Inputs and bytes

  @Test func inputsOfAnAddressAreRateLimited() async {
    let limits = WebLimits(
      actionsPerSession: RateLimit(burst: 2, perSecond: 0.001),
      actionsPerAddress: RateLimit(burst: 3, perSecond: 1)
    )
    let tally = TallySite(limits: limits)
    let (first, second) = (await tally.newCookie(), await tally.newCookie())
    let two = "action=\(encoded(.add(1)))&action=\(encoded(.add(1)))"
    #expect(await tally.post(two, first, from: "192.0.2.1").status == 204)
    let refused = await tally.post(two, second, from: "192.0.2.1")
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") == "1")
    // The refused request does not count against its session, which would have no inputs left.
    #expect(await tally.post(two, second, from: "192.0.2.2").status == 204)
    #expect(await tally.count(second) == "2")
  }

  @Test func bytesOfASessionAreRateLimited() async {
    let tally = TallySite(limits: WebLimits(bytesPerSession: RateLimit(burst: 200, perSecond: 10)))
    let (cookie, other) = (await tally.newCookie(), await tally.newCookie())
    // One input, because only the last text of a field counts.
    let body = Array(repeating: "name=a", count: 22).joined(separator: "&")
    #expect(body.utf8.count == 153)
    #expect(await tally.post(body, cookie).status == 204)
    let refused = await tally.post(body, cookie)
    #expect(refused.status == 429)
    // 47 bytes are left.
    #expect(refused.header("retry-after") == "11")
    #expect(await tally.send(.add(1), other) == 204)
    await tally.clock.advance(by: .seconds(11))
    #expect(await tally.post(body, cookie).status == 204)
  }

  @Test func bytesOfAnAddressAreRateLimited() async {
    let tally = TallySite(limits: WebLimits(bytesPerAddress: RateLimit(burst: 100, perSecond: 10)))
    let (first, second) = (await tally.newCookie(), await tally.newCookie())
    let body = "name=" + String(repeating: "a", count: 75)
    #expect(await tally.post(body, first, from: "192.0.2.1").status == 204)
    let refused = await tally.post(body, second, from: "192.0.2.1")
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") == "6")
    #expect(await tally.post(body, second, from: "192.0.2.2").status == 204)
    // Loopback addresses have no limits.
    #expect(await tally.post(body, second, from: "127.0.0.1").status == 204)
  }

  // MARK: Processor time

  @Test func sessionThatComputesTooLongIsRefusedAndOthersAreNot() async throws {
    let busy = BusySite()
    let (cookie, other) = (try await busy.newCookie(), try await busy.newCookie())
    #expect(await busy.work(6_000, cookie).status == 204)
    await busy.settle()
    let refused = await busy.work(0, cookie)
    #expect(refused.status == 429)
    // A second and a millisecond are owed, of which a second repays 250 milliseconds.
    #expect(refused.header("retry-after") == "5")
    #expect(await busy.get("/", cookie).status == 429)
    #expect(await busy.work(0, other).status == 204)
    #expect(await busy.get("/", other).status == 200)
    await busy.clock.advance(by: .seconds(5))
    #expect(await busy.work(0, cookie).status == 204)
  }

  /// Requests that wait for their turn don't all pass the limit before the first one has used it up.
  @Test func concurrentRequestsDoNotPassTheLimitTogether() async throws {
    let busy = BusySite()
    let cookie = try await busy.newCookie()
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 1...20 { group.addTask { await busy.work(6_000, cookie).status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.sorted() == [204] + Array(repeating: 429, count: 19))
  }

  @Test func concurrentFirstLoadsDoNotPassTheLimitTogether() async throws {
    let busy = BusySite()
    busy.costOfPage.withLock { $0 = .milliseconds(25_000) }
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 1...20 { group.addTask { await busy.get("/", from: "2001:db8::1").status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.sorted() == [200] + Array(repeating: 429, count: 19))
    #expect(await busy.get("/", from: "2001:db8:0:1::1").status == 200)
  }

  @Test func concurrentFirstStreamsDoNotPassTheLimitTogether() async throws {
    let busy = BusySite()
    var cookies: [String] = []
    for _ in 1...20 { cookies.append(try await busy.newCookie()) }
    busy.costOfPage.withLock { $0 = .milliseconds(25_000) }
    let statuses = await withTaskGroup(of: Int.self) { group in
      for cookie in cookies {
        group.addTask { await busy.get("/events", query: "since=0", cookie, from: "192.0.2.1").status }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.sorted() == [200] + Array(repeating: 429, count: 19))
  }

  @Test func debtOfALongComputationIsBounded() async throws {
    let busy = BusySite()
    let cookie = try await busy.newCookie()
    #expect(await busy.work(3_600_000, cookie).status == 204)
    await busy.settle()
    #expect(await busy.work(0, cookie).header("retry-after") == "201")
    await busy.clock.advance(by: .seconds(201))
    #expect(await busy.work(0, cookie).status == 204)
  }

  @Test func shortRequestsAreCountedTogether() async throws {
    let busy = BusySite(limits: WebLimits(processorTimePerSession: RateLimit(burst: 100, perSecond: 1)))
    let cookie = try await busy.newCookie()
    for _ in 1...10 { #expect(await busy.work(10, cookie).status == 204) }
    await busy.settle()
    #expect(await busy.work(10, cookie).status == 429)
  }

  @Test func processorTimeOfAnAddressIsLimited() async throws {
    let busy = BusySite()
    let (first, second) = (try await busy.newCookie(), try await busy.newCookie())
    #expect(await busy.work(25_000, first, from: "192.0.2.1").status == 204)
    await busy.settle()
    let refused = await busy.work(0, second, from: "192.0.2.1")
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") == "6")
    #expect(await busy.get("/", from: "192.0.2.1").status == 429)
    #expect(await busy.work(0, second, from: "192.0.2.2").status == 204)
    await busy.clock.advance(by: .seconds(6))
    #expect(await busy.get("/", from: "192.0.2.1").status == 200)
  }

  @Test func pagesWithoutASessionCountAgainstTheirAddress() async throws {
    let busy = BusySite()
    busy.costOfPage.withLock { $0 = .milliseconds(25_000) }
    #expect(await busy.get("/", from: "192.0.2.1").status == 200)
    busy.costOfPage.withLock { $0 = .zero }
    await busy.settle()
    #expect(await busy.get("/", from: "192.0.2.1").status == 429)
    #expect(await busy.get("/", from: "192.0.2.2").status == 200)
  }

  /// A visitor doesn't pay for what others change.
  @Test func updatesBecauseOfOthersDoNotCount() async throws {
    let busy = BusySite()
    let (cookie, other) = (try await busy.newCookie(), try await busy.newCookie())
    // Starts the session of the other visitor. The first page counts against it.
    #expect(await busy.work(0, other).status == 204)
    guard case .events(let stream) = await busy.get("/events", query: "since=0", cookie).body else {
      Issue.record("There is no stream.")
      return
    }
    var events = stream.makeAsyncIterator()
    _ = await events.next()
    busy.costOfPage.withLock { $0 = .milliseconds(6_000) }
    #expect(await busy.work(0, other).status == 204)
    #expect(await events.next()?.contains("\"2\"") == true)
    busy.costOfPage.withLock { $0 = .zero }
    await busy.settle()
    #expect(await busy.work(0, cookie).status == 204)
  }

  @Test func bucketsThatOweAreKept() {
    let limits = WebLimits().costsPerSession
    var costs = CostBuckets()
    var areFull = [costs.areFull(limits, at: .zero)]
    costs.take(processorTime: .milliseconds(250), limits, at: .zero)
    areFull += [costs.areFull(limits, at: .milliseconds(999)), costs.areFull(limits, at: .seconds(1))]
    costs.take(RequestCost(inputs: 1, bytes: 1))
    areFull.append(costs.areFull(limits, at: .seconds(1)))
    costs = CostBuckets()
    costs.take(RequestCost(fileBytes: 1))
    areFull.append(costs.areFull(limits, at: .zero))
    #expect(areFull == [true, false, true, false, false])
  }

  /// A bucket that owes something refuses its own cost only.
  @Test func costsAreIndependent() {
    let limits = WebLimits(bytesPerSession: RateLimit(burst: 10, perSecond: 1)).costsPerSession
    var costs = CostBuckets()
    costs.take(RequestCost(bytes: 100))
    #expect(costs.refusal(RequestCost(bytes: 1), limits, at: .zero) == .tooManyBytesSent(seconds: 91))
    #expect(costs.refusal(RequestCost(inputs: 1), limits, at: .zero) == nil)
    #expect(costs.refusal(RequestCost(fileBytes: 1_000), limits, at: .zero) == nil)
  }
}

/// A site whose processor time is what the test says.
private struct BusySite {
  private enum Action: Codable, Sendable {
    case work(milliseconds: Int)
  }

  let clock = TestClock()
  let costOfPage = Locked(Duration.zero)
  private let site: WebSite<Int, Action>

  init(limits: WebLimits = WebLimits()) {
    let processor = Locked(Duration.zero)
    let count = Shared(value: 0)
    let app = WebApp<Int, Action>(
      title: "Busy",
      acceptsOnlyOfferedActions: false,
      viewStore: { actor in
        Store(initialState: BusyState(count), isolation: actor) {
          Reduce<BusyState, Action> { state, action in
            switch action {
            case .work(let milliseconds): processor.withLock { $0 += .milliseconds(milliseconds) }
            }
            state.$count.withLock { $0 += 1 }
            return .none
          }
        }
        .view(state: { $0.count }, action: { $0 as Action })
      },
      screen: { [costOfPage] count in
        let cost = costOfPage.withLock { $0 }
        processor.withLock { $0 += cost }
        return html { Element(.p) { "\(count)" } }
      }
    )
    site = WebSite(
      app,
      limits: limits,
      publicOrigin: nil,
      hosts: nil,
      cookies: SessionCookies(name: nil, origin: nil, key: SessionKey(), mount: MountPath("/")),
      clock: clock,
      date: .seconds(1_800_000_000),
      // With one thread, the time that is measured is that of the session which runs.
      threads: SessionThreads(minimum: 1, maximum: 1, patience: .seconds(3_600)) { processor.withLock { $0 } }
    )
  }

  /// Waits until the time of earlier requests is counted: the only thread has ended with them.
  func settle() async {
    #expect(await get("/").status == 200)
  }

  func get(
    _ path: String,
    query: String = "",
    _ cookie: String? = nil,
    from address: String? = nil
  ) async -> WebResponse {
    var headers = ["host": "localhost"]
    headers["cookie"] = cookie
    return await site.respond(
      to: WebRequest(method: "GET", path: path, query: query, headers: headers, remoteAddress: address)
    )
  }

  func newCookie() async throws -> String {
    try #require(await get("/").header("set-cookie").map { String($0.prefix { $0 != ";" }) })
  }

  func work(_ milliseconds: Int, _ cookie: String, from address: String? = nil) async -> WebResponse {
    let headers = [
      "host": "localhost", "origin": "http://localhost", "cookie": cookie,
      "content-type": "application/x-www-form-urlencoded",
    ]
    let body = "action=\(percentEncoded(ActionCode.encode(Action.work(milliseconds: milliseconds)) ?? ""))"
    return await site.respond(
      to: WebRequest(
        method: "POST",
        path: "/actions",
        headers: headers,
        body: .complete(Array(body.utf8)),
        remoteAddress: address
      )
    )
  }
}

private struct BusyState: Sendable {
  @Shared var count: Int

  init(_ count: Shared<Int>) {
    _count = count
  }
}
