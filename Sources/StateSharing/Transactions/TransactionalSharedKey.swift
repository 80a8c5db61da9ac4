/// A key whose storage can read, change and write a value as one step that no other process gets between.
///
/// `withLock` on a value with such a key is a transaction: it begins, runs its closure on what is stored *now*, and commits. On
/// a conflict it begins again, so the closure may run several times and must be repeatable.
///
/// The methods block the calling thread for as long as the storage takes, which must not be for ever: honour the request's
/// deadline and throw when it has passed.
public protocol TransactionalSharedKey<Value>: SharedKey {
  /// What the storage remembers between the beginning and the end of a transaction.
  associatedtype Ticket: Sendable

  /// Whether this key uses transactions; by default it does. A key that can do without them says so here, once and for all.
  var isTransactional: Bool { get }

  /// Begins a transaction and reads what is stored.
  ///
  /// - Parameter request: How long it may take.
  /// - Returns: What is stored, and what ``commit(_:_:)`` or ``rollback(_:)`` needs to end the transaction.
  func begin(_ request: SharedTransactionRequest) throws -> (stored: SharedStored<Value>, ticket: Ticket)

  /// Ends a transaction by storing a value, durably. Also an error ends it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - ticket: The transaction.
  /// - Returns: The version of the value, or what somebody else has stored meanwhile.
  func commit(_ value: Value, _ ticket: Ticket) throws -> SharedCommit<Value>

  /// Ends a transaction without a change.
  ///
  /// - Parameter ticket: The transaction.
  func rollback(_ ticket: Ticket)
}

extension TransactionalSharedKey {
  /// True.
  public var isTransactional: Bool { true }
}

/// What a transaction is begun with.
public struct SharedTransactionRequest: Sendable {
  /// Which attempt it is, counted from one.
  public let attempt: Int

  /// When to give up.
  public let deadline: ContinuousClock.Instant

  /// Whether half of the attempts have been lost to others: time to take a lock, if there is one that keeps them out.
  public let isUrgent: Bool

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - attempt: Which attempt it is, counted from one.
  ///   - deadline: When to give up.
  ///   - isUrgent: Whether half of the attempts have been lost to others.
  public init(attempt: Int, deadline: ContinuousClock.Instant, isUrgent: Bool = false) {
    self.attempt = attempt
    self.deadline = deadline
    self.isUrgent = isUrgent
  }
}

/// What code inside a transaction may ask about it.
public enum SharedTransaction {
  /// How often the closure of the current transaction has been begun, this time included; zero outside of transactions.
  @TaskLocal public static var attempt = 0

  /// How long `withLock` may keep the main thread waiting for a storage before debug builds report it, once for each place in
  /// the code and value: 100 milliseconds, unless a program says otherwise.
  ///
  /// What is measured is how long beginning and committing take, whatever the reason: a slow disk, another process that has the
  /// lock, or a machine with much else to do. A program whose main thread nobody waits for, such as one that plays a script,
  /// allows for more:
  ///
  /// ```swift
  /// await SharedTransaction.$patienceOfMainThread.withValue(.seconds(10)) { await play() }
  /// ```
  @TaskLocal public static var patienceOfMainThread = Duration.milliseconds(100)
}
