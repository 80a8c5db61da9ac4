import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import Foundation

/// A program whose form has a field of each kind.
enum Orders {
  enum Size: String, CaseIterable, Codable, FieldValue {
    case small, large

    var title: String { rawValue.capitalized }
  }

  struct State: Codable, Equatable, Sendable {
    var name = ""
    var note = ""
    var isGift = false
    var size: Size?
    var color = "red"
    var colors = ["red", "green"]
    var count: Int? = 1
    var day: Date?
    var orders: [String] = []
    var hasProblems = false

    var nameProblem: String? { hasProblems && name.isEmpty ? "Enter a name." : nil }
  }

  enum Action: Codable, Sendable {
    case changed(State)
    case order
    case sellOut
  }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .changed(let new):
      state = new
      // The program has a form of its own for names.
      state.name = new.name.uppercased()
    case .order:
      state.hasProblems = state.name.isEmpty
      guard !state.hasProblems else { return }
      state.orders.append(state.name)
      state.name = ""
    case .sellOut:
      state.colors = ["green"]
      state.color = "green"
    }
  }
}

/// A site with this program.
struct OrderSite: Sendable {
  let site: WebSite<Orders.State, Orders.Action>

  init(limits: WebLimits = WebLimits(), acceptsOnlyOfferedActions: Bool = true) {
    let app = WebApp<Orders.State, Orders.Action>(
      title: "Orders",
      acceptsOnlyOfferedActions: acceptsOnlyOfferedActions,
      fields: { store in
        [
          WebField("name", Self.binding(store, \.name)), WebField("note", Self.binding(store, \.note)),
          WebField("gift", Self.binding(store, \.isGift)), WebField("size", Self.binding(store, \.size)),
          WebField("color", Self.binding(store, \.color)), WebField("count", Self.binding(store, \.count)),
          WebField("day", Self.binding(store, \.day)),
        ]
      },
      viewStore: { actor in
        Store(initialState: Orders.State(), isolation: actor) {
          Reduce<Orders.State, Orders.Action> { state, action in
            Orders.reduce(&state, action)
            return .none
          }
        }.view
      },
      screen: { state in
        html {
          Element.form(submit: Orders.Action.order) {
            Element.field("name", label: "Name", .text(state.name, maxLength: 20), problem: state.nameProblem)
            Element.field("note", label: "Note", .textArea(state.note), sends: .onSubmit)
            Element.field("gift", label: "It is a gift", .checkbox(state.isGift))
            Element.field("size", label: "Size", .radioButtons(state.size, Orders.Size.allCases, title: \.title))
            Element.field("color", label: "Color", .select(state.color, state.colors) { $0.capitalized })
            Element.field("count", label: "Count", .number(state.count, in: 1...10), .required())
            Element.field("day", label: "Day", .date(state.day))
            Element.button(Orders.Action.order) { "Order" }
            Element.button(Orders.Action.sellOut) { "Sell out" }
          }
          for order in state.orders { Element(.p, .class("order")) { order } }
          Element(.pre, .id("state")) { Self.description(of: state) }
        }
      }
    )
    site = WebSite(app, limits: limits, clock: TestClock())
  }

  /// Returns the values on one line.
  static func description(of state: Orders.State) -> String {
    let parts = [
      state.name, state.note.debugDescription, "\(state.isGift)", state.size?.rawValue ?? "none", state.color,
      state.count.map { "\($0)" } ?? "none", state.day?.fieldText ?? "none",
    ]
    return parts.joined(separator: " ")
  }

  private static func binding<Value>(
    _ store: ViewStore<Orders.State, Orders.Action>,
    _ property: WritableKeyPath<Orders.State, Value>
  ) -> UIBinding<Value> {
    store.binding(
      get: { $0[keyPath: property] },
      send: { value in
        var state = store.state
        state[keyPath: property] = value
        return .changed(state)
      }
    )
  }
}
