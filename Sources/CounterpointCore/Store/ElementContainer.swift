import IdentifiedArrays
import OrderedCollections

/// A collection whose elements keep their ids: the source of element stores.
protocol ElementContainer<ElementID, Element> {
  associatedtype ElementID: Hashable
  associatedtype Element

  /// The ids of the elements, in order.
  var elementIDs: [ElementID] { get }

  /// The identity of the current membership, which changes when elements are added, removed, moved or replaced. O(1).
  var membership: Membership { get }

  /// Calls a function with the address of an element; with `nil` if there is none. O(1).
  func withElement<Result>(id: ElementID, _ body: (Address<Element>?) throws -> Result) rethrows -> Result
}

extension IdentifiedArray: ElementContainer {
  var elementIDs: [ID] { ids.elements }
}

extension StackState: ElementContainer {
  var elementIDs: [StackElementID] { ids.elements }

  func withElement<Result>(id: StackElementID, _ body: (Address<Element>?) throws -> Result) rethrows -> Result {
    guard let index = elements.index(forKey: id) else { return try body(nil) }
    return try elements.values.withElement(at: index, body)
  }
}
