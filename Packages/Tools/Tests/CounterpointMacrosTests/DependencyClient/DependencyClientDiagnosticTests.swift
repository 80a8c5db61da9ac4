import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The errors of `@DependencyClient`, each with its message and source location.
@Suite struct DependencyClientDiagnosticTests {
  @Test func notAStruct() {
    expectExpansion(
      """
      @DependencyClient
      final class Client {
        var fetch: () -> Void = {}
      }
      """,
      """

      final class Client {
        var fetch: () -> Void = {}
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyClient' can only be applied to structs, not to class types",
          line: 2,
          column: 7,
          highlights: ["class"]
        )
      ]
    )
  }

  @Test func notAnEnum() {
    expectExpansion(
      """
      @DependencyClient
      enum Client {
      }
      """,
      """

      enum Client {
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyClient' can only be applied to structs, not to enum types",
          line: 2,
          column: 1,
          highlights: ["enum"]
        )
      ]
    )
  }

  @Test func missingTypes() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var fetch: () throws -> Int
        var date = Date()
        var names = ["a"]  // all
        var closure = { 1 }
      }
      """,
      """

      struct Client {
        @Counterpoint.DependencyEndpoint
        var fetch: () throws -> Int
        var date = Date()
        var names = ["a"]  // all
        var closure = { 1 }

        init(fetch: @escaping () throws -> Int) {
          self._fetch = fetch
        }

        init() {}
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyClient' needs a type annotation for 'date', which initializers set",
          line: 4,
          column: 7,
          highlights: ["date"],
          fixIts: [FixItSpec(message: "Insert a type")]
        ),
        DiagnosticSpec(
          message: "'@DependencyClient' needs a type annotation for 'names', which initializers set",
          line: 5,
          column: 7,
          highlights: ["names"],
          fixIts: [FixItSpec(message: "Insert a type")]
        ),
        DiagnosticSpec(
          message: "'@DependencyClient' needs a type annotation for 'closure', which initializers set",
          line: 6,
          column: 7,
          highlights: ["closure"],
          fixIts: [FixItSpec(message: "Insert a type")]
        ),
      ],
      fixedSource: """
        @DependencyClient
        struct Client {
          var fetch: () throws -> Int
          var date: <#Type#> = Date()
          var names: <#Type#> = ["a"]  // all
          var closure: <#Type#> = { 1 }
        }
        """
    )
  }

  @Test func typesThatNoInitializerNeeds() {
    expectExpansion(
      """
      @DependencyClient
      struct Client {
        var fetch: () throws -> Int
        private var date = Date()
        let names = ["a"]
      }
      """,
      """

      struct Client {
        @Counterpoint.DependencyEndpoint
        var fetch: () throws -> Int
        private var date = Date()
        let names = ["a"]

        init(fetch: @escaping () throws -> Int) {
          self._fetch = fetch
        }

        init() {}
      }
      """
    )
  }
}
