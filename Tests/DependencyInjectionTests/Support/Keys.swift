import DependencyInjection
@_spi(Internals) import CounterpointSupport

/// A number that identifies one of the values of a key.
enum NumberKey: DependencyKey {
  static let liveValue = 1
  static let previewValue = 2
  static let testValue = 3
}

/// A key with a live value only.
struct LiveOnly: DependencyKey, Equatable {
  var name = "live"
  static let liveValue = LiveOnly()
}

/// A key without a live value.
enum TestOnlyKey: TestDependencyKey {
  static let testValue = "test"
}

/// A client in a module that doesn't know the live value.
struct Client: TestDependencyKey, Sendable {
  var fetch: @Sendable () -> String
  var count: @Sendable () -> Int

  static var testValue: Client {
    let mayReport = shouldReportUnimplemented
    return Client(fetch: { "unimplemented" }, count: { mayReport ? 1 : 0 })
  }
}

enum OptionalKey: DependencyKey {
  static let liveValue: Int? = 1
  static let testValue: Int? = 3
}

extension DependencyValues {
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  var liveOnly: LiveOnly {
    get { self[LiveOnly.self] }
    set { self[LiveOnly.self] = newValue }
  }

  var testOnly: String {
    get { self[TestOnlyKey.self] }
    set { self[TestOnlyKey.self] = newValue }
  }

  var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }

  var optional: Int? {
    get { self[OptionalKey.self] }
    set { self[OptionalKey.self] = newValue }
  }
}

/// A thread-safe counter.
final class Counter: Sendable {
  private let count = Locked(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult
  func increment() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
