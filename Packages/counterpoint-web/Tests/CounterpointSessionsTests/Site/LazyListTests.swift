import ControlledClocks
import Counterpoint
import CounterpointHTML
import CounterpointSessionsTestSupport
import CounterpointTestSupport
import Foundation
import Testing

@testable import CounterpointSessions

/// A program with a list of numbers that can be marked.
@Suite(.ends) struct LazyListTests {
  private struct State: Equatable, Sendable {
    var numbers = Array(0..<100_000)
    var marked: Set<Int> = []
    var isListed = true
  }

  private enum Action: Codable, Sendable {
    case insert, hide, show
    case mark(Int)
  }

  private func site(path: String = "/") -> WebSite<State, Action> {
    let app = WebApp<State, Action>(
      title: "Numbers",
      viewStore: { actor in
        Store(initialState: State(), isolation: actor) {
          Reduce<State, Action> { state, action in
            switch action {
            case .insert: state.numbers.insert(-1, at: 0)
            case .hide: state.isListed = false
            case .show: state.isListed = true
            case .mark(let number): state.marked.insert(number)
            }
            return .none
          }
        }.view
      },
      screen: { state in
        html {
          Element(.p) { "marked: \(state.marked.sorted())" }
          Element.button(Action.insert) { "Insert" }
          Element.button(Action.hide) { "Hide" }
          Element.button(Action.show) { "Show" }
          if state.isListed {
            Element.lazyList("numbers", count: state.numbers.count, rowHeight: 20, label: "Numbers") { range in
              for number in state.numbers[range] {
                Element(.li, .id("row\(number)"), key: "\(number)") {
                  Element.button(Action.mark(number)) { "\(number)" }
                }
              }
            }
          }
        }
      }
    )
    return WebSite(app, path: path, clock: TestClock())
  }

  private func rows(_ page: [HTML]) -> Int {
    page.markup.components(separatedBy: "<li").count - 1
  }

  @Test(arguments: [true, false]) func aScrolledListOffersItsRows(hasScript: Bool) async throws {
    let visitor = TestVisitor(site(), hasScript: hasScript)
    try await visitor.open()
    #expect(await rows(visitor.page) == 50)
    try await visitor.click("7")
    try await visitor.scroll("numbers", to: 50_000)
    #expect(await rows(visitor.page) <= 60)
    try await visitor.click("50007")
    #expect(await visitor.text.hasPrefix("marked: [7, 50007]"))
    // The page stays there.
    try await visitor.click("50008")
    try await visitor.scroll("numbers", to: 99_999)
    try await visitor.click("99999")
    #expect(await visitor.text.hasPrefix("marked: [7, 50007, 50008, 99999]"))
    await #expect(throws: TestVisitorError.self) { try await visitor.click("50007") }
    await #expect(throws: TestVisitorError.self) { try await visitor.scroll("letters", to: 0) }
  }

  @Test(arguments: ["/", "/a/b"]) func pagesOfAListAreLinks(path: String) async throws {
    let visitor = TestVisitor(site(path: path), path: path, hasScript: false)
    try await visitor.open()
    try await visitor.follow("Next")
    #expect(await visitor.address == "/?counterpoint-window=50+50+numbers")
    #expect(await visitor.page.element(id: "row50") != nil)
    try await visitor.click("51")
    #expect(await visitor.text.hasPrefix("marked: [51]"))
    #expect(await visitor.page.element(id: "row50") != nil)
    try await visitor.follow("Next")
    try await visitor.follow("Previous")
    try await visitor.follow("Previous")
    #expect(await visitor.page.element(id: "row0") != nil)
  }

  @Test func anInsertedRowIsSentAlone() async throws {
    let visitor = TestVisitor(site())
    try await visitor.open()
    try await visitor.scroll("numbers", to: 50_000)
    let before = await visitor.page
    try await visitor.click("Insert")
    let changes = await visitor.page.changes(to: before)
    #expect(await visitor.page.element(id: "row49979") != nil)
    #expect(await rows(visitor.page) == 60)
    #expect(!changes.isEmpty)
  }

  @Test func aListThatAppearsAgainBeginsAtItsFirstRow() async throws {
    let visitor = TestVisitor(site())
    try await visitor.open()
    try await visitor.scroll("numbers", to: 50_000)
    try await visitor.click("Hide")
    try await visitor.click("Show")
    #expect(await visitor.page.element(id: "row0") != nil)
    #expect(await rows(visitor.page) == 50)
  }

  @Test func aScrolledPageStartsItsSessionWhereItIs() async throws {
    let site = site()
    let query = "counterpoint-window=50000+60+numbers"
    let page = await site.respond(
      to: WebRequest(method: "GET", path: "/", query: query, headers: ["host": "localhost"])
    )
    let cookie = try #require(page.header("set-cookie")?.split(separator: ";").first)
    let markup = try #require(page.text)
    #expect(markup.contains("row50000"))
    let start = try #require(markup.range(of: "data-revision=\"")?.upperBound)
    let revision = markup[start...].prefix { $0 != "\"" }
    // The stream of the page finds the same rows, and sends nothing.
    let events = await site.respond(
      to: WebRequest(
        method: "GET",
        path: "/events",
        query: "since=\(revision)&\(query)",
        headers: ["host": "localhost", "cookie": String(cookie)]
      )
    )
    guard case .events(let stream) = events.body else {
      throw TestVisitorError.refused(status: events.status, text: "")
    }
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next(isolation: nil) == "retry: 1000\n\n")
  }

  @Test(arguments: ["x", "5 6", "-1 5 numbers", ""]) func malformedWindowsAreRefused(text: String) async throws {
    let visitor = TestVisitor(site())
    try await visitor.open()
    await #expect(throws: TestVisitorError.self) { try await visitor.submit("counterpoint-window", text) }
  }

  @Test func windowsOfOtherListsAreIgnored() async throws {
    let visitor = TestVisitor(site())
    try await visitor.open()
    try await visitor.submit("counterpoint-window", "5 6 letters")
    #expect(await rows(visitor.page) == 50)
    try await visitor.open("/?counterpoint-window=5+6&counterpoint-window=x&counterpoint-window=5+100000+letters")
    #expect(await rows(visitor.page) == 50)
  }
}
