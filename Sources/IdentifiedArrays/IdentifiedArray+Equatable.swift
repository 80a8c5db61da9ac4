extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether two arrays have equal elements in the same order. What identifies the elements does not matter.
  ///
  /// O(*n*); O(1) when the two share their storage.
  ///
  /// - Parameters:
  ///   - left: An array.
  ///   - right: Another array.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.elements == right.elements
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Hashes the elements in order, and nothing else, as `==` compares nothing else. O(*n*).
  ///
  /// - Parameter hasher: Takes the elements.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}
