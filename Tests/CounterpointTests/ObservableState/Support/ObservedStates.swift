import Counterpoint

// Observable state from the macro, at file scope: an extension macro can't be used inside a function.

final class Object {}

final class Number: Equatable {
  let value: Int
  init(_ value: Int) { self.value = value }
  static func == (lhs: Number, rhs: Number) -> Bool { lhs.value == rhs.value }
}

struct OpaqueValue {
  var n = 0
}

@ObservableState
struct Item: Equatable, Hashable, Codable, Sendable, Identifiable {
  let id: Int
  var n = 0
  var title = ""
}

@ObservableState
struct Screen {
  var first = "A"
  var last = "B"
  var numbers = [1]
  var object = Object()
  var number = Number(1)
  var opaque = OpaqueValue()
  var child = Item(id: 0)
  var sibling = Item(id: 1)
  var optional: Item?
  var rows: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
  var list = [Item(id: 1), Item(id: 2)]
  var page = Page.item(Item(id: 1))
  @ObservationStateIgnored var ignored = 0

  var fullName: String { "\(first) \(last)" }
}

@ObservableState
enum Page: Equatable, Sendable {
  case empty, item(Item), other(id: Item), number(Int), pair(Item, Item)
  indirect case page(Page)
}

/// The fields that a state lists.
func fields<State: ObservableState>(of type: State.Type) -> _ObservedFields<State> {
  let fields = _ObservedFields<State>()
  State._$fields(fields)
  return fields
}
