import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Properties that can't be endpoints. Nothing is generated for them.
@Suite struct EndpointDiagnosticTests {
  @Test func constant() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        let fetch: () -> Void
      }
      """,
      """
      struct Client {
        let fetch: () -> Void
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEndpoint' needs a 'var', so that the endpoint can be overridden",
          line: 3,
          column: 3,
          highlights: ["let"],
          fixIts: [FixItSpec(message: "Replace 'let' with 'var'")]
        )
      ],
      fixedSource: """
        struct Client {
          @DependencyEndpoint
          var fetch: () -> Void
        }
        """
    )
  }

  @Test func modifiers() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        static var fetch: () -> Void = {}
        @DependencyEndpoint
        lazy var other: () -> Void = {}
      }
      """,
      """
      struct Client {
        static var fetch: () -> Void = {}
        lazy var other: () -> Void = {}
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEndpoint' cannot be applied to a 'static' property",
          line: 3,
          column: 3,
          highlights: ["static"]
        ),
        DiagnosticSpec(
          message: "'@DependencyEndpoint' cannot be applied to a 'lazy' property",
          line: 5,
          column: 3,
          highlights: ["lazy"]
        ),
      ]
    )
  }

  @Test func ofAClass() {
    expectExpansion(
      """
      class Client {
        @DependencyEndpoint
        class var fetch: () -> Void = {}
      }
      """,
      """
      class Client {
        class var fetch: () -> Void = {}
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEndpoint' cannot be applied to a 'class' property",
          line: 3,
          column: 3,
          highlights: ["class"]
        )
      ]
    )
  }

  @Test func severalNames() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var (first, second): (() -> Void, () -> Void)
      }
      """,
      """
      struct Client {
        var (first, second): (() -> Void, () -> Void)
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEndpoint' needs a declaration with one name",
          line: 3,
          column: 7,
          highlights: ["(first, second): (() -> Void, () -> Void)"]
        )
      ]
    )
  }

  @Test func notAClosure() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var count: Int
        @DependencyEndpoint
        var fetch = { 1 }
        @DependencyEndpoint
        var callback: (() -> Void)?
      }
      """,
      """
      struct Client {
        var count: Int
        var fetch = { 1 }
        var callback: (() -> Void)?
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEndpoint' needs an annotation with a closure type for 'count'",
          line: 3,
          column: 14
        ),
        DiagnosticSpec(
          message: "'@DependencyEndpoint' needs an annotation with a closure type for 'fetch'",
          line: 5,
          column: 7
        ),
        DiagnosticSpec(
          message: "'@DependencyEndpoint' needs an annotation with a closure type for 'callback'",
          line: 7,
          column: 17
        ),
      ]
    )
  }

  @Test func accessors() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var fetch: () -> Void { {} }
        @DependencyEndpoint
        var seen: () -> Void { didSet {} }
      }
      """,
      """
      struct Client {
        var fetch: () -> Void { {} }
        var seen: () -> Void { didSet {} }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEndpoint' cannot be applied to 'fetch', which has accessors of its own",
          line: 3,
          column: 25,
          highlights: ["{ {} }"]
        ),
        DiagnosticSpec(
          message: "'@DependencyEndpoint' cannot be applied to 'seen', which has accessors of its own",
          line: 5,
          column: 24
        ),
      ]
    )
  }
}
