import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import DependencyInjection
import Foundation
import Testing

/// The stores of a site inherit the dependencies that are current when the site is created.
@Suite struct SiteDependencyTests {
  @Test func storesInheritTheDependenciesOfTheSite() async throws {
    let app = WebApp<String, Action>(
      title: "Date",
      acceptsOnlyOfferedActions: false,
      viewStore: { actor in
        Store(initialState: "", isolation: actor) { Reader() }
          .view(state: { $0 }, action: { $0 as Action })
      },
      screen: { text in html { Element(.p) { text } } }
    )
    let site = withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 42)
    } operation: {
      WebSite(app, clock: TestClock())
    }
    let page = await site.respond(to: WebRequest(method: "GET", path: "/", headers: ["host": "localhost"]))
    let cookie = String(try #require(page.header("set-cookie")).prefix { $0 != ";" })
    let headers = [
      "host": "localhost", "origin": "http://localhost", "cookie": cookie,
      "content-type": "application/x-www-form-urlencoded",
    ]
    let body = "action=\(percentEncoded(ActionCode.encode(Action.read) ?? ""))"
    let request = WebRequest(method: "POST", path: "/", headers: headers, body: .complete(Array(body.utf8)))
    #expect(await site.respond(to: request).status == 303)
    let after = await site.respond(to: WebRequest(method: "GET", path: "/", headers: headers))
    #expect(after.text?.contains("<p>42.0</p>") == true)
  }

  fileprivate enum Action: Codable, Sendable { case read }

  private struct Reader: Reducer {
    @Dependency(\.date.now) var now

    func reduce(into state: inout String, action: Action) -> Effect<Action> {
      state = "\(now.timeIntervalSince1970)"
      return .none
    }
  }
}
