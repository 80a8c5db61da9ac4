import Foundation
import IssueReporting

/// The storage of one session's snapshots: the store of the site, and the session's lease.
struct VisitorStorage: Sendable {
  let settings: VisitorSettings
  var lease: VisitorLease
  /// Ends the session without its snapshot, because another process owns the visitor.
  let didLose: @Sendable () -> Void
  /// Reports why a snapshot could not be stored.
  let report: @Sendable (any Error) -> Void

  var saving: VisitorSaving { settings.saving }
  var isHeld: Bool { settings.store.isHeld(lease) }
  var sleep: @Sendable (Duration) async throws -> Void { settings.sleep }

  func write(_ snapshot: Data) async throws {
    try await settings.store.write(snapshot, under: lease, keepFor: settings.lifetime)
  }

  /// Returns the digest of a page, which is the same in each process with the same key.
  func digest(_ markup: String) -> String {
    SipHash(page: markup, key: settings.key).description
  }
}

/// The settings by which a site stores its visitors.
struct VisitorSettings: Sendable {
  let store: any VisitorStore
  let saving: VisitorSaving
  let key: SessionKey
  /// The time for which a snapshot is kept after its last change.
  let lifetime: Duration
  let sleep: @Sendable (Duration) async throws -> Void

  /// The hash under which a session is stored, so that the storage contains no identifiers.
  func visitor(_ id: SessionID) -> String {
    // The first byte distinguishes these hashes from signatures and digests of pages, which use the same key.
    SipHash([3] + id.high.bytes + id.low.bytes, key: key).description
  }

  func report(_ error: any Error) {
    reportIssue(
      """
      The snapshot of a visitor could not be stored: \(error) The visitor goes on in this process. A crash or a \
      deployment before the next successful write loses the visitor's last changes: check the storage of the visitors.
      """
    )
  }
}
