import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessionsTestSupport
import Testing

@testable import CounterpointSessions

/// Events of hooks: offered, decoded strictly, and accepted by the program.
@Suite struct HookTests {
  struct Move: Codable, Equatable, Sendable {
    var id: String
    var index: Int
    var note: String?
  }

  struct State: Equatable, Sendable {
    var ids = ["a", "b", "c"]
    var isLocked = false
    var hasList = true
  }

  enum Action: Codable, Equatable, Sendable {
    case move(String, Int)
    case lock
    case hide
  }

  private func visitor() async throws -> TestVisitor<State, Action> {
    let app = WebApp<State, Action>(
      title: "List",
      hookEvents: [
        HookEvent("moved", Move.self, maxSize: 60) { move, state in
          state.ids.contains(move.id) && state.ids.indices.contains(move.index) ? .move(move.id, move.index) : nil
        },
        HookEvent("hidden", Bool.self) { _, _ in .hide },
      ],
      viewStore: { actor in
        Store(initialState: State(), isolation: actor) {
          Reduce<State, Action> { state, action in
            switch action {
            case .move(let id, let index):
              state.ids.removeAll { $0 == id }
              state.ids.insert(id, at: index)
            case .lock: state.isLocked = true
            case .hide: state.hasList = false
            }
            return .none
          }
        }.view
      },
      screen: { state in
        html {
          Element.button(Action.lock) { "Lock" }
          Element.button(Action.hide) { "Hide" }
          if state.hasList {
            Element(.p, .id("list"), .inert(state.isLocked)) { state.ids.joined() }
              .hook("sortable", data: state.ids, sends: "moved")
          }
        }
      }
    )
    let visitor = TestVisitor(WebSite(app, clock: TestClock()))
    try await visitor.open()
    return visitor
  }

  private func status(_ visitor: TestVisitor<State, Action>, _ value: String) async throws -> Int {
    do {
      try await visitor.submit("counterpoint-hook", value)
      return 204
    } catch TestVisitorError.refused(let status, _) {
      return status
    }
  }

  @Test func anEventIsAnAction() async throws {
    let visitor = try await visitor()
    #expect(await visitor.page.element(id: "list")?.hookData(as: [String].self) == ["a", "b", "c"])
    try await visitor.sendHookEvent("moved", Move(id: "a", index: 2), from: "list")
    #expect(await visitor.page.element(id: "list")?.text == "bca")
    #expect(await visitor.page.element(id: "list")?.hookData(as: [String].self) == ["b", "c", "a"])
    #expect(try await status(visitor, #"moved { "note": null, "index": 0, "id": "a" }"#) == 204)
    #expect(await visitor.page.element(id: "list")?.text == "abc")
  }

  @Test(arguments: [
    (#"moved {"id":"z","index":0}"#, 400), (#"moved {"id":"a","index":3}"#, 400), (#"moved {"id":"a"}"#, 400),
    (#"moved {"id":"a","index":0,"more":1}"#, 400), (#"moved {"id":"a","index":0.5}"#, 400), ("moved", 400),
    (#"moved {"id":"a","index":"0"}"#, 400), (#"moved {"id":"a","index":true}"#, 400), ("moved null", 400),
    (#"moved {"id":"a","index":0,"__proto__":{}}"#, 400), ("moved {", 400), ("moved ", 400), ("", 400),
    (#"moved {"id":"a","index":0}"# + String(repeating: " ", count: 41), 400), ("__proto__ {}", 400),
    (#" {"id":"a","index":0}"#, 400), ("hidden true", 409), ("constructor {}", 400),
  ])
  func aRefusedEventChangesNothing(_ value: String, _ expected: Int) async throws {
    let visitor = try await visitor()
    #expect(try await status(visitor, value) == expected)
    try await visitor.open()
    #expect(await visitor.page.element(id: "list")?.text == "abc")
  }

  @Test func anInertElementOffersNothing() async throws {
    let visitor = try await visitor()
    try await visitor.click("Lock")
    #expect(try await status(visitor, #"moved {"id":"a","index":2}"#) == 409)
    await #expect(throws: TestVisitorError.self) {
      try await visitor.sendHookEvent("moved", Move(id: "a", index: 2))
    }
    #expect(await visitor.page.element(id: "list")?.text == "abc")
  }

  @Test func onlyTheEventsOfAnElementCanBeSent() async throws {
    let visitor = try await visitor()
    await #expect(throws: TestVisitorError.missing("hook with the event 'hidden'", offered: ["moved"])) {
      try await visitor.sendHookEvent("hidden", true)
    }
    await #expect(throws: TestVisitorError.self) {
      try await visitor.sendHookEvent("moved", Move(id: "a", index: 2), from: "other")
    }
  }

  @Test func aFormCannotSendAnEvent() async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    #expect(await tally.post("counterpoint-hook=moved+1", cookie, path: "/").status == 400)
  }
}
