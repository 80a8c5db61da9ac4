extension IdentifiedArray: Equatable where Element: Equatable {
  /// Returns whether two arrays have equal elements in the same order. The identifying property is not compared.
  ///
  /// O(*n*); O(1) if the arrays share their storage.
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
  /// Hashes the elements in order. O(*n*).
  ///
  /// - Parameter hasher: The hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}
