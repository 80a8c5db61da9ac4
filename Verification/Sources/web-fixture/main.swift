import Foundation

import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import CounterpointWeb

/// A program with fields and several forms, for plays in browsers.
enum Notes {
  struct State: Equatable, Sendable {
    var count = 0
    var items = ["first"]
    var note = ""
    var title = ""
  }

  enum Action: Codable, Equatable, Sendable {
    case add
    case deleteAll
    case increment
    case noteTyped(String)
    case titleTyped(String)
    case clear
  }

  static func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .add:
      state.items.append(state.title)
      state.title = ""
    case .clear: state.title = ""
    case .deleteAll: state.items = []
    case .increment: state.count += 1
    case .noteTyped(let text): state.note = text
    case .titleTyped(let text): state.title = text
    }
    return .none
  }

  static let app = WebApp<State, Action>(
    title: "Notes",
    fields: { viewStore in
      [
        WebField("note", viewStore.binding(get: \.note, send: Action.noteTyped)),
        WebField("title", viewStore.binding(get: \.title, send: Action.titleTyped)),
      ]
    },
    viewStore: { actor in
      Store(initialState: State(), isolation: actor) { Reduce { reduce(&$0, $1) } }.view
    },
    screen: { state in
      html {
        Element(.main) {
          Element(.h1) { "Notes" }
          Element.button(Action.deleteAll, .id("delete")) { "Delete all" }
          Element.button(Action.increment, .id("increment")) { "+" }
          Element(.output, .id("count")) { "\(state.count)" }
          Element(.ul, .id("items")) {
            for (index, item) in state.items.enumerated() { Element(.li, key: "\(index)") { item } }
          }
          Element(.label, .for("note")) { "Note" }
          Element.field("note", value: state.note, .id("note"))
          Element(.output, .id("note-length")) { "\(state.note.count)" }
          Element.form(submit: Action.add, .id("new")) {
            Element(.label, .for("title")) { "Title" }
            Element.field("title", value: state.title, .id("title"))
            Element.button(Action.clear, .id("clear")) { "Clear" }
            Element.button(Action.add, .id("add")) { "Add" }
          }
        }
      }
    }
  )
}

// Serves a program on the port of the first argument, by default a free one, and prints its address. The second
// argument is the name of the program: by default `notes`, `registration` with fields of all kinds, `parcels` with
// files, `library` with addresses, whose third argument is the path of the site, `planner` with hooks, whose third
// argument is the path of the site, `orders` with a long list, whose third argument is the number of rows, `workshop`
// with expensive actions, or `mounted` with the same inside of another server.
let arguments = CommandLine.arguments.dropFirst()
let port = arguments.first.flatMap { Int($0) } ?? 0
let limits = WebLimits(heartbeat: .seconds(1))

func didStart(port: Int) {
  print("web-fixture is on http://127.0.0.1:\(port)/")
  fflush(nil)
}

switch arguments.dropFirst().first {
case "streams":
  try await WebServer(WebSite(Streams.app, limits: limits), port: port).run(didStart: didStart)
case "write-streams":
  try Streams.write(seed: UInt64(port), count: arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1_000)
case "registration": try await WebServer(WebSite(Registration.app, limits: limits), port: port).run(didStart: didStart)
case "parcels": try await WebServer(WebSite(Parcels.app, limits: limits), port: port).run(didStart: didStart)
case "library":
  let path = arguments.dropFirst(2).first ?? "/"
  try await WebServer(WebSite(Library.app, path: path, limits: limits), port: port).run(didStart: didStart)
case "planner":
  let path = arguments.dropFirst(2).first ?? "/"
  try await WebServer(WebSite(Planner.app, path: path, limits: limits), port: port).run(didStart: didStart)
case "orders":
  let count = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 100_000
  try await WebServer(WebSite(Orders.app(count: count), limits: limits), port: port).run(didStart: didStart)
case "workshop":
  let site = WebSite(Workshop.app, limits: Workshop.limits)
  try await WebServer(site, port: port, options: Workshop.options).run(didStart: didStart)
case "mounted": try await Mounted.run(WebSite(Workshop.app, limits: limits), port: port)
default: try await WebServer(WebSite(Notes.app, limits: limits), port: port).run(didStart: didStart)
}
