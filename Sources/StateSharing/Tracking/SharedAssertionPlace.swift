import CounterpointSupport

/// Holds the current assertion for the code that is part of it.
final class SharedAssertionPlace: Sendable {
  private let current = Locked<SharedAssertion?>(nil)

  /// The assertion that runs now.
  var assertion: SharedAssertion? { current.withLock { $0 } }

  /// Sets the current assertion while a function runs, and restores the previous one afterwards.
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
