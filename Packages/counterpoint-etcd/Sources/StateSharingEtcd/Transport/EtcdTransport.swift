public import Foundation

/// The operations of an etcd cluster that this module needs. A transport sends them to one member at a time, and
/// repeats nothing.
///
/// All methods may be called from any thread. They throw an ``EtcdFault`` for an answer of the member that is an
/// error, and any other error if the member can't be reached or has not answered in time.
package protocol EtcdTransport: Sendable {
  /// The number of members that can be asked.
  var memberCount: Int { get }

  /// The address of a member, for messages.
  func address(of member: Int) -> String

  /// Runs a transaction.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - member: The index of the member.
  ///   - token: The token from ``authenticate(user:password:at:within:)``.
  ///   - limit: The maximum duration.
  func perform(_ transaction: EtcdTransaction, at member: Int, token: String?, within limit: Duration) async throws
    -> EtcdTransactionResult

  /// Watches all keys with a prefix. The stream ends only with an error.
  ///
  /// - Parameters:
  ///   - prefix: The prefix.
  ///   - revision: The revision of the first event; `nil` for those after the beginning of the watch.
  ///   - member: The index of the member.
  ///   - token: The token from ``authenticate(user:password:at:within:)``.
  func watch(prefix: Data, from revision: Int64?, at member: Int, token: String?)
    -> AsyncThrowingStream<EtcdWatchAnswer, any Error>

  /// Returns a token for a user.
  func authenticate(user: String, password: String, at member: Int, within limit: Duration) async throws -> String

  /// Grants a lease, which ends after a time unless it is renewed.
  func grantLease(seconds: Int64, at member: Int, token: String?, within limit: Duration) async throws -> Int64

  /// Renews a lease. Returns whether it exists.
  func keepLeaseAlive(_ lease: Int64, at member: Int, token: String?, within limit: Duration) async throws -> Bool

  /// Ends a lease and deletes its keys.
  func revokeLease(_ lease: Int64, at member: Int, token: String?, within limit: Duration) async throws

  /// Closes the connections.
  func close() async
}

/// A transaction: conditions, and the operations of both outcomes.
@_spi(Internals) public struct EtcdTransaction: Hashable, Sendable {
  /// A key and its modification revision, 0 if it must not exist.
  public struct Condition: Hashable, Sendable {
    /// The key that is compared.
    public var key: Data
    /// The expected revision of its last change; 0 if there must be no value.
    public var revision: Int64

    /// Creates a condition.
    public init(key: Data, revision: Int64) {
      self.key = key
      self.revision = revision
    }
  }

  /// A read or a write.
  public enum Operation: Hashable, Sendable {
    case get(Data)
    /// Reads the value that the member has, without asking the others.
    case getLocally(Data)
    case put(Data, Data)
    /// Stores a value that is deleted at the end of a lease.
    case putLeased(Data, Data, lease: Int64)
    case delete(Data)
  }

  /// All must hold.
  public var conditions: [Condition] = []
  /// The operations if the conditions hold.
  public var success: [Operation] = []
  /// The operations otherwise.
  public var failure: [Operation] = []
  /// Whether the client may repeat it: it reads, or notes that a value is absent.
  public var isRepeatable = false

  /// Creates a transaction.
  public init(conditions: [Condition] = [], success: [Operation] = [], failure: [Operation] = []) {
    self.conditions = conditions
    self.success = success
    self.failure = failure
  }
}

/// The outcome of a transaction.
@_spi(Internals) public struct EtcdTransactionResult: Hashable, Sendable {
  /// The revision of the cluster.
  public var revision: Int64
  /// Whether the conditions held.
  public var succeeded: Bool
  /// The results of the operations, in order: the record that was read, or `nil`.
  public var records: [EtcdRecord?]
}

/// A stored value.
@_spi(Internals) public struct EtcdRecord: Hashable, Sendable {
  /// The key in the cluster.
  public var key: Data
  /// The stored bytes.
  public var value: Data
  /// The revision of the last change.
  public var revision: Int64
}

/// A message of a watch.
@_spi(Internals) public enum EtcdWatchAnswer: Hashable, Sendable {
  /// The watch has begun, at a revision of the cluster.
  case began(revision: Int64)
  /// Changes, in the order of their revisions.
  case events([EtcdEvent], revision: Int64)
  /// The history from the requested revision on is not kept any more. No event follows.
  case compacted(revision: Int64)
}

/// A change of a key.
@_spi(Internals) public struct EtcdEvent: Hashable, Sendable {
  /// The key in the cluster.
  public var key: Data
  /// `nil` if the key was deleted.
  public var value: Data?
  /// The revision of the change.
  public var revision: Int64
}

/// An error that a member has answered, with the codes of gRPC.
@_spi(Internals) public struct EtcdFault: Error, Hashable {
  /// The code of gRPC.
  public var code: Int
  /// The text of the member.
  public var message: String

  /// Creates a fault.
  public init(code: Int, message: String) {
    self.code = code
    self.message = message
  }

  /// Whether the token is unknown to the member, for example after its restart, or is older than the last change of the
  /// cluster's users and roles.
  var isUnauthenticated: Bool {
    code == 16 || message.contains("invalid auth token") || message.contains("revision of auth store is old")
      || message.contains("revision in header is old")
  }
  /// Whether the user may not do what was asked.
  public var isDenied: Bool { code == 7 }
  /// Whether a key was to be stored with a lease that has ended. Nothing was stored.
  public var isLeaseLost: Bool { message.contains("lease not found") }
  /// Whether the request is larger than etcd accepts, or than gRPC does.
  var isTooLarge: Bool { message.contains("too large") || message.contains("larger than max") }
  var isWrongLogin: Bool {
    message.contains("authentication failed") || message.contains("user name is empty")
      || message.contains("authentication is not enabled")
  }
}
