import ControlledClocks
import Counterpoint
import CounterpointHTML
import CounterpointRoutes
import CounterpointSessionsTestSupport
import CounterpointTestSupport
import Foundation
import Testing

@testable import CounterpointSessions

@CasePathable
private enum Route: Hashable, Sendable {
  case shelf
  case book(Int)
  case search(String)
  case account
  case logIn

  static let routes = Routes<Route> {
    CounterpointRoutes.Route(\.shelf)
    CounterpointRoutes.Route(\.book) {
      "books"
      Component(Int.self)
    }
    CounterpointRoutes.Route(\.search) {
      "search"
      Query("q", String.self)
    }
    CounterpointRoutes.Route(\.account) { "account" }
    CounterpointRoutes.Route(\.logIn) { "login" }
  }
}

private struct Library: Reducer {
  struct State: Equatable, Sendable {
    var route = Route.shelf
    var count = 0
    var isLocked = false
    var text: String { if case .search(let text) = route { text } else { "" } }
  }

  enum Action: Codable, Sendable {
    case count
    case end
    case lock
    case next
    case opened(String)
    case renew
    case typed(String)
  }

  @Dependency(\.webSession) var session

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .count: state.count += 1
      case .end: session.end()
      case .lock: state.isLocked = true
      case .next: if case .book(let number) = state.route { state.route = .book(number + 1) }
      case .opened(let address):
        guard !state.isLocked, let route = Route.routes.route(for: address) else { break }
        // This site has no accounts.
        state.route = route == .account ? .logIn : route
      case .renew: session.renewID()
      case .typed(let text): if text != state.text { state.route = .search(text) }
      }
      return .none
    }
  }
}

/// A program with addresses: a shelf of books, a page of each, and a search.
@Suite(.ends) struct AddressTests {
  private typealias Site = WebSite<Library.State, Library.Action>

  private func site(path: String = "/") -> Site {
    let app = WebApp<Library.State, Library.Action>(
      title: "Library",
      isBusy: { $0.route == .book(99) },
      addresses: WebAddresses(
        Route.routes,
        route: \.route,
        action: { .opened(Route.routes.address(for: $0)?.description ?? "") },
        changesNothing: { if case .book = $0 { true } else { false } },
        replaces: { old, new in
          if case (.search, .search) = (old, new) { true } else { false }
        }
      ),
      head: { state in
        if case .book(let number) = state.route {
          PageHead(title: "Book \(number)", description: "A <book>", isIndexed: number != 0, isFound: number < 200)
        } else {
          PageHead()
        }
      },
      fields: { [WebField("search", $0.binding(get: \.text, send: Library.Action.typed))] },
      viewStore: { actor in
        Store(initialState: Library.State(), isolation: actor) { Library() }.view
      },
      screen: { state in
        html {
          Element(.h1) { "\(state.route) \(state.count)" }
          Element.link(to: Route.shelf, in: Route.routes) { "Shelf" }
          Element.link(to: Route.book(7), in: Route.routes) { "Seven" }
          Element.link(to: Route.account, in: Route.routes) { "Account" }
          Element(.a, .href("/elsewhere")) { "Elsewhere" }
          Element.field("search", value: state.text)
          Element.button(Library.Action.next) { "Next" }
          Element.button(Library.Action.count) { "Count" }
          Element.button(Library.Action.lock) { "Lock" }
          Element.button(Library.Action.renew) { "Renew" }
          Element.button(Library.Action.end) { "End" }
        }
      }
    )
    return WebSite(app, path: path, clock: TestClock())
  }

  private func get(
    _ address: String,
    of site: Site,
    headers: [String: String] = [:],
    method: String = "GET"
  ) async -> WebResponse {
    let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
    let headers = headers.merging(["host": "localhost"]) { old, _ in old }
    return await site.respond(
      to: WebRequest(method: method, path: parts[0], query: parts.count == 2 ? parts[1] : "", headers: headers)
    )
  }

  // MARK: Opening addresses

  @Test(arguments: [("/books/7", 200), ("/", 503), ("/search?q=a", 503), ("/nowhere", 404)])
  func onlyRoutesThatChangeNothingAreLoadedInAdvance(address: String, status: Int) async {
    let parts = address.split(separator: "?").map(String.init)
    let request = WebRequest(
      method: "GET",
      path: parts[0],
      query: parts.count > 1 ? parts[1] : "",
      headers: ["host": "localhost", "sec-purpose": "prefetch"]
    )
    #expect(await site().respond(to: request).status == status)
  }

