import Testing

/// The payload of a case.
@Suite struct CasePathablePayloadTests {
  @Test func noValues() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case reset
        case empty()
      }
      """,
      #"""
      enum Action {
        case reset
        case empty()

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var reset: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .reset },
              extract: { if case .reset = $0 { () } else { nil } }
            )
          }

          public var empty: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .empty() },
              extract: { if case .empty = $0 { () } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .reset: \.reset
            case .empty: \.empty
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.reset, \.empty].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func oneValue() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case count(Int)
        case edit(id: Int = 0)
        case remove(_ id: Int)
      }
      """,
      #"""
      enum Action {
        case count(Int)
        case edit(id: Int = 0)
        case remove(_ id: Int)

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var count: CaseKeyPaths.AnyCasePath<Action, Int> {
            .init(
              embed: { .count($0) },
              extract: { if case .count(let value) = $0 { value } else { nil } }
            )
          }

          public var edit: CaseKeyPaths.AnyCasePath<Action, Int> {
            .init(
              embed: { .edit(id: $0) },
              extract: { if case .edit(let value) = $0 { value } else { nil } }
            )
          }

          public var remove: CaseKeyPaths.AnyCasePath<Action, Int> {
            .init(
              embed: { .remove($0) },
              extract: { if case .remove(let value) = $0 { value } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .count: \.count
            case .edit: \.edit
            case .remove: \.remove
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.count, \.edit, \.remove].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func severalValues() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case moved(x: Int, y: Int)
        case replaced(Int, with: String = "", _ at: Int)
      }
      """,
      #"""
      enum Action {
        case moved(x: Int, y: Int)
        case replaced(Int, with: String = "", _ at: Int)

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var moved: CaseKeyPaths.AnyCasePath<Action, (x: Int, y: Int)> {
            .init(
              embed: { .moved(x: $0.x, y: $0.y) },
              extract: { if case .moved(let x, let y) = $0 { (x, y) } else { nil } }
            )
          }

          public var replaced: CaseKeyPaths.AnyCasePath<Action, (Int, with: String, Int)> {
            .init(
              embed: { .replaced($0.0, with: $0.with, $0.2) },
              extract: { if case .replaced(let value0, let with, let value2) = $0 { (value0, with, value2) } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .moved: \.moved
            case .replaced: \.replaced
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.moved, \.replaced].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }
}
