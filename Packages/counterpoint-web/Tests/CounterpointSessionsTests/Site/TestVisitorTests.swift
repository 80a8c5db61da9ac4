import CounterpointTestSupport
import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
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
