@_spi(Internals) import CounterpointSupport
import Foundation

/// The known state of a file, behind a lock that is held while the file is used.
final class KnownFileState: Sendable {
  private let file = Locked(KnownFile())
  private let last = Locked(SaveBasis())

  /// The basis of a value that builds on the known state. Does not wait for a disk.
  var basis: SaveBasis { last.withLock { $0 } }

  func withLock<Result>(_ body: (inout KnownFile) throws -> Result) rethrows -> Result {
    try file.withLock { file in
      defer { last.withLock { $0 = file.basis } }
      return try body(&file)
    }
  }
}

/// The state of a file that a key has last read or written.
struct KnownFile: @unchecked Sendable {
  // @unchecked because of the stamp, which is a `FileStamp` or data.
  /// The file's metadata; nil if there was no file.
  private(set) var stamp: AnyHashable?
  /// Whether the metadata would differ after any later change.
  private(set) var isConclusive = true
  /// The file's bytes; nil if there was no file.
  private(set) var data: Data?
  /// The bytes of a failed write, which may be in the file nevertheless.
  private(set) var unconfirmed: Data?
  /// The number of calls of ``note(_:)``.
  private(set) var notes: UInt64 = 0
  /// The reason why the file's contents could not be adopted, if so.
  var problem: SharedStorageError?
  /// The number of the newest write.
  var written: UInt64 = 0
  /// The number of the last foreign state that was delivered. A value that builds on an earlier state conflicts with
  /// it.
  var revision: UInt64 = 0
  /// The version of the state, if the file is changed in transactions.
  var version: UInt64?

  /// The basis of a value that builds on this state.
  var basis: SaveBasis { SaveBasis(revision: revision, version: version.map { SharedVersion($0) }) }

  /// Whether the file is missing or empty.
  var isEmpty: Bool { data?.isEmpty ?? true }

  /// Records the bytes that were read or written.
  mutating func note(_ snapshot: FileSnapshot?) {
    stamp = snapshot?.stamp
    isConclusive = snapshot?.isStampConclusive ?? true
    data = snapshot?.data
    unconfirmed = nil
    notes += 1
  }

  /// Whether the bytes of the file are known, even if they can't be decoded.
  var isRead: Bool {
    switch problem {
    case .notReadable, .tooLarge: false
    default: true
    }
  }

  /// Whether the bytes of the file are known, and can't be decoded.
  var isDamaged: Bool { problem != nil && isRead }

  /// Records a failed write, which may have replaced the file.
  mutating func noteFailedWrite(of data: Data) {
    unconfirmed = data
    // The known metadata may be outdated.
    isConclusive = false
  }

  /// Whether the metadata proves that the file is unchanged.
  func isUnchanged(_ stamp: AnyHashable?) -> Bool {
    isConclusive && stamp == self.stamp
  }

  /// Returns whether a snapshot has the known bytes. An empty file counts as missing.
  func contains(_ snapshot: FileSnapshot?) -> Bool {
    let found = snapshot?.data ?? Data()
    return found == data ?? Data() || found == unconfirmed
  }
}
