extension Set {
  /// Whether an element is in the set; to be written as well, so that a switch can be bound to one element.
  ///
  /// - Parameter element: The element.
  public subscript(contains element: Element) -> Bool {
    get { contains(element) }
    set {
      if newValue { insert(element) } else { remove(element) }
    }
  }
}
