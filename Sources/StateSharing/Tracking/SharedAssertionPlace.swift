import Locks

/// Where code finds the assertion that it is a part of.
final class SharedAssertionPlace: Sendable {
  private let current = Locked<SharedAssertion?>(nil)

  /// The assertion that runs now.
  var assertion: SharedAssertion? { current.withLock { $0 } }

  /// Has code be a part of an assertion while a body runs; afterwards, of the one that it was a part of before.
  func within<Result>(_ assertion: SharedAssertion, _ body: () throws -> Result) rethrows -> Result {
    let outer = exchange(assertion)
    defer { _ = exchange(outer) }
    return try body()
  }

  private func exchange(_ assertion: SharedAssertion?) -> SharedAssertion? {
    current.withLock { current in
      defer { current = assertion }
      return current
    }
  }
}
