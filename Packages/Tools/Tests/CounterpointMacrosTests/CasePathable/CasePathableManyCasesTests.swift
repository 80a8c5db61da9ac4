import Testing

/// An enum without cases, and a list that doesn't fit on one line.
@Suite struct CasePathableManyCasesTests {
  @Test func noCases() {
    expectExpansion(
      """
      @CasePathable
      enum Never {}
      """,
      """
      enum Never {

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public subscript(root: Never) -> CaseKeyPaths.PartialCaseKeyPath<Never> {
            get {}
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Never>]> {
            [].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Never: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """
    )
  }

  @Test func manyCases() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case incrementButtonTapped, decrementButtonTapped, factButtonTapped, factResponse, alertDismissed
      }
      """,
      #"""
      enum Action {
        case incrementButtonTapped, decrementButtonTapped, factButtonTapped, factResponse, alertDismissed

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var incrementButtonTapped: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .incrementButtonTapped },
              extract: { if case .incrementButtonTapped = $0 { () } else { nil } }
            )
          }

          public var decrementButtonTapped: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .decrementButtonTapped },
              extract: { if case .decrementButtonTapped = $0 { () } else { nil } }
            )
          }

          public var factButtonTapped: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .factButtonTapped },
              extract: { if case .factButtonTapped = $0 { () } else { nil } }
            )
          }

          public var factResponse: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .factResponse },
              extract: { if case .factResponse = $0 { () } else { nil } }
            )
          }

          public var alertDismissed: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .alertDismissed },
              extract: { if case .alertDismissed = $0 { () } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .incrementButtonTapped: \.incrementButtonTapped
            case .decrementButtonTapped: \.decrementButtonTapped
            case .factButtonTapped: \.factButtonTapped
            case .factResponse: \.factResponse
            case .alertDismissed: \.alertDismissed
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [
              \.incrementButtonTapped,
              \.decrementButtonTapped,
              \.factButtonTapped,
              \.factResponse,
              \.alertDismissed,
            ].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }
}
