import CounterpointTestSupport
import ControlledClocks
import Counterpoint
import CounterpointHTML
import CounterpointRoutes
import CounterpointSessionsTestSupport
import Testing

@testable import CounterpointSessions

@CasePathable
private enum Room: Hashable, Sendable {
  case hall
  case kitchen

  static let routes = Routes<Room> {
    Route(\.hall)
    Route(\.kitchen) { "kitchen" }
  }
}

/// A house whose rooms show the account and a count of their own.
private struct House: Reducer {
  struct State: Equatable, Sendable {
    var room = Room.hall
    var account: String
    var count = 0
  }

  enum Action: Codable, Sendable {
    case count, enter, enterLater, leave, leaveEverywhere, look
    case opened(Int)
  }

  @Dependency(\.webSession) var session

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .count: state.count += 1
      case .enter:
        session.renewID()
        session.setAccount("blob")
      case .enterLater: session.setAccount("blob")
      case .leave: session.end()
      case .leaveEverywhere: session.endEverywhere()
      case .look: state.account = session.account() ?? "nobody"
      case .opened(let room): state.room = room == 0 ? .hall : .kitchen
      }
      return .none
    }
  }
}

/// The account of a browser, in the stores of its pages.
@Suite(.ends) struct BrowserAccountTests {
  private typealias Site = WebSite<House.State, House.Action>

  private func site(clock: TestClock<Duration> = TestClock(), limits: WebLimits = WebLimits()) -> Site {
    let app = WebApp<House.State, House.Action>(
      title: "House",
      addresses: WebAddresses(Room.routes, route: \.room, action: { .opened($0 == .hall ? 0 : 1) }),
      viewStore: { actor in
        @Dependency(\.webSession) var session
        return Store(initialState: House.State(account: session.account() ?? "nobody"), isolation: actor) {
          House()
        }.view
      },
      screen: { state in
        html {
          Element(.h1) { "\(state.room) of \(state.account), \(state.count)" }
          Element.button(House.Action.count) { "Count" }
          Element.button(House.Action.enter) { "Enter" }
          Element.button(House.Action.enterLater) { "Enter later" }
          Element.button(House.Action.leave) { "Leave" }
          Element.button(House.Action.leaveEverywhere) { "Leave everywhere" }
          Element.button(House.Action.look) { "Look" }
        }
      }
    )
    return WebSite(app, limits: limits, clock: clock)
  }

  private func heading<A, B>(_ visitor: TestVisitor<A, B>) async -> String {
    String(await visitor.text.prefix { $0 != "C" })
  }

  @Test(arguments: [true, false])
  func aPageThatIsLoadedLaterHasTheAccount(hasScript: Bool) async throws {
    let clock = TestClock()
    let site = site(clock: clock)
    let visitor = TestVisitor(site, hasScript: hasScript)
    try await visitor.open()
    #expect(await heading(visitor) == "hall of nobody, 0")
    try await visitor.click("Enter")

    // Later than half of the time to live, a cookie is too old for a first action.
    await clock.advance(by: .seconds(200))
    let page = await visitor.newPage()
    try await page.open("/kitchen")
    if !hasScript { try await page.click("Look") }
    #expect(await heading(page) == "kitchen of blob, 0")
    // The page before its store has started, as without a stream.
    #expect(await page.cookies == visitor.cookies)
  }

  @Test func aPageThatIsLoadedLaterDoesNotEndTheOthers() async throws {
    let clock = TestClock()
    let visitor = TestVisitor(site(clock: clock))
    try await visitor.open()
    try await visitor.click("Count")
    await clock.advance(by: .seconds(200))

    let page = await visitor.newPage()
    try await page.open("/kitchen")
    #expect(await page.cookies == visitor.cookies)
    try await visitor.click("Count")
    #expect(await heading(visitor) == "hall of nobody, 2")
  }

  @Test func theFirstPageIsRenderedWithTheAccount() async throws {
    let site = site()
    let visitor = TestVisitor(site)
    try await visitor.open()
    try await visitor.click("Enter")
    let cookie = await visitor.cookies.map { "\($0.key)=\($0.value)" }.joined()
    let request = WebRequest(method: "GET", path: "/kitchen", headers: ["host": "localhost", "cookie": cookie])
    #expect(await site.respond(to: request).text?.contains("kitchen of blob") == true)
    #expect(site.sessionCount == 1)
  }

  @Test func aPageThatIsOpenGetsTheAccount() async throws {
    let visitor = TestVisitor(site())
    try await visitor.open()
    let page = await visitor.newPage()
    try await page.open("/kitchen")
    try await visitor.click("Enter later")
    try await page.click("Look")
    #expect(await heading(page) == "kitchen of blob, 0")
  }

  @Test func theOldIdentifierHasNoAccount() async throws {
    let site = site()
    let visitor = TestVisitor(site)
    try await visitor.open()
    let stolen = await visitor.newPage()
    try await visitor.click("Enter")
    try await stolen.open("/kitchen")
    #expect(await heading(stolen) == "kitchen of nobody, 0")
  }

  @Test(arguments: ["Leave", "Leave everywhere"])
  func anEndedSessionHasNoAccount(button: String) async throws {
    let site = site()
    let visitor = TestVisitor(site)
    try await visitor.open()
    try await visitor.click("Enter")
    let stolen = await visitor.newPage()
    try await stolen.open("/kitchen")
    #expect(await heading(stolen) == "kitchen of blob, 0")
    await #expect(throws: TestVisitorError.self) { try await visitor.click(button) }
    #expect(site.sessionCount == 0)
    let later = await stolen.newPage()
    try await later.open("/kitchen")
    #expect(await heading(later) == "kitchen of nobody, 0")
  }

  @Test func otherAccountsStayWhenAnAccountLeavesEverywhere() async throws {
    let site = site()
    let (visitor, other, stranger) = (TestVisitor(site), TestVisitor(site), TestVisitor(site))
    for each in [visitor, other, stranger] { try await each.open() }
    for each in [visitor, other] { try await each.click("Enter") }
    #expect(site.sessionCount == 3)
    await #expect(throws: TestVisitorError.self) { try await visitor.click("Leave everywhere") }
    #expect(site.sessionCount == 1)
    try await stranger.click("Count")
    #expect(await heading(stranger) == "hall of nobody, 1")
  }

  @Test func anAccountEndsWithTheLastSessionOfItsBrowser() async throws {
    let clock = TestClock()
    let site = site(clock: clock)
    let visitor = TestVisitor(site)
    try await visitor.open()
    try await visitor.click("Enter")
    await clock.advance(by: .seconds(299))
    site.sessions.expire()
    #expect(site.sessionCount == 1)
    await clock.advance(by: .seconds(2))
    site.sessions.expire()
    #expect(site.sessionCount == 0)
    let page = await visitor.newPage()
    try await page.open("/kitchen")
    #expect(await heading(page) == "kitchen of nobody, 0")
  }
}
