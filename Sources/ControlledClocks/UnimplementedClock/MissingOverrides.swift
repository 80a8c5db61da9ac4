import Locks

/// The dependencies that the code under test has used although the test does not override them.
///
/// A test store makes one current for its feature and the feature's effects. Each dependency is then reported once, and the
/// store knows that the failures after it may be consequences. Safe to use from any thread.
package final class MissingOverrides: Sendable {
  /// The record of the test store whose code is running; `nil` outside of a test store.
  @TaskLocal package static var current: MissingOverrides?

  private let names = Locked<[String]>([])

  /// Makes a record without any dependency.
  package init() {}

  /// The dependency that was missed first; `nil` if none was.
  package var first: String? { names.withLock { $0.first } }

  /// Records a dependency.
  ///
  /// - Parameter name: The dependency, as in `\.uuid`.
  /// - Returns: Whether it was not recorded before.
  @discardableResult
  package func insert(_ name: String) -> Bool {
    names.withLock { names in
      guard !names.contains(name) else { return false }
      names.append(name)
      return true
    }
  }

  /// Returns whether an endpoint of a client is recorded.
  ///
  /// - Parameter endpoint: The endpoint without its client.
  package func contains(endpoint: String) -> Bool {
    names.withLock { $0.contains { $0 == endpoint || $0.hasSuffix(".\(endpoint)") } }
  }
}