  @Test(arguments: ["/", "/library", "/a/b"], [true, false])
  func anAddressLeadsToItsPage(path: String, hasScript: Bool) async throws {
    let visitor = TestVisitor(site(path: path), path: path, hasScript: hasScript)
    try await visitor.open("/books/3")
    #expect(await visitor.text.hasPrefix("book(3) 0"))
    #expect(await visitor.title == "Book 3")
    try await visitor.click("Count")
    try await visitor.click("Next")
    #expect(await visitor.text.hasPrefix("book(4) 1"))
    #expect(await visitor.address == "/books/4")
    #expect(await visitor.title == "Book 4")
    try await visitor.follow("Shelf")
    #expect(await visitor.address == "/")
    #expect(await visitor.text.hasPrefix("shelf 1"))
    #expect(await visitor.title == "Library")
    try await visitor.goBack()
    #expect(await visitor.address == "/books/4")
    #expect(await visitor.text.hasPrefix("book(4) 1"))
    try await visitor.follow("Seven")
    #expect(await visitor.text.hasPrefix("book(7) 1"))
  }

  @Test(arguments: [true, false]) func aPageCanLeadElsewhere(hasScript: Bool) async throws {
    let visitor = TestVisitor(site(), hasScript: hasScript)
    try await visitor.open("/account")
    #expect(await visitor.address == "/login")
    #expect(await visitor.text.hasPrefix("logIn"))
    try await visitor.open("/")
    try await visitor.follow("Account")
    #expect(await visitor.address == "/login")
    #expect(await visitor.text.hasPrefix("logIn"))
  }

  @Test func aRefusedLinkChangesNeitherPageNorAddress() async throws {
    let visitor = TestVisitor(site())
    try await visitor.open("/books/1")
    try await visitor.click("Lock")
    try await visitor.follow("Seven")
    #expect(await visitor.address == "/books/1")
    #expect(await visitor.text.hasPrefix("book(1)"))
  }

  @Test func anUnknownAddressHasAPageOfTheProgram() async throws {
    let site = site(path: "/library")
    for address in ["/library/books", "/library/books/x", "/library/search", "/library/books/1/2", "/library//"] {
      let response = await get(address, of: site)
      #expect(response.status == 404, "\(address)")
      let text = try #require(response.text)
      #expect(text.contains("<h1>This page does not exist</h1>"))
      #expect(text.contains("<title>This page does not exist – Library</title>"))
      #expect(text.contains("<a href=\"/library\""))
      #expect(response.header("set-cookie") == nil)
    }
    let image = await get("/library/favicon.ico", of: site, headers: ["sec-fetch-dest": "image"])
    #expect(image.status == 404)
    #expect(image.text == "There is no such page.\n")
    #expect(await get("/libraryx", of: site).status == 404)
    #expect(site.sessionCount == 0)
  }

  @Test func aHostAsksWhichAddressesAreTheSites() {
    let site = site(path: "/library")
    for path in ["/library", "/library/", "/library/books/3", "/library/actions", "/library/counterpoint.js"] {
      #expect(site.handles(path), "\(path)")
    }
    #expect(site.handles("/library/search", query: "q=x"))
    for path in ["/", "/library/books", "/library/search", "/books/3", "/libraryx"] {
      #expect(!site.handles(path), "\(path)")
    }
  }

  @Test func searchEnginesGetTheirElements() async throws {
    let site = site(path: "/library")
    let text = try #require(await get("/library/books/0/?utm=x", of: site).text)
    #expect(text.contains("<title>Book 0</title>"))
    #expect(text.contains("<meta name=\"description\" content=\"A &lt;book>\">") || text.contains("&lt;book&gt;"))
    #expect(text.contains("<meta name=\"robots\" content=\"noindex\">"))
    #expect(text.contains("<link rel=\"canonical\" href=\"/library/books/0\">"))
    #expect(!(try #require(await get("/library", of: site).text)).contains("noindex"))
  }

  @Test func linksLeadBelowThePathOfTheSite() async throws {
    let text = try #require(await get("/library", of: site(path: "/library")).text)
    #expect(text.contains("<a href=\"/library/books/7\""))
    #expect(text.contains("<a href=\"/library\" "))
    #expect(text.contains("<a href=\"/elsewhere\">"))
  }

  @Test func aRouteWithoutAnAddressIsReported() {
    let routes = Routes<Route> { CounterpointRoutes.Route(\.shelf) }
    let reported = issues { _ = Element.link(to: Route.logIn, in: routes) { "Log in" } }
    #expect(reported.count == 1)
  }

  // MARK: Pages of missing things

