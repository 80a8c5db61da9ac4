import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The errors of `@DependencyEntry`, each with its message and source location.
@Suite struct DependencyEntryDiagnosticTests {
  @Test func constant() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry let count = 1
      }
      """,
      """
      extension DependencyValues {
        let count = 1
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEntry' can only be applied to a 'var'",
          line: 2,
          column: 20,
          highlights: ["let"],
          fixIts: [FixItSpec(message: "Replace 'let' with 'var'")]
        )
      ],
      fixedSource: """
        extension DependencyValues {
          @DependencyEntry var count = 1
        }
        """
    )
  }

  @Test func function() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry
        func count() {}
      }
      """,
      """
      extension DependencyValues {
        func count() {}
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEntry' can only be applied to a 'var'",
          line: 2,
          column: 3
        )
      ]
    )
  }

  @Test func elsewhere() {
    expectExpansion(
      """
      @DependencyEntry var a = 1

      extension Values {
        @DependencyEntry var b = 1
      }

      extension DependencyValues {
        struct Inner {
          @DependencyEntry var c = 1
        }
        @DependencyEntry static var d = 1
      }
      """,
      """
      var a = 1

      extension Values {
        var b = 1
      }

      extension DependencyValues {
        struct Inner {
          var c = 1
        }
        static var d = 1
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@DependencyEntry' can only be applied to an instance property in an extension of 'DependencyValues'",
          line: 1,
          column: 1
        ),
        DiagnosticSpec(
          message:
            "'@DependencyEntry' can only be applied to an instance property in an extension of 'DependencyValues'",
          line: 4,
          column: 3
        ),
        DiagnosticSpec(
          message:
            "'@DependencyEntry' can only be applied to an instance property in an extension of 'DependencyValues'",
          line: 9,
          column: 5
        ),
        DiagnosticSpec(
          message:
            "'@DependencyEntry' can only be applied to an instance property in an extension of 'DependencyValues'",
          line: 11,
          column: 3
        ),
      ]
    )
  }

  @Test func noValue() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var client: Client
        @DependencyEntry(previewValue: 1) var count: Int
      }
      """,
      """
      extension DependencyValues {
        var client: Client {
          get { Swift.fatalError() }
          set {}
        }
        var count: Int {
          get { Swift.fatalError() }
          set {}
        }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEntry' needs a value for 'client': a test value after '=', or 'liveValue'",
          line: 2,
          column: 24
        ),
        DiagnosticSpec(
          message: "'@DependencyEntry' needs a value for 'count': a test value after '=', or 'liveValue'",
          line: 3,
          column: 41
        ),
      ]
    )
  }

  @Test func missingType() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var client = .mock
        @DependencyEntry var other = nil  // made
      }
      """,
      """
      extension DependencyValues {
        var client = .mock
        var other = nil  // made
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEntry' needs a type annotation for 'client'",
          line: 2,
          column: 24,
          highlights: ["client"],
          fixIts: [FixItSpec(message: "Insert a type")]
        ),
        DiagnosticSpec(
          message: "'@DependencyEntry' needs a type annotation for 'other'",
          line: 3,
          column: 24,
          highlights: ["other"],
          fixIts: [FixItSpec(message: "Insert a type")]
        ),
      ],
      fixedSource: """
        extension DependencyValues {
          @DependencyEntry var client: <#Type#> = .mock
          @DependencyEntry var other: <#Type#> = nil  // made
        }
        """
    )
  }

  @Test func accessors() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var count: Int { 1 }
      }
      """,
      """
      extension DependencyValues {
        var count: Int { 1 }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEntry' needs a declaration of one name, without accessors",
          line: 2,
          column: 24
        )
      ]
    )
  }

  @Test func keyName() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry("a b") var count = 1
        @DependencyEntry(name) var other = 1
      }
      """,
      """
      extension DependencyValues {
        var count = 1
        var other = 1
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "The name of the key must be a string literal that is a valid name of a type",
          line: 2,
          column: 20
        ),
        DiagnosticSpec(
          message: "The name of the key must be a string literal that is a valid name of a type",
          line: 3,
          column: 20
        ),
      ]
    )
  }
}
