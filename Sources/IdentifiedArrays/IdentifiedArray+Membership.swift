import OrderedCollections

extension IdentifiedArray {
  /// Calls a closure with the address of an element in the storage, or `nil` if there is none. O(1).
  package func withElement<Result>(id: ID, _ body: (UnsafePointer<Element>?) throws -> Result) rethrows -> Result {
    guard let index = index(id: id) else { return try body(nil) }
    return try unsafe elementsByID.values.withUnsafeBufferPointer { elements in
      try unsafe body(elements.baseAddress.map { unsafe $0 + index })
    }
  }

  /// Records that a mutation in place has replaced an element, which by itself does not change the membership.
  package mutating func noteReplacement() {
    currentMembership.change()
  }
}

// The two subscripts under other names, for a module that shadows them for some elements.

extension IdentifiedArray {
  /// The element with an identifier: `self[id: id]`.
  package subscript(element id: ID) -> Element? {
    get { self[id: id] }
    set { self[id: id] = newValue }
    _modify { yield &self[id: id] }
  }

  /// The element at a position: `self[position]`.
  package subscript(elementAt position: Int) -> Element {
    get { self[position] }
    set { self[position] = newValue }
    _modify { yield &self[position] }
  }
}
