import CounterpointTestSupport
import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
import Testing

/// Lists whose value is none of their options.
@Suite(.ends) struct SelectTests {
  private enum Size: String, CaseIterable, Codable, FieldValue {
    case small, large
  }

  private struct State: Equatable, Sendable {
    var size: Size?
    var owner: String? = "removed"
    var saved = 0
  }

  private enum Action: Codable, Sendable {
    case sizeChosen(Size?)
    case ownerChosen(String?)
    case save
    case clear
  }

  private func visitor(hasScript: Bool = true) -> TestVisitor<State, Action> {
    let app = WebApp<State, Action>(
      title: "Order",
      fields: {
        [
          WebField("size", $0.binding(get: \.size, send: Action.sizeChosen)),
          WebField("owner", $0.binding(get: \.owner, send: Action.ownerChosen)),
        ]
      },
      viewStore: { actor in
        Store(initialState: State(), isolation: actor) {
          Reduce<State, Action> { state, action in
            switch action {
            case .sizeChosen(let size): state.size = size
            case .ownerChosen(let owner): state.owner = owner
            case .save: state.saved += 1
            case .clear: state.size = nil
            }
            return .none
          }
        }.view
      },
      screen: { state in
        html {
          Element.form(submit: Action.save) {
            Element.field("size", label: "Size", .select(state.size, Size.allCases) { $0.rawValue })
            Element.field("owner", label: "Owner", .select(state.owner, ["Blob"], prompt: "None") { $0 })
            Element.button(Action.save) { "Save" }
          }
          Element.button(Action.clear) { "Clear" }
          Element(.pre, .id("state")) { "\(state.size.fieldText)|\(state.owner.fieldText)|\(state.saved)" }
        }
      }
    )
    return TestVisitor(WebSite(app, clock: TestClock()), hasScript: hasScript)
  }

  private func state(_ visitor: TestVisitor<State, Action>) async -> String? {
    await visitor.page.element(id: "state")?.text
  }

  private func options(_ visitor: TestVisitor<State, Action>, _ name: String) async -> Int? {
    await visitor.page.element(id: "field-\(name)")?.children.count
  }

  @Test(arguments: [true, false]) func aFormKeepsAValueThatItDoesNotOffer(hasScript: Bool) async throws {
    let visitor = visitor(hasScript: hasScript)
    try await visitor.open()
    try await visitor.click("Save")
    #expect(await state(visitor) == "|removed|1")
  }

  @Test(arguments: [true, false]) func eachOptionCanBeChosen(hasScript: Bool) async throws {
    let visitor = visitor(hasScript: hasScript)
    try await visitor.open()
    #expect(await [options(visitor, "size"), options(visitor, "owner")] == [3, 3])
    // The first options, which browsers would show without the empty ones.
    try await visitor.choose("small", in: "size")
    try await visitor.choose("None", in: "owner")
    try await visitor.click("Save")
    #expect(await state(visitor) == "small||1")
    #expect(await [options(visitor, "size"), options(visitor, "owner")] == [2, 2])
    try await visitor.click("Clear")
    #expect(await state(visitor) == "||1")
    #expect(await [options(visitor, "size"), options(visitor, "owner")] == [3, 2])
  }

  @Test func theEmptyOptionCannotBeChosen() async throws {
    let visitor = visitor()
    try await visitor.open()
    await #expect(throws: TestVisitorError.missing("option '\u{A0}'", offered: ["small", "large"])) {
      try await visitor.choose("\u{A0}", in: "size")
    }
    for (name, value) in [("size", ""), ("owner", "removed")] {
      let error = await #expect(throws: TestVisitorError.self) { try await visitor.submit(name, value) }
      #expect(error?.status == 409)
    }
  }
}
