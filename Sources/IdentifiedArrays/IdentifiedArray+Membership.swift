import OrderedCollections

extension IdentifiedArray {
  /// Calls a function with the place of an element, where it is stored; with `nil` where there is none. O(1).
  package func withElement<Result>(id: ID, _ body: (UnsafePointer<Element>?) throws -> Result) rethrows -> Result {
    guard let index = index(id: id) else { return try body(nil) }
    return try unsafe elementsByID.values.withUnsafeBufferPointer { elements in
      try unsafe body(elements.baseAddress.map { unsafe $0 + index })
    }
  }

  /// Notes that an element was replaced by an edit in place, which alone does not count as a change of the membership.
  package mutating func noteReplacement() {
    currentMembership.change()
  }
}

// The two subscripts under names of their own, for a module that has more to do for some elements.

extension IdentifiedArray {
  /// `self[id: id]`.
  package subscript(element id: ID) -> Element? {
    get { self[id: id] }
    set { self[id: id] = newValue }
    _modify { yield &self[id: id] }
  }

  /// `self[position]`.
  package subscript(elementAt position: Int) -> Element {
    get { self[position] }
    set { self[position] = newValue }
    _modify { yield &self[position] }
  }
}
