import ControlledClocks
import Counterpoint
import CounterpointHTML
import CounterpointRoutes
import CounterpointTestSupport
import Testing

@testable import CounterpointSessions

/// A page without the script whose form waits for an effect.
@Suite struct RedirectTests {
  fileprivate enum Action: Codable {
    case finish
    case open(Int)
    case start
  }

  private static let routes = Routes<Step> {
    Route(\.number) { Component(Int.self) }
  }

  private let work = AsyncStream.makeStream(of: Void.self)
  private let ends = AsyncStream.makeStream(of: Void.self)

  private func site() -> WebSite<Int, Action> {
    WebSite(
      WebApp(
        title: "Steps",
        isBusy: { $0 == 1 },
        addresses: WebAddresses(Self.routes, route: { .number($0) }, action: { .open($0.number) }),
        viewStore: { [work = work.stream, ended = ends.continuation] actor in
          Store(initialState: 1, isolation: actor) {
            Reduce<Int, Action> { state, action in
              switch action {
              case .finish:
                state += 1
              case .open(let number):
                state = number
              case .start:
                return .run { send in
                  for await _ in work { break }
                  await send(.finish)
                  ended.yield()
                }
              }
              return .none
            }
          }
          .view(state: { $0 }, action: { $0 })
        },
        screen: { number in
          html {
            Element(.h1) { "Step \(number)" }
            Element.button(Action.start) { "Start" }
          }
        }
      ),
      clock: TestClock()
    )
  }

  private func load(_ path: String, of site: WebSite<Int, Action>, _ cookie: String?) async -> WebResponse {
    var headers = ["host": "localhost"]
    headers["cookie"] = cookie
    let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
    return await site.respond(
      to: WebRequest(method: "GET", path: parts[0], query: parts.count == 2 ? parts[1] : "", headers: headers)
    )
  }

  /// The browser asks for `address` after a form, or `/current` after a busy page, while the effect has ended.
  @Test(arguments: [nil, "/current?at=%2F1"]) func aRequestThatFollowsARedirectFollowsTheStore(
    reload: String?
  ) async throws {
    let site = site()
    let cookie = String(try #require(await load("/1", of: site, nil).header("set-cookie")).prefix { $0 != ";" })
    let headers = [
      "host": "localhost", "origin": "http://localhost", "cookie": cookie,
      "content-type": "application/x-www-form-urlencoded",
    ]
    let body = "action=\(percentEncoded(ActionCode.encode(Action.start) ?? ""))"
    let form = WebRequest(method: "POST", path: "/1", headers: headers, body: .complete(Array(body.utf8)))
    var redirect = await site.respond(to: form)
    if let reload {
      #expect(await load("/1", of: site, cookie).text?.contains("<h1>Step 1</h1>") == true)
      redirect = await load(reload, of: site, cookie)
    }
    #expect(redirect.status == 303)
    #expect(redirect.header("location") == "/1")

    work.continuation.yield()
    for await _ in ends.stream { break }

    let next = await load("/1", of: site, cookie)
    #expect(next.status == 303)
    #expect(next.header("location") == "/2")
    #expect(await load("/2", of: site, cookie).text?.contains("<h1>Step 2</h1>") == true)
    // A request of the user is none that follows.
    #expect(await load("/1", of: site, cookie).text?.contains("<h1>Step 1</h1>") == true)
  }
}

@CasePathable
private enum Step: Hashable, Sendable {
  case number(Int)

  var number: Int {
    switch self {
    case .number(let number): number
    }
  }
}
