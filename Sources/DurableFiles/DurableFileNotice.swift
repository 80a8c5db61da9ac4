@_spi(Internals) import CounterpointSupport
import Foundation

/// A promise that a file system can't keep. The write succeeds nevertheless.
///
/// A program prints each kind of notice once for each path, to its standard error, and ``DurableFile/status()`` lists
/// them.
public struct DurableFileNotice: Hashable, Sendable {
  /// The promise that is not kept.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The system can't synchronize the file or its folder, so a power failure may lose acknowledged contents.
    case isNotSynchronized
    /// The file system has no locks, so only the threads of this process exclude one another.
    case isNotLocked
    /// The new file belongs to the user of this process.
    case ownerIsNotKept
    /// The new file belongs to a group of the user of this process.
    case groupIsNotKept
    /// The new file is readable by fewer users than the old one.
    case permissionsAreNotKept
    /// Extended attributes or the access control list are lost.
    case attributesAreNotKept
    /// The file had other names (hard links), which keep the old contents.
    case linksAreNotKept
    /// The file is mounted by itself, and is written in place. Other programs may read a part of a write.
    case isWrittenInPlace
    /// The system does not report changes of the file, so it is read at intervals.
    case isPolled
  }

  /// The promise.
  public let kind: Kind
  /// The path of the folder or the file.
  public let path: String
  /// The reason, if a system call has failed.
  public let reason: String?

  init(_ kind: Kind, _ path: String, _ error: SystemCallError? = nil) {
    self.kind = kind
    self.path = path
    reason = error.map { "\($0.call.rawValue): \($0.reason) (\($0.code))" }
  }
}

extension DurableFileNotice: CustomStringConvertible {
  /// The promise, the path, the reason and advice, as a sentence.
  public var description: String {
    let text =
      switch kind {
      case .isNotSynchronized:
        "'\(path)' can't be synchronized with the disk. A power failure may lose what was written last."
      case .isNotLocked:
        """
        The file system of '\(path)' has no locks. If several processes change a file, use a file system with locks, or one \
        process.
        """
      case .ownerIsNotKept:
        """
        '\(path)' belongs to the user who has written it now, because only the superuser can give a file away. Make it \
        writable for a group that all its users are in.
        """
      case .groupIsNotKept:
        """
        '\(path)' belongs to another group now, because the user who has written it is not in the old one. Add the user to \
        the old group, and give the file back to it with 'chgrp'.
        """
      case .permissionsAreNotKept: "The permissions of '\(path)' could not be kept. It is readable for fewer users."
      case .attributesAreNotKept: "Extended attributes or the access control list of '\(path)' could not be kept."
      case .linksAreNotKept:
        """
        '\(path)' had other names (hard links), which keep the old contents, because a write replaces the file. Use a \
        symbolic link instead.
        """
      case .isWrittenInPlace:
        """
        '\(path)' is mounted by itself, so it is written in place: other programs may read a part of a write. Mount its \
        folder instead.
        """
      case .isPolled: "The system does not report changes of '\(path)'. It is read at intervals instead."
      }
    return reason.map { "\(text) (\($0))" } ?? text
  }
}

extension DurableFileNotice {
  /// Records the notice, and prints it unless one of its kind was printed for its path.
  @_spi(Internals) public func printOnce() { FileNotices.shared.note(self) }
}

/// The notices of the program.
final class FileNotices: Sendable {
  static let shared = FileNotices()

  private let notices = Locked<Set<DurableFileNotice>>([])

  /// Records a notice, and prints it unless its kind was printed for its path.
  func note(_ notice: DurableFileNotice) {
    let isNew = notices.withLock { notices in
      if notices.contains(where: { $0.kind == notice.kind && $0.path == notice.path }) { return false }
      return notices.insert(notice).inserted
    }
    if isNew { try? FileHandle.standardError.write(contentsOf: Data("DurableFiles: \(notice)\n".utf8)) }
  }

  /// Returns the notices about some paths, in the order of their kinds.
  func notices(about paths: Set<String>) -> [DurableFileNotice] {
    let found = notices.withLock { notices in notices.filter { paths.contains($0.path) } }
    return DurableFileNotice.Kind.allCases.flatMap { kind in found.filter { $0.kind == kind } }
  }
}
