import CounterpointSupport

/// The dependencies that the code under test has used although the test does not override them.
///
/// A test store makes one record current for its feature and the feature's effects. Each dependency is then reported
/// once, and the store knows that later failures may be consequences. Safe to use from any thread.
package final class MissingOverrides: Sendable {
  /// The record of the test store whose code is running; `nil` outside of a test store.
  @TaskLocal package static var current: MissingOverrides?

  private let names = Locked<[String]>([])

  /// Creates an empty record.
  package init() {}

  /// The dependency that was recorded first; `nil` if there is none.
  package var first: String? { names.withLock { $0.first } }

  /// Records a dependency.
  ///
  /// - Parameter name: The key path of the dependency, for example `\.uuid`.
  /// - Returns: `true` if the dependency was not recorded before.
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
  /// - Parameter endpoint: The name of the endpoint without its client.
  package func contains(endpoint: String) -> Bool {
    names.withLock { $0.contains { $0 == endpoint || $0.hasSuffix(".\(endpoint)") } }
  }
}
