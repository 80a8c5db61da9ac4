import Counterpoint
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
import Testing

// The code of the guide "Attach a script to an element", to the letter.

@Reducer
struct Chores {
  struct Chore: Codable, Equatable, Identifiable {
    let id: String
    var title: String
    var minutes: Int
  }

  @ObservableState
  struct State: Equatable {
    var chores: [Chore] = []
  }

  enum Action: Codable {
    case choreMoved(id: String, index: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .choreMoved(let id, let index):
        guard let old = state.chores.firstIndex(where: { $0.id == id }), state.chores.indices.contains(index) else {
          return .none
        }
        state.chores.insert(state.chores.remove(at: old), at: index)
        return .none
      }
    }
  }
}

func choresScreen(_ state: Chores.State) -> [HTML] {
  html {
    Element(.main) {
      Element(.h1) { "Chores" }
      Element(.div, .id("chart")) {
        "\(state.chores.map(\.minutes).reduce(0, +)) minutes"
      }
      .hook("chart", data: state.chores.map(\.minutes), drawsContent: true)
      Element(.ol, .id("chores")) {
        for (index, chore) in state.chores.enumerated() {
          Element(.li, .data("id", chore.id), key: chore.id) {
            chore.title
            " "
            Element.button(Chores.Action.choreMoved(id: chore.id, index: index - 1), .disabled(index == 0)) {
              "Move \(chore.title) up"
            }
          }
        }
      }
      .hook("sortable", data: state.chores.map(\.id), sends: "moved")
    }
  }
}

struct ChoreMove: Codable {
  var id: String
  var index: Int
}

func chores(_ initial: [Chores.Chore], script: String) -> WebApp<Chores.State, Chores.Action> {
  WebApp(
    title: "Chores",
    assets: [.script("/chores.js", script)],
    hookEvents: [
      HookEvent("moved", ChoreMove.self) { move, state in
        state.chores.contains { $0.id == move.id } && state.chores.indices.contains(move.index)
          ? .choreMoved(id: move.id, index: move.index) : nil
      }
    ],
    viewStore: { actor in
      Store(initialState: Chores.State(chores: initial), isolation: actor) { Chores() }.view
    },
    screen: { choresScreen($0) }
  )
}

@Suite struct AttachAScriptTests {
  @Test func rowsAreDragged() async throws {
    let initial = [
      Chores.Chore(id: "a", title: "Shop", minutes: 30),
      Chores.Chore(id: "b", title: "Cook", minutes: 45),
    ]
    let visitor = TestVisitor(WebSite(chores(initial, script: ""), clock: TestClock()))
    try await visitor.open()
    try await visitor.sendHookEvent("moved", ChoreMove(id: "b", index: 0), from: "chores")
    #expect(await visitor.page.element(id: "chart")?.hookData(as: [Int].self) == [45, 30])
    await #expect(throws: TestVisitorError.self) {
      try await visitor.sendHookEvent("moved", ChoreMove(id: "z", index: 0))
    }
  }
}