  @Test(arguments: ["GET", "HEAD"], [true, false])
  func aMissingThingHasAPageWithTheStatus404(method: String, hasSession: Bool) async throws {
    let site = site(path: "/library")
    var headers: [String: String] = [:]
    if hasSession {
      let visitor = TestVisitor(site, path: "/library", hasScript: false)
      try await visitor.open("/")
      try await visitor.click("Count")
      headers["cookie"] = await visitor.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
    }
    let response = await get("/library/books/200", of: site, headers: headers, method: method)
    #expect(response.status == 404)
    let text = try #require(response.text)
    #expect(text.contains("<h1>book(200) \(hasSession ? 1 : 0)</h1>"))
    #expect(text.contains("<title>Book 200</title>"))
    #expect(text.contains("<meta name=\"robots\" content=\"noindex\">"))
    #expect(!text.contains("canonical"))
    let found = await get("/library/books/199", of: site, headers: headers, method: method)
    #expect(found.status == 200)
    #expect(found.text?.contains("canonical") == true)
    #expect(site.sessionCount == (hasSession ? 1 : 0))
  }

  @Test func withTheScriptALinkToAMissingThingChangesThePageInPlace() async throws {
    let visitor = TestVisitor(site())
    try await visitor.open("/books/199")
    try await visitor.click("Count")
    try await visitor.click("Next")
    #expect(await visitor.address == "/books/200")
    #expect(await visitor.title == "Book 200")
    try await visitor.follow("Seven")
    #expect(await visitor.text.hasPrefix("book(7) 1"))
    try await visitor.goBack()
    #expect(await visitor.text.hasPrefix("book(200) 1"))
  }

  @Test(arguments: [true, false]) func aVisitorSeesThePageOfAMissingThing(hasScript: Bool) async throws {
    let visitor = TestVisitor(site(), hasScript: hasScript)
    let error = await #expect(throws: TestVisitorError.self) { try await visitor.open("/books/200") }
    #expect(error?.status == 404)
    #expect(await visitor.address == "/books/200")
    #expect(await visitor.title == "Book 200")
    // The page works like any other.
    try await visitor.follow("Seven")
    try await visitor.click("Count")
    #expect(await visitor.text.hasPrefix("book(7) 1"))
  }

  @Test func withoutTheScriptAFormThatLeadsToAMissingThingIsARedirect() async throws {
    let visitor = TestVisitor(site(), hasScript: false)
    try await visitor.open("/books/199")
    let error = await #expect(throws: TestVisitorError.self) { try await visitor.click("Next") }
    #expect(error?.status == 404)
    #expect(await visitor.address == "/books/200")
    #expect(await visitor.text.hasPrefix("book(200) 0"))
  }

  @Test(arguments: [true, false]) func aVisitorSeesThePageOfAnUnknownAddress(hasScript: Bool) async throws {
    let visitor = TestVisitor(site(path: "/library"), path: "/library", hasScript: hasScript)
    try await visitor.open("/books/1")
    let error = await #expect(throws: TestVisitorError.self) { try await visitor.open("/nowhere") }
    #expect(error?.status == 404)
    #expect(await visitor.address == "/nowhere")
    #expect(await visitor.title == "This page does not exist – Library")
    try await visitor.follow("Go to the first page")
    #expect(await visitor.text.hasPrefix("shelf"))
    #expect(await visitor.history == ["/books/1", "/nowhere", "/"])
    _ = await #expect(throws: TestVisitorError.self) { try await visitor.open("/nowhere") }
    // The document has no script, so this is a load.
    try await visitor.goBack()
    #expect(await visitor.address == "/")
    // An input without a page would have begun the store that all pages of the browser share.
    try await visitor.click("Count")
    let other = await visitor.newPage()
    try await other.open("/")
    #expect(await other.text.hasPrefix(hasScript ? "shelf 0" : "shelf 1"))
  }

  // MARK: Stores of pages

  @Test func eachPageHasAStoreOfItsOwn() async throws {
    let site = site()
    let first = TestVisitor(site)
    try await first.open("/books/1")
    try await first.click("Count")
    let second = await first.newPage()
    try await second.open("/books/2")
    #expect(await second.text.hasPrefix("book(2) 0"))
    try await second.click("Count")
    try await second.click("Count")
    try await first.click("Next")
    #expect(await first.text.hasPrefix("book(2) 1"))
    #expect(await second.text.hasPrefix("book(2) 2"))
    #expect(site.sessionCount == 2)
  }

  @Test func withoutTheScriptAllPagesShareAStore() async throws {
    let site = site()
    let first = TestVisitor(site, hasScript: false)
    try await first.open("/books/1")
    try await first.click("Count")
    let second = await first.newPage()
    try await second.open("/books/5")
    try await second.click("Next")
    #expect(await second.text.hasPrefix("book(6) 1"))
    // The first page is still at its address, so its button means that one.
    try await first.click("Next")
    #expect(await first.text.hasPrefix("book(2) 1"))
    #expect(site.sessionCount == 1)
  }

