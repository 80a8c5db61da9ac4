import CounterpointSessions
@_spi(Internals) import CounterpointSupport
import Foundation

/// A fault of a site, for tests of the simulation.
enum PlantedSiteFault: Sendable, CaseIterable {
  /// An event stream leaves out a revision of the page.
  case streamSkipsARevision
  /// A visitor is restored from the last snapshot but one.
  case staleSnapshotIsRestored
  /// The site answers before it has stored the visitor.
  case acknowledgementBeforeTheSnapshot
}

/// A storage of visitors that may restore an older snapshot. Its memory survives the machine, as the disk does.
final class PlantedVisitorStore: VisitorStore {
  /// The last snapshot of each visitor, and the one before.
  final class Snapshots: Sendable {
    fileprivate let known = Locked<[String: (last: Data, before: Data)]>([:])
  }

  private let base: any VisitorStore
  private let snapshots: Snapshots?

  /// - Parameter snapshots: The older snapshots, which are restored; `nil` for no fault.
  init(_ base: any VisitorStore, restoring snapshots: Snapshots?) {
    self.base = base
    self.snapshots = snapshots
  }

  func acquire(
    _ visitor: String,
    whenRevoked: @escaping @Sendable () -> Void
  ) async throws -> (lease: VisitorLease, snapshot: Data?) {
    let (lease, snapshot) = try await base.acquire(visitor, whenRevoked: whenRevoked)
    return (lease, snapshots?.known.withLock { $0[visitor]?.before } ?? snapshot)
  }

  func contains(_ visitor: String) async throws -> Bool { try await base.contains(visitor) }
  func isHeld(_ lease: VisitorLease) -> Bool { base.isHeld(lease) }

  func write(_ snapshot: Data, under lease: VisitorLease, keepFor lifetime: Duration) async throws {
    try await base.write(snapshot, under: lease, keepFor: lifetime)
    snapshots?.known.withLock { known in
      known[lease.visitor] = (snapshot, known[lease.visitor]?.last ?? snapshot)
    }
  }

  func release(_ lease: VisitorLease, removesSnapshot: Bool) async throws {
    try await base.release(lease, removesSnapshot: removesSnapshot)
  }

  func run() async { await base.run() }
  func close() async { await base.close() }
}

/// Leaves out chunks of streams that have changes.
final class SkippedRevisions: Sendable {
  private let count = Locked(0)

  /// Returns the chunk; `nil` for each seventh one that has a change.
  func replace(_ chunk: String) -> String? {
    guard chunk.contains("data: [["), !chunk.hasPrefix("retry:") else { return chunk }
    let number = count.withLock { count in
      count += 1
      return count
    }
    return number % 7 == 0 ? nil : chunk
  }
}
