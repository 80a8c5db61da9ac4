import IdentifiedArrays
import OrderedCollections

extension IdentifiedArray {
  /// Calls a function with the place of an element; with `nil` where there is none. O(1).
  func withElement<Result>(id: ID, _ body: (Address<Element>?) throws -> Result) rethrows -> Result {
    try unsafe withElement(id: id) { (element: UnsafePointer<Element>?) in
      try unsafe body(element.map { unsafe Address($0) })
    }
  }
}

extension IdentifiedArray {
  /// Whether the elements of both are the same ones in memory. O(1).
  func sharesStorage(with other: Self) -> Bool {
    unsafe elements.withUnsafeBufferPointer { elements in
      unsafe other.elements.withUnsafeBufferPointer { unsafe elements.baseAddress == $0.baseAddress }
    }
  }
}

extension OrderedDictionary.Values {
  /// Whether the values of both are the same ones in memory. O(1).
  func sharesStorage(with other: Self) -> Bool {
    unsafe withUnsafeBufferPointer { values in
      unsafe other.withUnsafeBufferPointer { unsafe values.baseAddress == $0.baseAddress }
    }
  }

  /// Calls a function with the place of a value. O(1).
  func withElement<Result>(at index: Int, _ body: (Address<Element>?) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBufferPointer { values in
      precondition(values.indices.contains(index))
      return try unsafe body(values.baseAddress.map { unsafe Address($0 + index) })
    }
  }
}
