import Counterpoint

// Mistakes with dependencies and shared values.

final class Session {}

struct Clock {}

struct Box<Value> { var count = 0 }

enum WithoutLiveValue: DependencyKey {}  // error: type 'WithoutLiveValue' does not conform to protocol 'DependencyKey'

enum NotSendableValue: DependencyKey {  // error: type 'Session' does not conform to the 'Sendable' protocol
  static let liveValue = Session()  // error: static property 'liveValue' is not concurrency-safe because non-'Sendable'
}

enum TwoTypes: DependencyKey {
  static let liveValue = 1
  static let testValue = ""
}

@DependencyClient
struct Files: Sendable {
  var read: @Sendable (_ name: String, _ encoding: Int) async throws -> String
  var count: @Sendable () throws -> Int
}

extension DependencyValues {
  @DependencyEntry var files = Files()
  @DependencyEntry var text: Int = ""  // error: cannot convert value of type 'String' to specified type 'Int'
  @DependencyEntry var session = Session()  // error: type 'Session' does not // error: type 'Session' does not
}

struct Uses {
  @Dependency(\.flies) var flies  // error: cannot infer key path type from context
  @Dependency(\.date.nwo) var nested  // error: cannot infer key path type from context
  @Dependency(\.flies) var annotated: Files  // error: cannot infer key path type from context
  @Dependency(\Box<Int>.count) var other  // error: Name a property of 'DependencyValues', or a path into its value
  @Dependency(Clock.self) var clock  // error: initializer 'init(_:fileID:filePath:line:column:)' requires that 'Clock'
  @Dependency(\.files) let constant  // error: property wrapper can only be a // error: type annotation missing in pat
  @Dependency var without: Files
}

func call(_ files: Files) async throws {
  _ = try await files.read("a", 1)
  _ = try await files.read(name: "a")  // error: missing argument for parameter 'encoding' in call
  _ = try await files.read(name: 1, encoding: 1)  // error: cannot convert value of type 'Int' to expected argument type
  _ = files.count()  // error: call can throw but is not marked with 'try'
  files.count = { 1 }  // error: cannot assign to property: 'files' is a 'let' constant
}

func override() {
  withDependencies {
    $0.flies = Files()  // error: value of type 'DependencyValues' has no member 'flies'
  } operation: {
  }
  withDependencies {
    $0.date = 1  // error: cannot assign value of type 'Int' to type 'DateGenerator'
  } operation: {
  }
  withDependencies {
    $0.files.raed = { _, _ in "" }  // error: value of type 'F // error: cannot infer typ // error: cannot infer typ
  } operation: {
  }
  withDependencies {
    $0[Clock.self] = 1  // error: subscript 'subscript(_:_:_:_:_:_:)' requires that 'Clock' conform to 'TestDependencyKe
  } operation: {
  }
  withDependencies {
    $0.files.count = { "" }  // error: cannot convert value of type 'String' to closure result type 'Int'
  } operation: {
  }
}

struct Values {
  @Shared(.inMemory("count")) var count = 0
  @Shared(.inMemory("total")) var total: Int  // error: 'init(_:)' is unavailable: Give the value a default: '@Shared(…)
  @Shared(.appStorage("box")) var box = Box<Int>()  // error: no exact matches in call to static method 'appStorage'
  @Shared(.appStorage) var nameless = 0  // error: no exact matche // error: type '@Sendable // error: initializer 'in
  @Shared(.fileStorage("name")) var path = 0  // error: cannot convert value of type 'String' to expected argument type
  @Shared(.unknown("x")) var unknown = 0  // error: type 'SharedKey' has no member 'unknown'
  @Shared(.inMemory(1)) var number = 0  // error: cannot convert value of type 'Int' to expected argument type 'String'
  @SharedReader(.inMemory("count")) var read = 0
  @Shared var parameter: Int

  func change() {
    count += 1  // error: setter for 'count' is deprecated: Use '$shared.withLock { $0 = … }', which has exclusive acces
    $count = 1  // error: cannot assign value of type 'Int' to type 'Shared<Int>'
    $count.withLock { $0 = "" }  // error: cannot assign value of type 'String' to type 'Int'
    $count.withLock { $1 = 1 }  // error: contextual closure type '(inout Int) -> ()' expects 1 argument, but 2 were use
    $read.withLock { $0 = 1 }  // error: cannot call value of non-function // error: value of type 'SharedReader<Int>'
    let _: Shared<String> = $count  // error: cannot assign value of type 'Shared<Int>' to type 'Shared<String>'
    _ = $count.nmae  // error: value of type 'Shared<Int>' has no dynamic member 'nmae' using key path from root type 'I
  }
}

// The compiler reports some in the generated code, too.
// in expansions: 1
