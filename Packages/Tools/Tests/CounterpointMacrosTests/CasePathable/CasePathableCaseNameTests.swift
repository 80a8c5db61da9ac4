import Testing

/// Names of cases: several in a declaration, and names with a meaning for the macro or for Swift.
@Suite struct CasePathableCaseNameTests {
  @Test func severalCasesInOneLine() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case up, down(by: Int), reset
      }
      """,
      #"""
      enum Action {
        case up, down(by: Int), reset

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var up: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .up },
              extract: { if case .up = $0 { () } else { nil } }
            )
          }

          public var down: CaseKeyPaths.AnyCasePath<Action, Int> {
            .init(
              embed: { .down(by: $0) },
              extract: { if case .down(let value) = $0 { value } else { nil } }
            )
          }

          public var reset: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .reset },
              extract: { if case .reset = $0 { () } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .up: \.up
            case .down: \.down
            case .reset: \.reset
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.up, \.down, \.reset].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func casesNamedLikeTheMacrosOwnWords() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case embed
        case extract(Int)
        case value(root: Int, cases: Int)
      }
      """,
      #"""
      enum Action {
        case embed
        case extract(Int)
        case value(root: Int, cases: Int)

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var embed: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .embed },
              extract: { if case .embed = $0 { () } else { nil } }
            )
          }

          public var extract: CaseKeyPaths.AnyCasePath<Action, Int> {
            .init(
              embed: { .extract($0) },
              extract: { if case .extract(let value) = $0 { value } else { nil } }
            )
          }

          public var value: CaseKeyPaths.AnyCasePath<Action, (root: Int, cases: Int)> {
            .init(
              embed: { .value(root: $0.root, cases: $0.cases) },
              extract: { if case .value(let root, let cases) = $0 { (root, cases) } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .embed: \.embed
            case .extract: \.extract
            case .value: \.value
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.embed, \.extract, \.value].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func backticks() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case `default`
        case `in`(Int)
      }
      """,
      #"""
      enum Action {
        case `default`
        case `in`(Int)

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var `default`: CaseKeyPaths.AnyCasePath<Action, Void> {
            .init(
              embed: { .`default` },
              extract: { if case .`default` = $0 { () } else { nil } }
            )
          }

          public var `in`: CaseKeyPaths.AnyCasePath<Action, Int> {
            .init(
              embed: { .`in`($0) },
              extract: { if case .`in`(let value) = $0 { value } else { nil } }
            )
          }

          public subscript(root: Action) -> CaseKeyPaths.PartialCaseKeyPath<Action> {
            switch root {
            case .`default`: \.`default`
            case .`in`: \.`in`
            }
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<Action>]> {
            [\.`default`, \.`in`].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }
}
