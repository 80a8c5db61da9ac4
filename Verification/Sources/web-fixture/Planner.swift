import Counterpoint
import CounterpointHTML
import CounterpointSessions

/// A program with hooks, for plays in browsers: a chart, and a list whose rows are dragged.
enum Planner {
  struct Entry: Codable, Equatable, Identifiable, Sendable {
    let id: String
    var title: String
    var points: Int
  }

  struct Move: Codable, Equatable, Sendable {
    var id: String
    var index: Int
  }

  struct State: Equatable, Sendable {
    var entries = [
      Entry(id: "a", title: "</script><script>window.hacked = 1</script>", points: 10),
      Entry(id: "b", title: "Bread \"and\" 'butter' & more", points: 20),
      Entry(id: "c", title: "Cheese", points: 30),
    ]
    var picked = ""
    var isSwapped = false
    var hasGauges = true
    var isLong = false
  }

  enum Action: Codable, Equatable, Sendable {
    case increase
    case swap
    case toggleGauges
    case toggleLength
    case pick(String)
    case move(id: String, index: Int)
  }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .increase: state.entries[0].points += 1
    case .swap: state.isSwapped.toggle()
    case .toggleGauges: state.hasGauges.toggle()
    case .toggleLength: state.isLong.toggle()
    case .pick(let id): state.picked = id
    case .move(let id, let index):
      guard let old = state.entries.firstIndex(where: { $0.id == id }) else { break }
      let entry = state.entries.remove(at: old)
      state.entries.insert(entry, at: min(max(0, index), state.entries.count))
    }
  }

  static let picture = WebAsset(
    "/pictures/logo.svg",
    type: "image/svg+xml",
    bytes: Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="teal"/></svg>
      """.utf8
    )
  )

  static let app = WebApp<State, Action>(
    title: "Planner",
    assets: [picture, .script("/planner.js", String(decoding: PackageResources.planner_js, as: UTF8.self))],
    hookEvents: [
      HookEvent("picked", String.self) { id, state in
        state.entries.contains { $0.id == id } ? .pick(id) : nil
      },
      HookEvent("moved", Move.self) { move, state in
        state.entries.contains { $0.id == move.id } && state.entries.indices.contains(move.index)
          ? .move(id: move.id, index: move.index) : nil
      },
    ],
    viewStore: { actor in
      Store(initialState: State(), isolation: actor) {
        Reduce<State, Action> { state, action in
          reduce(&state, action)
          return .none
        }
      }.view
    },
    screen: { screen($0) }
  )

  private static func screen(_ state: State) -> [HTML] {
    html {
      Element(.main) {
        Element(.h1) {
          Element(.img, .id("logo"), .src(picture.address), Attribute("alt", ""))
          "Planner"
        }
        Element.button(Action.increase, .id("increase")) { "Increase" }
        Element.button(Action.swap, .id("swap")) { "Swap" }
        Element.button(Action.toggleGauges, .id("toggle-gauges")) { "Gauges" }
        Element.button(Action.toggleLength, .id("toggle-length")) { "Length" }
        Element(.output, .id("picked")) { state.picked }
        Element(.div, .id("chart")) {
          Element(.ul) {
            for entry in state.entries { Element(.li, key: entry.id) { "\(entry.title): \(entry.points)" } }
          }
        }
        .hook("chart", data: state.entries, drawsContent: true, sends: "picked")
        tasks(state)
        if state.hasGauges {
          for name in state.isSwapped ? ["right", "left"] : ["left", "right"] {
            Element(.p, .id(name), key: name) { "\(state.entries[0].points)" }
              .hook("gauge", data: state.entries[0].points, drawsContent: true)
          }
        }
        Element(.p, .id("broken")) { "Without the hook" }.hook("broken", data: 0, drawsContent: true)
        Element(.p, .id("unknown")) { "Without a script" }.hook("__proto__", data: 0, drawsContent: true)
        Element(.p, .id("long")) { String(repeating: state.isLong ? "long " : "short ", count: 4000) }
      }
    }
  }

  private static func tasks(_ state: State) -> Element {
    Element(.ol, .id("tasks")) {
      for (index, entry) in state.entries.enumerated() {
        Element(.li, .data("id", entry.id), key: entry.id) {
          entry.title
          " "
          Element.button(
            Action.move(id: entry.id, index: index - 1),
            .disabled(index == 0),
            .label("Move \(entry.id) up")
          ) { "Up" }
        }
      }
    }
    .hook("sortable", data: state.entries.map(\.id), sends: "moved")
  }
}
