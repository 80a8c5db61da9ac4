import Counterpoint
import CounterpointHTML
import CounterpointSessions

/// A program with a long list, for plays in browsers and for measurements.
enum Orders {
  struct Order: Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
    var isDone = false
  }

  struct State: Equatable, Sendable {
    var orders: [Order]
    var nextID: Int
    init(count: Int) {
      orders = (0..<count).map { Order(id: $0, title: "Order \($0)") }
      nextID = count
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case insertFirst
    case append
    case insertMiddle
    case renameMiddle
    case removeAll
    case toggle(Int)
  }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .insertFirst: insert(at: 0, &state)
    case .insertMiddle: insert(at: state.orders.count / 2, &state)
    case .append: insert(at: state.orders.count, &state)
    case .renameMiddle:
      guard !state.orders.isEmpty else { break }
      state.orders[state.orders.count / 2].title += "!"
    case .removeAll: state.orders.removeAll()
    case .toggle(let id):
      guard let index = state.orders.firstIndex(where: { $0.id == id }) else { break }
      state.orders[index].isDone.toggle()
    }
  }

  private static func insert(at index: Int, _ state: inout State) {
    state.orders.insert(Order(id: state.nextID, title: "New \(state.nextID)"), at: index)
    state.nextID += 1
  }

  /// Creates the program with a number of rows.
  static func app(count: Int) -> WebApp<State, Action> {
    WebApp(
      title: "Orders",
      viewStore: { actor in
        Store(initialState: State(count: count), isolation: actor) {
          Reduce<State, Action> { state, action in
            reduce(&state, action)
            return .none
          }
        }.view
      },
      screen: { state in
        html {
          Element(.main) {
            Element(.h1) { "Orders" }
            Element.button(Action.insertFirst, .id("insert-first")) { "Insert first" }
            Element.button(Action.insertMiddle, .id("insert-middle")) { "Insert in the middle" }
            Element.button(Action.renameMiddle, .id("rename-middle")) { "Rename the middle" }
            Element.button(Action.append, .id("append")) { "Append" }
            Element.button(Action.removeAll, .id("remove")) { "Remove all" }
            Element(.output, .id("total")) { "\(state.orders.count)" }
            Element.lazyList("orders", count: state.orders.count, rowHeight: 40, label: "Orders") { range in
              for order in state.orders[range] {
                Element(.li, .id("order-\(order.id)"), key: "\(order.id)") {
                  order.title
                  " "
                  Element.button(Action.toggle(order.id)) { order.isDone ? "Done" : "Open" }
                }
              }
            }
          }
        }
      }
    )
  }
}
