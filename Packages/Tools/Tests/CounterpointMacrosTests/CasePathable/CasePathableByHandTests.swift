import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// User-defined case paths are kept.
@Suite struct CasePathableByHandTests {
  @Test func type() {
    expectExpansion(
      #"""
      @CasePathable
      enum Action {
        case a, a(Int)
        struct AllCasePaths {}
      }
      """#,
      #"""

      enum Action {
        case a, a(Int)
        struct AllCasePaths {}

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Action: CaseKeyPaths.CasePathable {}
      """#
    )
  }

  @Test func typeAndValue() {
    expectExpansion(
      #"""
      @CasePathable
      enum Action {
        case makeIterator
        struct AllCasePaths: Swift.Sequence {}
        static let allCasePaths = AllCasePaths()
      }
      """#,
      #"""

      enum Action {
        case makeIterator
        struct AllCasePaths: Swift.Sequence {}
        static let allCasePaths = AllCasePaths()
      }

      extension Action: CaseKeyPaths.CasePathable, CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func insideAReducer() {
    expectExpansion(
      #"""
      @Reducer
      struct Feature {
        struct State {}
        enum Action: CasePathable {
          case a
          struct AllCasePaths {}
          static var allCasePaths: AllCasePaths { AllCasePaths() }
        }
        let body = EmptyReducer<State, Action>()
      }
      """#,
      #"""

      struct Feature {
        struct State {}
        @Counterpoint.CasePathable
        enum Action: CasePathable {
          case a
          struct AllCasePaths {}
          static var allCasePaths: AllCasePaths { AllCasePaths() }
        }
        let body = EmptyReducer<State, Action>()
      }

      extension Feature: CounterpointCore.Reducer {}
      """#
    )
  }

  @Test func aTypeWithTheNameOfTheEnum() {
    expectExpansion(
      #"""
      @CasePathable
      enum Node {
        case node(Int, Self)
        struct Node {}
      }
      """#,
      #"""

      enum Node {
        case node(Int, Self)
        struct Node {}

        /// In `AllCasePaths`, `Self` has another meaning.
        public typealias _Self = Self

        public nonisolated struct AllCasePaths: CaseKeyPaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          public var node: CaseKeyPaths.AnyCasePath<_Self, (Int, _Self)> {
            .init(
              embedOptional: { .node($0!.0, $0!.1) },
              extract: { if case .node(let value0, let value1) = $0 { (value0, value1) } else { nil } }
            )
          }

          public subscript(root: _Self) -> CaseKeyPaths.PartialCaseKeyPath<_Self> {
            if case .node = root { return \.node }
            Swift.fatalError()
          }

          public func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<_Self>]> {
            [\.node].makeIterator()
          }
        }

        public nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      extension Node: nonisolated CaseKeyPaths.CasePathable, nonisolated CaseKeyPaths.CasePathIterable {}
      """#
    )
  }

  @Test func namesOfTheMacrosMembers() {
    expectExpansion(
      #"""
      @CasePathable
      enum Action {
        case makeIterator, map
        case allCasePaths(Int)
      }
      """#,
      #"""

      enum Action {
        case makeIterator, map
        case allCasePaths(Int)
      }
      """#,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@CasePathable' cannot be applied to an enum with a case 'makeIterator': it adds a member of that name",
          line: 3,
          column: 8
        ),
        DiagnosticSpec(
          message:
            "'@CasePathable' cannot be applied to an enum with a case 'allCasePaths': it adds a member of that name",
          line: 4,
          column: 8
        ),
      ]
    )
  }
}
