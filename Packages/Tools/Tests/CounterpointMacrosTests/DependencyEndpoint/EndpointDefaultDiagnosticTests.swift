import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Missing or invalid defaults. The expansion continues, so that the error is the only one.
@Suite struct EndpointDefaultDiagnosticTests {
  @Test func missing() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var count: (Int, String) -> Int
      }
      """,
      """
      struct Client {
        var count: (Int, String) -> Int {
          @storageRestrictions(initializes: _count)
          init(initialValue) {
            _count = initialValue
          }
          get {
            guard DependencyInjection._isReadRecorded() else { return _count }
            return { [endpoint = _count] p0, p1 in
              DependencyInjection._endpointRead("Client.count") { endpoint(p0, p1) }
            }
          }
          set { _count = newValue }
        }

        private var _count: (Int, String) -> Int = { _, _ in
          DependencyInjection.reportUnimplemented("Client.count")
          Swift.fatalError()
        }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "An endpoint that returns 'Int' and cannot throw any error needs a default",
          line: 3,
          column: 7,
          fixIts: [FixItSpec(message: "Insert a default")]
        )
      ],
      fixedSource: """
        struct Client {
          @DependencyEndpoint
          var count: (Int, String) -> Int = { _, _ in <#Int#> }
        }
        """
    )
  }

  @Test func missingWithoutParameters() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var names: () async -> [String]  // all
      }
      """,
      """
      struct Client {
        var names: () async -> [String] {  // all
          @storageRestrictions(initializes: _names)
          init(initialValue) {
            _names = initialValue
          }
          get { _names }
          set { _names = newValue }
        }

        private var _names: () async -> [String] = {
          DependencyInjection.reportUnimplemented("Client.names")
          Swift.fatalError()
        }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "An endpoint that returns '[String]' and cannot throw any error needs a default",
          line: 3,
          column: 7,
          fixIts: [FixItSpec(message: "Insert a default")]
        )
      ],
      fixedSource: """
        struct Client {
          @DependencyEndpoint
          var names: () async -> [String] = { <#[String]#> }  // all
        }
        """
    )
  }

  @Test func missingBesideAnErrorOfItsOwn() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var count: () throws(CancellationError) -> Int
      }
      """,
      """
      struct Client {
        var count: () throws(CancellationError) -> Int {
          @storageRestrictions(initializes: _count)
          init(initialValue) {
            _count = initialValue
          }
          get {
            guard DependencyInjection._isReadRecorded() else { return _count }
            return { [endpoint = _count] () throws(CancellationError) in
              try DependencyInjection._endpointRead("Client.count") { () throws(CancellationError) in try endpoint() }
            }
          }
          set { _count = newValue }
        }

        private var _count: () throws(CancellationError) -> Int = {
          DependencyInjection.reportUnimplemented("Client.count")
          Swift.fatalError()
        }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "An endpoint that returns 'Int' and cannot throw any error needs a default",
          line: 3,
          column: 7,
          fixIts: [FixItSpec(message: "Insert a default")]
        )
      ],
      fixedSource: """
        struct Client {
          @DependencyEndpoint
          var count: () throws(CancellationError) -> Int = { <#Int#> }
        }
        """
    )
  }

  @Test func notALiteral() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var count: (Int) -> Int = Self.zero
        @DependencyEndpoint
        var reset: () -> Void = nothing
      }
      """,
      """
      struct Client {
        var count: (Int) -> Int {
          get {
            guard DependencyInjection._isReadRecorded() else { return _count }
            return { [endpoint = _count] p0 in
              DependencyInjection._endpointRead("Client.count") { endpoint(p0) }
            }
          }
          set { _count = newValue }
        }

        private var _count: (Int) -> Int = { _ in
          DependencyInjection.reportUnimplemented("Client.count")
          Swift.fatalError()
        }
        var reset: () -> Void {
          get { _reset }
          set { _reset = newValue }
        }

        private var _reset: () -> Void = {
          DependencyInjection.reportUnimplemented("Client.reset")
          Swift.fatalError()
        }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "The default of the endpoint 'count' must be a closure literal",
          line: 3,
          column: 29,
          highlights: ["Self.zero"],
          fixIts: [FixItSpec(message: "Replace it with '{ _ in <#Int#> }'")]
        ),
        DiagnosticSpec(
          message: "The default of the endpoint 'reset' must be a closure literal",
          line: 5,
          column: 27,
          highlights: ["nothing"],
          fixIts: [FixItSpec(message: "Replace it with '{}'")]
        ),
      ],
      fixedSource: """
        struct Client {
          @DependencyEndpoint
          var count: (Int) -> Int = { _ in <#Int#> }
          @DependencyEndpoint
          var reset: () -> Void = {}
        }
        """
    )
  }

  @Test func unimplemented() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var count: (Int) -> Int = unimplemented("count", placeholder: 0)
      }
      """,
      """
      struct Client {
        var count: (Int) -> Int {
          get {
            guard DependencyInjection._isReadRecorded() else { return _count }
            return { [endpoint = _count] p0 in
              DependencyInjection._endpointRead("Client.count") { endpoint(p0) }
            }
          }
          set { _count = newValue }
        }

        private var _count: (Int) -> Int = { _ in
          DependencyInjection.reportUnimplemented("Client.count")
          Swift.fatalError()
        }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEndpoint' already reports calls of the default; 'unimplemented' is not needed",
          line: 3,
          column: 29,
          severity: .warning
        ),
        DiagnosticSpec(
          message: "The default of the endpoint 'count' must be a closure literal",
          line: 3,
          column: 29,
          fixIts: [FixItSpec(message: "Replace it with '{ _ in <#Int#> }'")]
        ),
      ],
      fixedSource: """
        struct Client {
          @DependencyEndpoint
          var count: (Int) -> Int = { _ in <#Int#> }
        }
        """
    )
  }

  @Test func fatalError() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var count: (Int) -> Int = { _ in fatalError() }
        @DependencyEndpoint
        var reset: () -> Void = { Swift.fatalError("no") }
        @DependencyEndpoint
        var sum: () -> Int = {
          print("sum")
          fatalError()
        }
      }
      """,
      """
      struct Client {
        var count: (Int) -> Int {
          get {
            guard DependencyInjection._isReadRecorded() else { return _count }
            return { [endpoint = _count] p0 in
              DependencyInjection._endpointRead("Client.count") { endpoint(p0) }
            }
          }
          set { _count = newValue }
        }

        private var _count: (Int) -> Int = { _ in
          DependencyInjection.reportUnimplemented("Client.count")
          fatalError()
        }
        var reset: () -> Void {
          get { _reset }
          set { _reset = newValue }
        }

        private var _reset: () -> Void = {
          DependencyInjection.reportUnimplemented("Client.reset")
          Swift.fatalError("no")
        }
        var sum: () -> Int {
          get {
            guard DependencyInjection._isReadRecorded() else { return _sum }
            return { [endpoint = _sum] in
              DependencyInjection._endpointRead("Client.sum") { endpoint() }
            }
          }
          set { _sum = newValue }
        }

        private var _sum: () -> Int = {
          DependencyInjection.reportUnimplemented("Client.sum")
          print("sum")
          fatalError()
        }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "The default of an endpoint runs after the report that the endpoint is unimplemented; this stops the test instead",
          line: 3,
          column: 36,
          severity: .warning,
          highlights: ["fatalError()"],
          fixIts: [FixItSpec(message: "Replace it with '{ _ in <#Int#> }'")]
        ),
        DiagnosticSpec(
          message:
            "The default of an endpoint runs after the report that the endpoint is unimplemented; this stops the test instead",
          line: 5,
          column: 29,
          severity: .warning,
          fixIts: [FixItSpec(message: "Replace it with '{}'")]
        ),
      ],
      fixedSource: """
        struct Client {
          @DependencyEndpoint
          var count: (Int) -> Int = { _ in <#Int#> }
          @DependencyEndpoint
          var reset: () -> Void = {}
          @DependencyEndpoint
          var sum: () -> Int = {
            print("sum")
            fatalError()
          }
        }
        """
    )
  }
}
