import Foundation

/// The state of a file that a key knows: what was last read or written here.
struct KnownFile: @unchecked Sendable {
  // @unchecked because of the stamp, which is a `FileStamp` or data.
  /// The file's metadata; nil if there was no file.
  private(set) var stamp: AnyHashable?
  /// Whether the metadata would differ after any later change.
  private(set) var isConclusive = true
  /// The file's bytes; nil if there was no file.
  private(set) var data: Data?
  /// The bytes of a write that failed: they may be in the file all the same.
  private(set) var unconfirmed: Data?
  /// The number of states in which the file was noted.
  private(set) var notes: UInt64 = 0
  /// The reason why the file's contents could not be adopted, if so.
  var problem: SharedStorageError?
  /// The number of the newest write.
  var written: UInt64 = 0
  /// The number of the last foreign state that was delivered. A value that builds on an earlier one is in conflict with
  /// it.
  var revision: UInt64 = 0
  /// The version of the state, if the file is changed in transactions.
  var version: UInt64?

  /// Whether there is anything in the file.
  var isEmpty: Bool { data?.isEmpty ?? true }

  /// Records the bytes that were read or written.
  mutating func note(_ snapshot: FileSnapshot?) {
    stamp = snapshot?.stamp
    isConclusive = snapshot?.isStampConclusive ?? true
    data = snapshot?.data
    unconfirmed = nil
    notes += 1
  }

  /// Whether the bytes of the file are known, be they a value or not.
  var isRead: Bool { if case .notReadable = problem { false } else { true } }

  /// Records a failed write, which may have replaced the file.
  mutating func noteFailedWrite(of data: Data) {
    unconfirmed = data
    // Metadata that was read before says nothing now.
    isConclusive = false
  }

  /// Whether the metadata proves that the file is unchanged.
  func isUnchanged(_ stamp: AnyHashable?) -> Bool {
    isConclusive && stamp == self.stamp
  }

  /// Whether the bytes of the file are those that are known here. An empty file stands for none.
  func contains(_ snapshot: FileSnapshot?) -> Bool {
    let found = snapshot?.data ?? Data()
    return found == data ?? Data() || found == unconfirmed
  }
}

/// A change that is written at the end of the pause.
struct PendingChange<Value: Sendable>: Sendable {
  let value: Value
  let number: UInt64
  let basis: SaveBasis
}

/// The pause after a write, in which changes are only remembered.
struct WriteWindow<Value: Sendable>: Sendable {
  /// The waiting change, and the continuations that wait for it.
  typealias Waiting = (change: PendingChange<Value>, continuations: [SaveContinuation])

  var isOpen = false
  var generation: UInt64 = 0
  var last: UInt64 = 0
  private(set) var pending: Waiting?

  mutating func takePending() -> Waiting? {
    defer { pending = nil }
    return pending
  }

  /// Replaces the change that waits.
  ///
  /// - Parameter isMerged: Whether the new change takes the place of one that builds on another state of the file.
  /// - Returns: The replaced change, if the new one does not contain it.
  mutating func replacePending(
    _ change: PendingChange<Value>,
    _ continuation: SaveContinuation,
    isMerged: Bool
  ) -> Waiting? {
    guard let old = pending, isMerged || old.change.basis.revision == change.basis.revision else {
      defer { pending = (change, [continuation]) }
      return pending
    }
    pending = (change, old.continuations + [continuation])
    return nil
  }
}
