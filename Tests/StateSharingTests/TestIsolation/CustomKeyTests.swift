import DependencyInjection
import Foundation
@_spi(Internals) import CounterpointSupport
import StateSharing
import Testing

// The pattern for a custom key: its storage is a dependency, which is empty in each test.

private final class Registry: Sendable {
  let values = Locked<[String: Int]>([:])
}

extension DependencyValues {
  fileprivate var registry: Registry {
    get { self[RegistryDependency.self] }
    set { self[RegistryDependency.self] = newValue }
  }
}

private enum RegistryDependency: DependencyKey {
  static let liveValue = Registry()
  static var testValue: Registry { Registry() }
}

private struct RegistryKey: SharedKey {
  let name: String
  let registry: Registry

  init(_ name: String) {
    @Dependency(\.registry) var registry
    self.name = name
    self.registry = registry
  }

  var id: String { name }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    continuation.resume(with: .success(registry.values.withLock { $0[name] }))
  }

  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
    SharedSubscription {}
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    registry.values.withLock { $0[name] = value }
    continuation.resume()
  }
}

extension SharedKey where Self == RegistryKey {
  fileprivate static func registry(_ name: String) -> Self { RegistryKey(name) }
}

@Suite struct CustomKeyTests {
  // The numbers are far apart, so that a case can't begin with another case's value.
  @Test(arguments: [10, 20, 30, 40, 50]) func eachTestCaseBeginsEmpty(_ number: Int) {
    @Shared(.registry("count")) var count = number
    #expect(count == number)
    $count.withLock { $0 += 1 }
    @Dependency(\.registry) var registry
    #expect(registry.values.withLock { $0 } == ["count": number + 1])
  }
}
