extension IdentifiedArray: CustomStringConvertible {
  /// The description of the elements as an array: `[a, b]`.
  public var description: String {
    elements.description
  }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  /// The elements with the type of the array: `IdentifiedArray<Row>([a, b])`.
  public var debugDescription: String {
    "IdentifiedArray<\(Element.self)>(\(elements.debugDescription))"
  }
}

extension IdentifiedArray: CustomReflectable {
  /// A mirror of the elements as a collection, without the storage.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}
