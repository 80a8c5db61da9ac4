import Testing

/// Argument labels, and commas between values.
@Suite struct CasePathableLabelTests {
  @Test func labelsThatAreKeywords() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case moved(in: Int, `default`: Int)
        case swapped(self: Int, value0: Int, Int)
      }
      """,
      #"""
      enum Action {
        case moved(in: Int, `default`: Int)
        case swapped(self: Int, value0: Int, Int)

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var moved: CaseKeyPaths.AnyCasePath<Action, (in: Int, `default`: Int)> {
            .init(
              embed: { .moved(in: $0.0, `default`: $0.1) },
              extract: { if case .moved(let value0, let `default`) = $0 { (value0, `default`) } else { nil } }
            )
          }

          public var swapped: CaseKeyPaths.AnyCasePath<Action, (self: Int, value0: Int, Int)> {
            .init(
              embed: { .swapped(self: $0.0, value0: $0.value0, $0.2) },
              extract: { if case .swapped(let value0, let value1, let value2) = $0 { (value0, value1, value2) } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .moved: \.moved
            case .swapped: \.swapped
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.moved, \.swapped].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func trailingCommas() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case count(
          Int,
        )
        case moved(
          x: Int,  // to the right
          y: Int,  // down
        )
      }
      """,
      #"""
      enum Action {
        case count(
          Int,
        )
        case moved(
          x: Int,  // to the right
          y: Int,  // down
        )

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var count: CaseKeyPaths.AnyCasePath<Action, Int> {
            .init(
              embed: { .count($0) },
              extract: { if case .count(let value) = $0 { value } else { nil } }
            )
          }

          public var moved: CaseKeyPaths.AnyCasePath<Action, (x: Int, y: Int)> {
            .init(
              embed: { .moved(x: $0.x, y: $0.y) },
              extract: { if case .moved(let x, let y) = $0 { (x, y) } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .count: \.count
            case .moved: \.moved
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.count, \.moved].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }
}
