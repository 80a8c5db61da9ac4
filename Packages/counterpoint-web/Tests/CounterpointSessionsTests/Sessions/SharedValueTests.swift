import CounterpointTestSupport
import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import StateSharing
import Testing

/// A page shows the current values of shared state, whichever store changes them.
@Suite(.ends) struct SharedValueTests {
  private let hits: Shared<Int>
  private let site: WebSite<Int, HitAction>

  init() {
    let hits = Shared<Int>(value: 0)
    self.hits = hits
    let app = WebApp<Int, HitAction>(
      title: "Hits",
      viewStore: { actor in
        Store(initialState: HitState(hits), isolation: actor) { HitReducer() }
          .view(state: { $0.hits }, action: { $0 as HitAction })
      },
      screen: { hits in
        html {
          Element(.p) { "\(hits)" }
          Element.button(HitAction.hit) { "Hit" }
        }
      }
    )
    site = WebSite(app, clock: TestClock())
  }

  @Test func reloadedPageShowsChangesOfOthers() async throws {
    let cookie = try #require(await newCookie())
    for number in 1...100 {
      hits.withLock { $0 += 1 }
      #expect(await page(cookie)?.contains("<p>\(number)</p>") == true)
    }
  }

  @Test func streamSendsChangesOfOthers() async throws {
    let (first, second) = (try #require(await newCookie()), try #require(await newCookie()))
    var events = try #require(await self.events(first))
    #expect(await events.next() == "retry: 1000\n\n")
    hits.withLock { $0 += 1 }
    #expect(await events.next() == "id: 1\ndata: [[\"t\",[0,0],\"1\"]]\n\n")
    #expect(await hit(second) == 204)
    #expect(await events.next() == "id: 2\ndata: [[\"t\",[0,0],\"2\"]]\n\n")
    #expect(await hit(first) == 204)
    #expect(await events.next() == "id: 3\ndata: [[\"t\",[0,0],\"3\"]]\n\n")
  }

  private func newCookie() async -> String? {
    let response = await site.respond(to: WebRequest(method: "GET", path: "/", headers: ["host": "localhost"]))
    return response.header("set-cookie").map { String($0.prefix { $0 != ";" }) }
  }

  private func page(_ cookie: String) async -> String? {
    await site.respond(to: WebRequest(method: "GET", path: "/", headers: ["host": "localhost", "cookie": cookie])).text
  }

  private func events(_ cookie: String) async -> EventStream.AsyncIterator? {
    let headers = ["host": "localhost", "cookie": cookie]
    let response = await site.respond(
      to: WebRequest(method: "GET", path: "/events", query: "since=0", headers: headers)
    )
    guard case .events(let stream) = response.body else { return nil }
    return stream.makeAsyncIterator()
  }

  private func hit(_ cookie: String) async -> Int {
    let headers = [
      "host": "localhost", "origin": "http://localhost", "cookie": cookie,
      "content-type": "application/x-www-form-urlencoded",
    ]
    let body = "action=\(percentEncoded(ActionCode.encode(HitAction.hit) ?? ""))"
    return await site.respond(
      to: WebRequest(method: "POST", path: "/actions", headers: headers, body: .complete(Array(body.utf8)))
    ).status
  }
}

private struct HitState: Sendable {
  @Shared var hits: Int

  init(_ hits: Shared<Int>) {
    _hits = hits
  }
}

private enum HitAction: Codable, Sendable { case hit }

private struct HitReducer: Reducer {
  func reduce(into state: inout HitState, action: HitAction) -> Effect<HitAction> {
    state.$hits.withLock { $0 += 1 }
    return .none
  }
}
