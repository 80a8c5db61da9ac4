import Testing

/// Only missing conformances are added.
@Suite struct CasePathableConformanceTests {
  @Test func existingCasePathable() {
    expectExpansion(
      """
      @CasePathable
      enum Action: Equatable, CasePathable {
      }
      """,
      """
      enum Action: Equatable, CasePathable {

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            get {}
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathIterable {}
      """
    )
  }

  @Test func existingCasePathIterable() {
    expectExpansion(
      """
      @CasePathable
      enum Action: CasePathIterable {
      }
      """,
      """
      enum Action: CasePathIterable {

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            get {}
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable {}
      """
    )
  }

  @Test func existingWithTheirModule() {
    expectExpansion(
      """
      @CasePathable
      enum Action: CaseKeyPaths.CasePathable, @unchecked Swift.Sendable {
      }
      """,
      """
      enum Action: CaseKeyPaths.CasePathable, @unchecked Swift.Sendable {

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            get {}
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathIterable {}
      """
    )
  }

  @Test func existingInAComposition() {
    expectExpansion(
      """
      @CasePathable
      enum Action: Sendable & Counterpoint.CasePathIterable, CasePathable {
      }
      """,
      """
      enum Action: Sendable & Counterpoint.CasePathIterable, CasePathable {

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            get {}
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
      """
    )
  }
}
