import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Invalid methods. The expansion continues without them, so that the error is the only one.
@Suite struct EndpointMethodDiagnosticTests {
  @Test func methodName() {
    expectExpansion(
      #"""
      struct Client {
        @DependencyEndpoint(method: "2 things")
        var a: () -> Void
        @DependencyEndpoint(method: "\(name)")
        var b: (_ x: Int) -> Void
        @DependencyEndpoint(method: name)
        var c: () -> Void
        @DependencyEndpoint(method: "")
        var d: () -> Void
      }
      """#,
      #"""
      struct Client {
        var a: () -> Void {
          @storageRestrictions(initializes: _a)
          init(initialValue) {
            _a = initialValue
          }
          get { _a }
          set { _a = newValue }
        }

        private var _a: () -> Void = {
          DependencyInjection.reportUnimplemented("Client.a")
        }
        var b: (_ x: Int) -> Void {
          @storageRestrictions(initializes: _b)
          init(initialValue) {
            _b = initialValue
          }
          get { _b }
          set { _b = newValue }
        }

        private var _b: (_ x: Int) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.b")
        }

        func b(x: Int) {
          self._b(x)
        }
        var c: () -> Void {
          @storageRestrictions(initializes: _c)
          init(initialValue) {
            _c = initialValue
          }
          get { _c }
          set { _c = newValue }
        }

        private var _c: () -> Void = {
          DependencyInjection.reportUnimplemented("Client.c")
        }
        var d: () -> Void {
          @storageRestrictions(initializes: _d)
          init(initialValue) {
            _d = initialValue
          }
          get { _d }
          set { _d = newValue }
        }

        private var _d: () -> Void = {
          DependencyInjection.reportUnimplemented("Client.d")
        }
      }
      """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'method' must be a string literal that is a valid name of a method",
          line: 2,
          column: 31
        ),
        DiagnosticSpec(
          message: "'method' must be a string literal that is a valid name of a method",
          line: 4,
          column: 31
        ),
        DiagnosticSpec(
          message: "'method' must be a string literal that is a valid name of a method",
          line: 6,
          column: 31
        ),
        DiagnosticSpec(
          message: "'method' must be a string literal that is a valid name of a method",
          line: 8,
          column: 31
        ),
      ]
    )
  }

  @Test func variadic() {
    expectExpansion(
      """
      struct Client {
        @DependencyEndpoint
        var sum: (_ of: Int...) -> Void
        @DependencyEndpoint
        var max: (Int...) -> Void
      }
      """,
      """
      struct Client {
        var sum: (_ of: Int...) -> Void {
          @storageRestrictions(initializes: _sum)
          init(initialValue) {
            _sum = initialValue
          }
          get { _sum }
          set { _sum = newValue }
        }

        private var _sum: (_ of: Int...) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.sum")
        }
        var max: (Int...) -> Void {
          @storageRestrictions(initializes: _max)
          init(initialValue) {
            _max = initialValue
          }
          get { _max }
          set { _max = newValue }
        }

        private var _max: (Int...) -> Void = { _ in
          DependencyInjection.reportUnimplemented("Client.max")
        }
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "A method cannot forward the variadic parameter 'Int...'; take an array",
          line: 3,
          column: 13,
          highlights: ["_ of: Int..."]
        )
      ]
    )
  }
}
