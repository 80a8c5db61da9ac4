import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The errors of `@CasePathable`, each with its message and source location. Nothing is generated then.
@Suite struct CasePathableDiagnosticTests {
  @Test(arguments: ["struct", "class", "actor", "protocol"])
  func notAnEnum(keyword: String) {
    expectExpansion(
      """
      @CasePathable
      public \(keyword) Action {
      }
      """,
      """
      public \(keyword) Action {
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@CasePathable' cannot be applied to \(keyword) type 'Action'",
          line: 2,
          column: 8,
          highlights: [keyword]
        )
      ]
    )
  }

  @Test func overloadedNames() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case reset, count(Int)
        case `count`(String), reset, reset(Int)
      }
      """,
      """
      enum Action {
        case reset, count(Int)
        case `count`(String), reset, reset(Int)
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@CasePathable' cannot be applied to overloaded case name 'count'",
          line: 4,
          column: 8,
          highlights: ["`count`"]
        ),
        DiagnosticSpec(
          message: "'@CasePathable' cannot be applied to overloaded case name 'reset'",
          line: 4,
          column: 25,
          highlights: ["reset"]
        ),
        DiagnosticSpec(
          message: "'@CasePathable' cannot be applied to overloaded case name 'reset'",
          line: 4,
          column: 32,
          highlights: ["reset"]
        ),
      ]
    )
  }

  @Test func overloadedUnderACondition() {
    expectExpansion(
      """
      @CasePathable
      enum Action {
        case a
        #if A
        case a(Int)
        case b
        #endif
        case b(Int)
      }
      """,
      """
      enum Action {
        case a
        #if A
        case a(Int)
        case b
        #endif
        case b(Int)
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@CasePathable' cannot be applied to overloaded case name 'a'",
          line: 5,
          column: 8
        ),
        DiagnosticSpec(
          message: "'@CasePathable' cannot be applied to overloaded case name 'b'",
          line: 8,
          column: 8
        ),
      ]
    )
  }
}
