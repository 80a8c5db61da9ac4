extension Never: CasePathable, CasePathIterable {
  /// The case paths of `Never`, which has no cases.
  public struct AllCasePaths: Sendable {}

  /// The case paths of `Never`, which has no cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Never.AllCasePaths: CasePathReflectable {
  /// The case of a value. It is never called, because `Never` has no values.
  ///
  /// - Parameter root: A value of `Never`.
  public subscript(root: Never) -> PartialCaseKeyPath<Never> {
    get {}
  }
}

extension Never.AllCasePaths: Sequence {
  /// Returns an empty iterator.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Never>]> {
    [].makeIterator()
  }
}