  @Test(arguments: ["/", "/library"]) func aBusyPageWithoutTheScriptFollowsItsStore(path: String) async throws {
    let site = site(path: path)
    let busy = TestVisitor(site, path: path, hasScript: false)
    try await busy.open("/books/99")
    let markup = try #require(await get("\(mount(path))/books/99", of: site).text)
    let reload = try #require(markup.firstMatch(of: /content="1; url=([^"]+)"/)?.1)
    #expect(reload.hasSuffix("/current?at=%2Fbooks%2F99"))
    let address = String(reload.dropFirst(path == "/" ? 0 : path.count))
    // Nothing has changed yet.
    try await busy.open(address)
    #expect(await busy.address == "/books/99")
    // As an effect does.
    try await busy.click("Next")
    try await busy.open(address)
    #expect(await busy.address == "/books/100")
    #expect(await busy.text.hasPrefix("book(100)"))
    #expect(await get("\(mount(path))/current?at=%2Fnowhere", of: site).status == 400)
    #expect(await get("\(mount(path))/current", of: site).status == 400)
  }

  @Test(arguments: ["/", "/library"]) func aWaitingVisitorWithoutTheScriptFollowsItsStore(path: String) async throws {
    let busy = TestVisitor(site(path: path), path: path, hasScript: false)
    try await busy.open("/")
    try await busy.open("/books/99")
    let other = await busy.newPage()
    try await other.open("/books/99")
    try await other.click("Next")
    // A request for the old address would lead the store back.
    try await busy.wait { !$0.text.hasPrefix("book(99) 0") }
    #expect(await busy.address == "/books/100")
    #expect(await busy.text.hasPrefix("book(100)"))
    #expect(await busy.history == ["/", "/books/100"])
  }

  private func mount(_ path: String) -> String { path == "/" ? "" : path }

  @Test func theEndOfASessionEndsAllPagesOfTheBrowser() async throws {
    let site = site()
    let (first, stranger) = (TestVisitor(site), TestVisitor(site))
    try await first.open("/books/1")
    try await first.click("Count")
    let second = await first.newPage()
    try await second.open("/books/2")
    try await second.click("Count")
    try await stranger.open("/")
    try await stranger.click("Count")
    #expect(site.sessionCount == 3)
    await #expect(throws: TestVisitorError.self) { try await first.click("End") }
    #expect(site.sessionCount == 1)
    await #expect(throws: TestVisitorError.self) { try await second.click("Count") }
    try await stranger.click("Count")
  }

  @Test func anotherIdentifierEndsTheOtherPages() async throws {
    let site = site()
    let first = TestVisitor(site)
    try await first.open("/books/1")
    try await first.click("Count")
    let second = await first.newPage()
    try await second.open("/books/2")
    try await second.click("Count")
    let old = await first.cookies
    try await first.click("Renew")
    #expect(await first.cookies != old)
    // The page goes on with its store.
    try await first.click("Count")
    #expect(await first.text.hasPrefix("book(1) 2"))
    await #expect(throws: TestVisitorError.self) { try await second.click("Count") }
    #expect(site.sessionCount == 1)
  }

  @Test(arguments: ["", "x!", "12345678901234567", "é"]) func hostilePageNamesAreRefused(name: String) async throws {
    let site = site()
    let cookie = try #require(await get("/", of: site).header("set-cookie")?.split(separator: ";").first)
    let query = "since=page&page=\(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")&at=%2F"
    let response = await get("/events?\(query)", of: site, headers: ["cookie": String(cookie)])
    #expect(response.status == (name.isEmpty ? 200 : 400))
  }

  @Test func aVisitOfAnUnknownAddressChangesNothing() async throws {
    let visitor = TestVisitor(site())
    try await visitor.open("/books/1")
    await #expect(throws: TestVisitorError.refused(status: 400, text: "The program has no such address.\n")) {
      try await visitor.submit("counterpoint-visit", "/nowhere")
    }
    #expect(await visitor.text.hasPrefix("book(1)"))
  }

  // MARK: The history of the browser

  @Test func addressesAreEntriesOfTheHistoryOrReplaceThem() async throws {
    let visitor = TestVisitor(site())
    try await visitor.open("/search?q=")
    try await visitor.type("a", into: "search")
    try await visitor.type("ab", into: "search")
    #expect(await visitor.address == "/search?q=ab")
    try await visitor.follow("Seven")
    #expect(await visitor.history == ["/search?q=ab", "/books/7"])
    try await visitor.click("Next")
    #expect(await visitor.history == ["/search?q=ab", "/books/7", "/books/8"])
    try await visitor.goBack()
    #expect(await visitor.text.hasPrefix("book(7)"))
  }

  @Test func theScriptShowsTheAddressOfARedirect() {
    var page = PageLocation(address: "/login", title: "\"Log in\"")
    #expect(page.json == #"["u","push","/login","\"Log in\""]"#)
    page.isReplacing = true
    page.address = nil
    #expect(page.json == #"["u","replace",null,"\"Log in\""]"#)
  }
}
