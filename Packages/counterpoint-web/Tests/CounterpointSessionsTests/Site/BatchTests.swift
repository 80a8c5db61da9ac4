import ControlledClocks
import CounterpointCore
import CounterpointHTML
@_spi(Internals) import CounterpointSupport
import Foundation
import Testing

@testable import CounterpointSessions

/// Requests with several inputs: what each of them means, and what they cost together.
@Suite struct BatchTests {
  private struct State: Equatable, Sendable {
    var first = ""
    var second = ""
    var log: [String] = []
  }

  private enum Action: Codable, Sendable {
    case first(String)
    case second(String)
    case add
  }

  private let site: WebSite<State, Action>
  /// The number of computed pages.
  private let pages = Locked(0)

  init() {
    let app = WebApp<State, Action>(
      title: "Log",
      fields: { store in
        [
          WebField("first", store.binding(get: \.first, send: Action.first)),
          WebField("second", store.binding(get: \.second, send: Action.second)),
        ]
      },
      viewStore: { actor in
        Store(initialState: State(), isolation: actor) {
          Reduce<State, Action> { state, action in
            switch action {
            case .first(let text):
              state.first = text.uppercased()
              state.log.append("first=\(text)")
            case .second(let text):
              state.second = text.uppercased()
              state.log.append("second=\(text)")
            case .add: state.log.append("add \(state.first)")
            }
            return .none
          }
        }.view
      },
      screen: { [pages] state in
        pages.withLock { $0 += 1 }
        return html {
          Element.field("first", value: state.first)
          Element.field("second", value: state.second)
          Element.button(Action.add) { "Add" }
          Element(.p, .id("log")) { state.log.joined(separator: " ") }
        }
      }
    )
    let limits = WebLimits(actionsPerSession: RateLimit(burst: 30, perSecond: 1))
    site = WebSite(app, limits: limits, clock: TestClock())
  }

  private func get(_ path: String, _ cookie: String, query: String = "") async -> WebResponse {
    let headers = ["host": "localhost", "cookie": cookie]
    return await site.respond(to: WebRequest(method: "GET", path: path, query: query, headers: headers))
  }

  private func newCookie() async -> String {
    String(await get("/", "").header("set-cookie")?.prefix { $0 != ";" } ?? "")
  }

  private func post(_ pairs: [String], _ cookie: String) async -> WebResponse {
    let headers = [
      "host": "localhost", "origin": "http://localhost", "cookie": cookie,
      "content-type": "application/x-www-form-urlencoded",
    ]
    let body = Array(pairs.joined(separator: "&").utf8)
    return await site.respond(
      to: WebRequest(method: "POST", path: "/actions", headers: headers, body: .complete(body))
    )
  }

  private func log(_ cookie: String) async -> String? {
    [HTML](markup: await get("/", cookie).text ?? "").element(id: "log")?.text
  }

  private static let add = "action=\(percentEncoded(ActionCode.encode(Action.add) ?? ""))"

  @Test func onlyTheLastTextOfAFieldIsWritten() async {
    let cookie = await newCookie()
    #expect(await post(["first=a", "second=x", "first=b"], cookie).status == 204)
    #expect(await log(cookie) == "second=x first=b")
  }

  @Test func anActionFindsTheTextsOfItsTime() async {
    let cookie = await newCookie()
    #expect(await post(["first=a", "first=b", Self.add, "first=c", "first=d", Self.add], cookie).status == 204)
    #expect(await log(cookie) == "first=b add B first=d add D")
  }

  @Test func theInputsOfARequestAreAllHandledOrNone() async {
    let cookie = await newCookie()
    #expect(await post(["first=a", "other=b", "first=c"], cookie).status == 400)
    #expect(await post(["first=a", Self.add, "action=0"], cookie).status == 400)
    #expect(await log(cookie) == "")
  }

  @Test func aRequestWithManyInputsIsOneChangeOfThePage() async throws {
    let cookie = await newCookie()
    guard case .events(let stream) = await get("/events", cookie, query: "since=page").body else {
      return #expect(Bool(false), "There is no stream.")
    }
    var events = stream.makeAsyncIterator()
    _ = await events.next()
    let before = pages.withLock { $0 }
    let inputs = (0..<10).flatMap { number in ["first=\(number)", "second=x", "first=a\(number)", Self.add] }
    let response = await post(inputs, cookie)
    #expect(response.status == 204)
    #expect(pages.withLock { $0 } == before + 1)
    // The texts as the browser shows them come first, then those of the state.
    let event = try #require(await events.next())
    let ids = event.split(separator: "\n").filter { $0.hasPrefix("id: ") }
    #expect(ids.count == 2)
    #expect(ids.last == "id: \(response.header("counterpoint-revision") ?? "")")
    #expect(event.contains(#""value","a9""#) && event.contains(#""value","A9""#))
    #expect(await log(cookie)?.hasSuffix("second=x first=a9 add A9") == true)
  }

  @Test func aRequestCostsAsMuchAsItHasInputs() async {
    let cookie = await newCookie()
    // Texts that a later one replaces cost nothing.
    #expect(await post((0..<100).flatMap { ["first=\($0)", "second=\($0)"] }, cookie).status == 204)
    #expect(await post(Array(repeating: Self.add, count: 10) + ["first=a"], cookie).status == 204)
    #expect(await post((0..<6).flatMap { ["first=\($0)", Self.add] }, cookie).status == 204)
    let refused = await post(["first=a", "second=b"] + Array(repeating: Self.add, count: 4), cookie)
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") == "1")
    #expect(await post(["first=a", "second=b"] + Array(repeating: Self.add, count: 3), cookie).status == 204)
    #expect(await post(["first=b"], cookie).status == 429)
  }

  @Test func aRequestWithMoreInputsThanTheBurstIsRefused() async {
    let cookie = await newCookie()
    #expect(await post(Array(repeating: Self.add, count: 31), cookie).status == 413)
    #expect(await post(Array(repeating: Self.add, count: 30), cookie).status == 204)
  }
}
