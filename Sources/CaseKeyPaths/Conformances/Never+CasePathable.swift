extension Never: CasePathable, CasePathIterable {
  /// The case paths of `Never`, which has no cases.
  public struct AllCasePaths: Sendable {}

  /// The case paths of `Never`, which has no cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Never.AllCasePaths: CasePathReflectable {
  /// Can't be called, since there is no value to call it with.
  ///
  /// - Parameter root: A value that can't be.
  public subscript(root: Never) -> PartialCaseKeyPath<Never> {
    get {}
  }
}

extension Never.AllCasePaths: Sequence {
  /// Goes over nothing.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Never>]> {
    [].makeIterator()
  }
}
