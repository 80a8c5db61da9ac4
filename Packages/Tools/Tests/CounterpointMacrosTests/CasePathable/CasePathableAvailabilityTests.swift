import Testing

/// The extension has the availability of the enum.
@Suite struct CasePathableAvailabilityTests {
  @Test func availability() {
    expectExpansion(
      """
      @available(macOS 99, *)
      @MainActor
      @CasePathable
      @available(*, deprecated, message: "Old")
      enum Action {
      }
      """,
      """
      @available(macOS 99, *)
      @MainActor
      @available(*, deprecated, message: "Old")
      enum Action {

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

      @available(macOS 99, *)
      @available(*, deprecated, message: "Old")
      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """
    )
  }

  @Test func availabilityInsideIf() {
    expectExpansion(
      """
      @CasePathable
      #if os(macOS)
      @available(macOS 99, *)
      #elseif os(Linux)
      @MainActor
      #else
      #if A
      @available(iOS 99, *)
      #endif
      #endif
      enum Action {
      }
      """,
      """
      #if os(macOS)
      @available(macOS 99, *)
      #elseif os(Linux)
      @MainActor
      #else
      #if A
      @available(iOS 99, *)
      #endif
      #endif
      enum Action {

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

      #if os(macOS)
      @available(macOS 99, *)
      #elseif os(Linux)
      #else
      #if A
      @available(iOS 99, *)
      #endif
      #endif
      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """
    )
  }
}
