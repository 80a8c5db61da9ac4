#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The steps of a write, in the order of their system calls.
@_spi(Internals) public enum WriteStep: CaseIterable, Sendable {
  /// Locks the lock file.
  case lock
  /// Asks whether the file may be written.
  case checkAccess
  /// Opens the folder. It comes before the renaming because it can fail for itself.
  case openFolder
  /// Creates the temporary file.
  case create
  case write
  case changeOwner
  case changePermissions
  case changeAttributes
  /// Synchronizes the temporary file.
  case synchronize
  /// Closes the temporary file. It comes before the renaming because networks report failed writes here, and because
  /// some systems can't rename open files.
  case close
  case rename
  /// Reads the metadata of the renamed file.
  case readMetadata
  case synchronizeFolder
  case closeFolder
}

/// The consequence of a failed system call for a write.
@_spi(Internals) public enum FailureReaction: Hashable, Sendable {
  /// The old contents stay, and the error is thrown.
  case fails
  /// The write goes on, and a notice says once what is not kept.
  case goesOn(DurableFileNotice.Kind)
  /// The write goes on, because nothing depends on the call.
  case isIgnored
  /// The file may have been renamed although the call failed, because the answer of a server was lost. The path is
  /// looked up.
  case isInDoubt
  /// The file is a mount point. It is written in place.
  case writesInPlace
  /// The new contents are in place, and may not survive a power failure.
  /// ``DurableFileError/notDurable(path:underlying:)`` is thrown.
  case isNotDurable

  /// Returns the reaction to the failure of a step. A call that a signal has interrupted is repeated before.
  ///
  /// Errors of what a file system does not support differ from those of failed writes, so that none of them has two
  /// meanings.
  public init(to step: WriteStep, code: Int32) {
    self =
      switch step {
      case .lock:
        // Servers without a lock service, and some file systems of user space.
        [ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP, EINVAL].contains(code) ? .goesOn(.isNotLocked) : .fails
      case .checkAccess:
        // Old containers answer new calls with EPERM, so the answer is unknown until the file is renamed.
        [EPERM, ENOSYS, ENOTSUP, EOPNOTSUPP, EINVAL].contains(code) ? .isIgnored : .fails
      case .openFolder:
        // A folder in which files may be created, but which may not be read.
        code == EACCES ? .goesOn(.isNotSynchronized) : .fails
      case .create, .write, .close: .fails
      case .changeOwner: Self.isFailedWrite(code) ? .fails : .goesOn(.ownerIsNotKept)
      case .changePermissions: Self.isFailedWrite(code) ? .fails : .goesOn(.permissionsAreNotKept)
      case .changeAttributes: code == EIO ? .fails : .goesOn(.attributesAreNotKept)
      case .synchronize:
        [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, EROFS].contains(code) ? .goesOn(.isNotSynchronized) : .fails
      case .rename:
        switch code {
        case EBUSY: .writesInPlace
        case EIO, ETIMEDOUT, ESTALE, ENOENT, ENOTCONN: .isInDoubt
        default: .fails
        }
      case .readMetadata, .closeFolder: .isIgnored
      case .synchronizeFolder:
        [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, EBADF, EACCES, EPERM, EROFS].contains(code)
          ? .goesOn(.isNotSynchronized) : .isNotDurable
      }
  }

  private static func isFailedWrite(_ code: Int32) -> Bool { [EIO, ENOSPC, EDQUOT, EROFS].contains(code) }
}
