import CounterpointTestSupport
import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
@_spi(Internals) import CounterpointSupport
import Testing

@Suite(.ends) struct TestVisitorTests {
  private struct State: Equatable, Sendable {
    var title = ""
    var notes: [String] = []
    var isLocked = false
  }

  private enum Action: Codable, Sendable {
    case add
    case clear
    case lock
    case titled(String)
  }

  private func site() -> WebSite<State, Action> {
    let app = WebApp<State, Action>(
      title: "Notes",
      fields: { [WebField("title", $0.binding(get: \.title, send: Action.titled))] },
      viewStore: { actor in
        Store(initialState: State(), isolation: actor) {
          Reduce<State, Action> { state, action in
            switch action {
            case .add: state.notes.append(state.title)
            case .clear: state.notes = []
            case .lock: state.isLocked.toggle()
            case .titled(let title): state.title = title
            }
            return .none
          }
        }.view
      },
      screen: { state in
        html {
          Element.form(submit: state.isLocked ? nil : Action.add) {
            Element.field("title", value: state.title, .flag("readonly", state.isLocked))
            Element.button(Action.add, .flag("disabled", state.isLocked)) { "Add" }
          }
          Element.button(Action.clear, .aria("label", "Clear all")) { "×" }
          Element.button(Action.lock) { "Lock" }
          for note in state.notes { Element(.p) { note } }
        }
      }
    )
    return WebSite(app, clock: TestClock())
  }

  @Test(arguments: [true, false])
  func usesThePage(hasScript: Bool) async throws {
    let visitor = TestVisitor(site(), hasScript: hasScript)
    try await visitor.open()
    try await visitor.type("a+b = 100 % & é", into: "title")
    try await visitor.click("Add")
    try await visitor.type("second", into: "title")
    try await visitor.pressEnter(in: "title")
    #expect(await visitor.text.contains("a+b = 100 % & ésecond"))
    try await visitor.click("Clear all")
    #expect(await visitor.text == "Add×Lock")
    #expect(await visitor.cookies.count == 1)
  }

  @Test(arguments: [true, false])
  func canOnlyUseWhatIsEnabled(hasScript: Bool) async throws {
    let visitor = TestVisitor(site(), hasScript: hasScript)
    try await visitor.open()
    await #expect(throws: TestVisitorError.missing("button 'Remove'", offered: ["Add", "Clear all", "Lock"])) {
      try await visitor.click("Remove")
    }
    try await visitor.click("Lock")
    await #expect(throws: TestVisitorError.missing("button 'Add'", offered: ["Clear all", "Lock"])) {
      try await visitor.click("Add")
    }
    await #expect(throws: TestVisitorError.self) { try await visitor.type("x", into: "title") }
    await #expect(throws: TestVisitorError.self) { try await visitor.pressEnter(in: "title") }
  }

  /// With and without the script, and what is locked is left alone.
  @Test(arguments: [true, false]) func aVisitorDoesAnythingThatThePageOffers(hasScript: Bool) async throws {
    let visitor = TestVisitor(site(), hasScript: hasScript)
    try await visitor.open()
    let numbers = Locked(SeededGenerator(seed: 7))
    var deeds: Set<String> = []
    for _ in 0..<200 {
      let deed = try await visitor.doAnything(typing: ["", "a"]) { limit in
        numbers.withLock { .random(in: 0..<limit, using: &$0) }
      }
      if let deed { deeds.insert(deed) }
    }
    let clicks: Set = ["clicks 'Add'", "clicks 'Clear all'", "clicks 'Lock'"]
    #expect(deeds.subtracting(["goes back"]) == clicks.union(["types '' into 'title'", "types 'a' into 'title'"]))
    #expect(try await visitor.doAnything { _ in 0 } == nil)
    for _ in 0..<20 {
      let deed = try await visitor.doAnything(except: ["Add", "title", "Lock"]) { $0 - 1 }
      #expect(deed == "clicks 'Clear all'" || deed == "goes back")
    }
  }

  @Test(arguments: [true, false]) func onlyVisibleLinksOfTheSiteAreFollowed(hasScript: Bool) async throws {
    let app = WebApp<State, Action>(
      title: "Links",
      viewStore: { actor in Store(initialState: State(), isolation: actor) { EmptyReducer() }.view },
      screen: { _ in
        html {
          Element(.a, .href("https://example.org/")) { "Away" }
          Element(.a, .href("//example.org/")) { "Away too" }
          Element(.a, .href("mailto:a@example.org")) { "Mail" }
          Element(.a, .href("#part")) { "Part" }
          Element(.div, .flag("hidden", true)) { Element(.a, .href("/")) { "Hidden" } }
          Element(.a, .href("/"), .flag("inert", true)) { "Inert" }
          Element(.a, .href("/?q=a:b")) { "Here" }
          Element(.a, .href("http://localhost/?b")) { "Here too" }
          Element(.fieldset, .flag("disabled", true)) {
            Element(.legend) { Element.button(Action.add) { "In the legend" } }
            Element.button(Action.clear) { "Below" }
          }
        }
      }
    )
    let visitor = TestVisitor(WebSite(app, clock: TestClock()), hasScript: hasScript)
    try await visitor.open()
    for label in ["Away", "Away too", "Mail", "Part", "Hidden", "Inert"] {
      await #expect(throws: TestVisitorError.missing("link '\(label)' of the site", offered: ["Here", "Here too"])) {
        try await visitor.follow(label)
      }
    }
    try await visitor.follow("Here")
    try await visitor.follow("Here too")
    #expect(await visitor.history == ["/", "/?q=a:b", "/?b"])
    let deeds = Recorder<String>()
    for choice in 1...4 {
      if let deed = try await visitor.doAnything(choosing: { min(choice, $0 - 1) }) { deeds.note(deed) }
    }
    #expect(deeds.entries == ["clicks 'In the legend'", "follows 'Here'", "follows 'Here too'", "goes back"])
  }

  @Test func anActionThatThePageDoesNotOfferIsRefused() async throws {
    let visitor = TestVisitor(site())
    try await visitor.open()
    try await visitor.send(.lock)
    // The button is still shown to another tab for a while, but it is disabled here.
    await #expect(throws: TestVisitorError.self) { try await visitor.send(.add) }
    #expect(await visitor.text == "Add×Lock")
  }

  @Test func twoVisitorsHaveTheirOwnStores() async throws {
    let site = site()
    let (first, second) = (TestVisitor(site), TestVisitor(site))
    try await first.open()
    try await second.open()
    try await first.type("mine", into: "title")
    try await first.click("Add")
    try await second.open()
    #expect(await !second.text.contains("mine"))
  }

  @Test func changesOfAnotherTabArrive() async throws {
    let site = site()
    let visitor = TestVisitor(site)
    try await visitor.open()
    try await visitor.click("Lock")
    async let unlocked: Void = visitor.wait { $0.markup.contains("disabled") == false }
    try await visitor.click("Lock")
    try await unlocked
  }

  @Test func aMissingPageWithoutADocumentLeavesThePage() async throws {
    let visitor = TestVisitor(site())
    try await visitor.open()
    let error = await #expect(throws: TestVisitorError.self) { try await visitor.open("/nowhere") }
    #expect(error?.status == 404)
    #expect(await visitor.address == "/")
    #expect(await visitor.text == "Add×Lock")
    #expect(TestVisitorError.missing("button", offered: []).status == nil)
  }

  @Test func aForeignOriginIsRefused() async throws {
    let visitor = TestVisitor(site(), origin: "http://example.org")
    await #expect(throws: TestVisitorError.self) { try await visitor.open() }
  }
}
