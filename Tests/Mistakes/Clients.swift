import Counterpoint

// Dependencies with endpoints.

@DependencyClient
struct Variadic: Sendable {
  var sum: @Sendable (_ numbers: Int...) throws -> Int  // error: cannot forward the variadic parameter 'Int...'
  var load: @Sendable (_ id: Int) async throws -> String
}

@DependencyClient
struct WithoutDefault: Sendable {
  var count: @Sendable () -> Int  // error: An endpoint that returns 'Int' and cannot throw any error needs a default
}

typealias Load = @Sendable (Int) async throws -> String

struct Alias: Sendable {
  @DependencyEndpoint var load: Load  // error: needs an annotation with a closure type // error: did not produce
}

@DependencyClient
struct Conditional: Sendable {
  #if os(Linux) || os(macOS)
  var host: String
  var resolve: @Sendable () async throws -> String
  #else
  var drive: String
  #endif
  var load: @Sendable (_ id: Int) async throws -> String

  static let all = Conditional(host: "", resolve: { "" }, load: { _ in "" })
  static let data = Conditional(host: "")
  static let wrong = Conditional()  // error: missing argument for parameter 'host' in call
}
