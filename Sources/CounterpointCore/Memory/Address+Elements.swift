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

extension OrderedDictionary.Values {
  /// Calls a function with the place of a value. O(1).
  func withElement<Result>(at index: Int, _ body: (Address<Element>?) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBufferPointer { values in
      precondition(values.indices.contains(index))
      return try unsafe body(values.baseAddress.map { unsafe Address($0 + index) })
    }
  }
}
