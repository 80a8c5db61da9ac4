/// Hashes passwords, and compares them with hashes.
///
/// A hash is a text that contains its parameters and its salt, so that the parameters can grow.
public struct PasswordHasher: Sendable {
  /// Returns the hash of a password, with a new salt.
  public var hash: @Sendable (_ password: Password) async throws -> String
  /// Compares a password with a hash, in a time that does not depend on the place of a difference.
  public var verify: @Sendable (_ password: Password, _ hash: String) async throws -> Verification

  /// The result of a comparison.
  public enum Verification: Sendable {
    case wrong
    case right
    /// The password is right. The hash has older parameters, so it should be replaced.
    case outdated
  }

  /// Creates a hasher from functions.
  ///
  /// - Parameters:
  ///   - hash: See ``hash``.
  ///   - verify: See ``verify``.
  public init(
    hash: @escaping @Sendable (_ password: Password) async throws -> String,
    verify: @escaping @Sendable (_ password: Password, _ hash: String) async throws -> Verification
  ) {
    self.hash = hash
    self.verify = verify
  }

  /// Returns a hasher that does a bounded number of hashes at once, because each one takes a core and some megabytes.
  ///
  /// - Parameters:
  ///   - concurrent: The maximum number of running hashes.
  ///   - waiting: The maximum number of waiting hashes. Further ones throw ``PasswordHasherBusy`` at once.
  public func limited(concurrent: Int, waiting: Int) -> Self {
    let queue = HashQueue(concurrent: concurrent, waiting: waiting)
    let (hash, verify) = (hash, verify)
    return Self(
      hash: { password in try await queue.run { try await hash(password) } },
      verify: { password, stored in try await queue.run { try await verify(password, stored) } }
    )
  }
}

/// Too many passwords are being hashed.
public struct PasswordHasherBusy: Error {}

/// Runs a bounded number of operations at once, in the order of their arrival.
actor HashQueue {
  private let concurrent: Int
  private let waiting: Int
  private var running = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(concurrent: Int, waiting: Int) {
    self.concurrent = concurrent
    self.waiting = waiting
  }

  func run<Result: Sendable>(_ operation: @Sendable () async throws -> Result) async throws -> Result {
    if running >= concurrent {
      guard waiters.count < waiting else { throw PasswordHasherBusy() }
      // The operation that ends hands its place over.
      await withCheckedContinuation { waiters.append($0) }
    } else {
      running += 1
    }
    defer { leave() }
    // A canceled request needs no hash.
    try Task.checkCancellation()
    return try await operation()
  }

  private func leave() {
    if waiters.isEmpty { running -= 1 } else { waiters.removeFirst().resume() }
  }
}
