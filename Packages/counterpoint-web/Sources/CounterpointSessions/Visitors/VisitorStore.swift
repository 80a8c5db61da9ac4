public import Foundation

/// A storage of visitors' snapshots, so that a visitor survives the end of a process and moves between machines.
///
/// Three implementations ship: ``InMemoryVisitorStore``, ``FolderVisitorStore``, and `EtcdVisitorStore` of the module
/// `CounterpointSessionsEtcd`. An instance belongs to one site of one process, its *node*.
///
/// A node runs a visitor only under a ``VisitorLease``. At any time, at most one lease of a visitor is valid, and a
/// write under an older one must fail: this is *fencing*, and it prevents that two nodes run one visitor.
///
/// All methods can be called from any thread.
public protocol VisitorStore: Sendable {
  /// Acquires the lease of a visitor.
  ///
  /// If another node has the lease, it is asked to release it. The method returns when it has done so, or when its
  /// lease has expired.
  ///
  /// - Parameters:
  ///   - visitor: The hash of the session's identifier: 32 hexadecimal digits.
  ///   - whenRevoked: Called when another node asks for the visitor, and when the lease has expired. Can be called
  ///     more than once, and before this method returns.
  /// - Returns: The lease, and the last snapshot; `nil` if there is none.
  /// - Throws: ``VisitorStoreError/busy`` if the owner neither releases the visitor nor ends, or any error of the
  ///   storage. The site then refuses the request with status 503.
  func acquire(
    _ visitor: String,
    whenRevoked: @escaping @Sendable () -> Void
  ) async throws -> (lease: VisitorLease, snapshot: Data?)

  /// Returns whether a visitor has a snapshot or an owner.
  ///
  /// - Parameter visitor: The hash of the session's identifier.
  /// - Throws: An error of the storage.
  func contains(_ visitor: String) async throws -> Bool

  /// Returns whether a lease is valid, as far as this node knows without a request.
  ///
  /// Must return `false` before another node can acquire the visitor without this node's consent. The site calls it
  /// before and after each action, so it must be fast.
  ///
  /// - Parameter lease: The lease.
  func isHeld(_ lease: VisitorLease) -> Bool

  /// Replaces the snapshot of a visitor, and returns when it is durable.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - lease: The lease.
  ///   - lifetime: The time for which the snapshot is kept if nothing replaces it.
  /// - Throws: ``VisitorStoreError/leaseLost`` if the lease is not valid. Nothing is written then. After any other
  ///   error, the snapshot may be stored or not.
  func write(_ snapshot: Data, under lease: VisitorLease, keepFor lifetime: Duration) async throws

  /// Releases a lease. Does nothing if the lease is not valid any more.
  ///
  /// - Parameters:
  ///   - lease: The lease.
  ///   - removesSnapshot: Whether to remove the visitor's snapshot, because the session has ended.
  /// - Throws: An error of the storage. The lease then expires.
  func release(_ lease: VisitorLease, removesSnapshot: Bool) async throws

  /// Keeps the leases of this node valid until the task is canceled.
  func run() async

  /// Ends all leases of this node. It acquires no further ones.
  func close() async
}

/// The right of a node to run a visitor.
public struct VisitorLease: Hashable, Sendable {
  /// The hash of the session's identifier.
  public let visitor: String
  /// The fencing token. Each lease of a visitor has a greater one than its predecessors.
  public let revision: Int64

  /// Creates a lease. Only stores create leases.
  ///
  /// - Parameters:
  ///   - visitor: The hash of the session's identifier.
  ///   - revision: The fencing token.
  public init(visitor: String, revision: Int64) {
    self.visitor = visitor
    self.revision = revision
  }
}

/// An error of a store of visitors.
public enum VisitorStoreError: Error, Hashable, CustomStringConvertible {
  /// The lease has expired, or another node has the visitor.
  case leaseLost
  /// Another node has the visitor, and does not release it.
  case busy
  /// Another process uses the folder of visitors.
  case folderInUse(String)
  /// The store was closed.
  case closed

  /// The reason.
  public var description: String {
    switch self {
    case .leaseLost: "The lease of the visitor has ended: another process may run the visitor."
    case .busy: "Another process runs the visitor and does not release it: try again later."
    case .folderInUse(let folder):
      "Another process uses the folder '\(folder)' of visitors until it ends: give each process its own."
    case .closed: "The store of visitors was closed."
    }
  }
}

/// The moments at which a site stores the snapshots of its visitors.
///
/// In both cases, snapshots are stored when a visitor moves to another node, and at the end of the process.
public enum VisitorSaving: Hashable, Sendable {
  /// Stores a visitor that has done nothing for a quarter of the duration, and at the latest that long after a change.
  ///
  /// A deployment loses nothing if the storage answers within ten seconds. Otherwise it loses the same as a crash: the
  /// changes of that duration at most.
  case quiet(every: Duration)
  /// Stores a visitor after each request with actions, before the response.
  ///
  /// A crash loses nothing that was acknowledged. The effects of an action begin when it is stored: an action that a
  /// crash has lost has had no effect, and its request is repeated.
  case everyAction
}
