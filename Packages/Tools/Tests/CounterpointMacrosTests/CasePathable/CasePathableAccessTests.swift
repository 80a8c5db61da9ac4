import Testing

/// Members are public, whatever the access level of the enum is.
@Suite struct CasePathableAccessTests {
  @Test func publicEnum() {
    expectExpansion(
      """
      @CasePathable
      public enum Action: Sendable {
        case reset
      }
      """,
      #"""
      public enum Action: Sendable {
        case reset

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var reset: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .reset },
              extract: { if case .reset = $0 { () } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .reset: \.reset
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.reset].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func privateEnum() {
    expectExpansion(
      """
      @CasePathable
      private enum Action {
        case reset
      }
      """,
      #"""
      private enum Action {
        case reset

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var reset: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .reset },
              extract: { if case .reset = $0 { () } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .reset: \.reset
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.reset].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }
}
