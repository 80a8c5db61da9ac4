extension IdentifiedArray: CustomStringConvertible {
  /// The elements as an array prints them: `[a, b]`.
  public var description: String {
    elements.description
  }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  /// The elements with the array's type: `IdentifiedArray<Row>([a, b])`.
  public var debugDescription: String {
    "IdentifiedArray<\(Element.self)>(\(elements.debugDescription))"
  }
}

extension IdentifiedArray: CustomReflectable {
  /// The elements, as of a collection; how they are stored is not shown.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}
