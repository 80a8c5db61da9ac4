public import Counterpoint

// Clients as users write them. Each kind of endpoint is there once.

struct OwnError: Error {}

@DependencyClient
struct KindsClient: Sendable {
  var throwing: @Sendable (Int) async throws -> String
  var nothing: @Sendable (Int) -> Void
  var optional: @Sendable () -> Int?
  var value: @Sendable () -> Int = { 42 }
  var statements: @Sendable (Int) -> Int = {
    let sum = $0 + 1
    return sum
  }
  var branches: @Sendable (Bool) -> String = { if $0 { "yes" } else { "no" } }
  var text: @Sendable () -> String = {
    """
    one
      two
    """
  }
  var throwingWithValue: @Sendable () throws -> Int = { 7 }
  var ownError: @Sendable () throws(OwnError) -> Void
  var `switch`: @Sendable () -> Void
  var `two words`: @Sendable () -> Void
  @DependencyEndpointIgnored var transform: @Sendable (Int) -> Int = { -$0 }
  var callback: (@Sendable () -> Void)?
  let number: Int
  var isOn = true
}

/// Defaults with conditions that hold everywhere, or nowhere.
@DependencyClient
struct ConditionsClient: Sendable {
  var value: @Sendable () -> Int = {
    #if NEVER
    1
    #else
    2
    #endif
  }
  var branches: @Sendable (Bool) -> String = {
    #if NEVER
    "never"
    #elseif !NEVER
    #if compiler(>=6)
    if $0 { "yes" } else { "no" }
    #endif
    #endif
  }
  var statements: @Sendable () -> Int = {
    var sum = 1
    #if !NEVER
    sum += 1
    #endif
    return sum
  }
  #if NEVER
  var whole: @Sendable () -> Int = { 1 }
  #else
  var whole: @Sendable () -> Int = { 2 }
  #endif
}

@DependencyClient
struct PackClient<each Value: Sendable>: Sendable {
  var count: @Sendable (_ start: Int, _ values: repeat each Value) throws -> Int
  var log: @Sendable (_ values: repeat each Value) -> Void
  var first: @Sendable (_ values: repeat each Value) -> Int = { (_: repeat each Value) in 7 }
}

@DependencyClient
struct MethodsClient: Sendable {
  /// Fetches by number.
  var fetch: @Sendable (_ id: Int, _ in: String) async throws -> String
  var update: @Sendable (_ value: inout Int, _ if: @autoclosure () -> Bool) -> Void
  var later: @Sendable (_ value: @autoclosure @escaping @Sendable () async throws -> Int) async throws -> Int
  var each: @Sendable (_ body: @escaping (Int) -> Void) -> Void
  var show: @MainActor @Sendable (_ text: String) -> Void
  @MainActor var hide: @Sendable (_ text: String) -> Void
  var nearby: nonisolated(nonsending) @Sendable (_ work: Int) async -> Void
  var check: @Sendable (_ number: Int) throws(OwnError) -> Void
  var `switch`: @Sendable (_ to: Int) -> Void
  @DependencyEndpoint(method: "user")
  var userByID: @Sendable (_ id: Int) throws -> String
  @DependencyEndpoint(method: "user")
  var userByName: @Sendable (_ name: String) throws -> String
  @DependencyEndpoint(method: "refresh")
  var refreshAll: @Sendable () -> Void
}

/// A place for a public client.
public enum Namespace {}

public extension Namespace {
  @DependencyClient
  struct PublicClient: Sendable {
    /// Fetches by number.
    public var fetch: @Sendable (_ id: Int) throws -> String
    /// Can be called and not be overridden outside of this file.
    public private(set) var reset: @Sendable () -> Void
    /// A plain property.
    public var name: String = "public"
  }
}

@DependencyClient
struct GenericClient<Value: Sendable>: Sendable {
  var get: @Sendable (_ key: String) -> Value?
}

@MainActor
@DependencyClient
struct ScreenClient {
  var draw: (_ text: String) -> Void
  nonisolated var size: @Sendable (_ of: Int) -> Int = { _ in 0 }
}

/// One endpoint alone, in a class.
final class Player {
  @DependencyEndpoint var play: (_ sound: String) -> Void
}

/// A single endpoint, in a struct with Swift's own initializer.
struct Speaker {
  @DependencyEndpoint var say: (_ word: String) -> Void
  var volume: Int
}

/// An initializer of the struct's own, beside the generated ones.
@DependencyClient
struct OwnInitializerClient: Sendable {
  var get: @Sendable () -> Int?
  var count: @Sendable () -> Int = { 0 }
  var name: String

  init(name: String) {
    self.name = "own " + name
  }

  init(number: Int) {
    self.get = { number }
    self.name = "\(number)"
  }
}
