public import DurableFiles
import Foundation

/// The reason why a value could not be loaded or saved.
public enum SharedStorageError: Error, Sendable {
  /// A file exists but can't be read. It is left unchanged. Only `save()` of a `.fileStorage` value moves a file that
  /// the program may not read to another name, and writes a new one. All other reasons may pass, so the file stays.
  case notReadable(path: String, underlying: any Error)

  /// A file could not be written. Its old contents stay.
  case notWritable(path: String, underlying: any Error)

  /// A value is in its file, but may not survive a power failure, because the folder at the path failed to synchronize.
  /// The next save writes it again.
  case notDurable(path: String, underlying: any Error)

  /// A transaction could not be written. The stored value stays, and the value in memory is the stored one.
  case notCommitted(path: String, underlying: any Error)

  /// A file can't be decoded. Its bytes are preserved: the first write moves them to the path `keptAt`, which is `nil`
  /// before. A settings file of which one entry is damaged is copied there.
  case corrupt(path: String, keptAt: String?, underlying: any Error)

  /// A file was written by a newer version of the program. It is not touched. A version that is too large for an
  /// `Int` is found as `Int.max`.
  case newerSchema(path: String, found: Int, supported: Int)

  /// A setting does not have the expected type. It is left unchanged until it is written.
  case wrongStoredType(key: String, stored: String, wanted: String)

  /// An entry of a settings file can't be decoded, for example because a newer version has written it. It is
  /// preserved until the setting is written; the file is then copied first.
  case damagedSetting(key: String, path: String, underlying: any Error)

  /// The key is in use for a value of another type. The second value is neither loaded nor saved.
  case keyInUse(key: String, type: String, wanted: String)

  /// Another program changed the stored value before a local change was written. The local change is lost. If the
  /// storage is not a file, the path is the description of the key.
  case externalConflict(path: String, lost: any Sendable)

  /// Another process held the lock until the deadline.
  case lockTimeout(path: String)

  /// Each attempt of the transaction ended in a conflict.
  case conflict(attempts: Int)

  /// The transaction exceeded its timeout.
  case timedOut

  /// A file is too large to be read into memory, or a value is too large to be read back, so it is not written.
  case tooLarge(path: String, size: Int, limit: Int)

  /// A database was closed by the program.
  case closed(path: String)

  /// Nothing is stored, and a value was required.
  case missing(key: String)

  /// Remote storage refused a read or a write, so a retry is useless. Thrown by an ``AsyncTransactionalSharedKey``.
  case refused(underlying: any Error)

  /// The answer to a write was lost, and its outcome is unknown: the storage is unreachable, the write may still be
  /// in progress, or later foreign writes have displaced its id.
  case unknownOutcome(key: String, value: any Sendable)

  /// Too many changes wait for remote storage. Only the newest is kept, and is merged with foreign changes.
  case tooManyChanges(waiting: Int)
}

extension SharedStorageError: CustomStringConvertible {
  /// The error, its subject, and how to fix it.
  public var description: String {
    switch self {
    case .notReadable(let path, let underlying):
      """
      '\(path)' could not be read: \(underlying). It is left unchanged, and is not overwritten until it can be read\
      \(Self.isForbidden(underlying) ? " or you call 'save()', which moves it to another name" : "").
      """
    case .notWritable(let path, let underlying):
      "'\(path)' could not be written: \(underlying). The value stays in memory, and the next save retries the write."
    case .notDurable(let path, let underlying):
      """
      The value is stored, but may not survive a power failure, because '\(path)' failed to synchronize: \(underlying). \
      The next save writes it again.
      """
    case .notCommitted(let path, let underlying):
      """
      '\(path)' could not be written: \(underlying). The change was rolled back to the stored value. Repeat the change when \
      the storage is writable.
      """
    case .corrupt(let path, let keptAt?, let underlying):
      "'\(path)' could not be decoded: \(underlying). Its contents are kept in '\(keptAt)'."
    case .corrupt(let path, nil, let underlying):
      "'\(path)' can't be decoded: \(underlying). It is left unchanged; the first write moves it to another name."
    case .newerSchema(let path, let found, let supported):
      """
      '\(path)' was written by a newer version of the program (schema \(found); this version supports up to \
      \(supported)). It is left unchanged: update the program.
      """
    case .wrongStoredType(let key, let stored, let wanted):
      "The setting '\(key)' has the wrong type: \(stored) instead of \(wanted). It is left unchanged until it is written."
    case .damagedSetting(let key, let path, let underlying):
      """
      The setting '\(key)' in '\(path)' can't be decoded: \(underlying). It is preserved until it is written; \
      the file is copied first.
      """
    case .keyInUse(let key, let type, let wanted):
      """
      The key \(key) is in use for a value of the type '\(type)'. The value of the type '\(wanted)' is neither loaded nor \
      saved: use a different key for one of them.
      """
    case .externalConflict(let path, let lost):
      "'\(path)' was changed by another program before a local change was written. The other program's value was adopted. The lost value is: \(lost)."
    case .lockTimeout(let path):
      "'\(path)' was locked by another process until the timeout."
    case .conflict(let attempts):
      "Each of \(attempts) attempts to change the value ended in a conflict with another program."
    case .timedOut:
      "The transaction exceeded its timeout."
    case .tooLarge(let path, let size, let limit):
      "The contents of '\(path)' have \(size) bytes, which exceeds the limit of \(limit). The file is left unchanged."
    case .closed(let path):
      "'\(path)' was closed. The value stays in memory. Keep the database open as long as it is used."
    case .missing(let key):
      "Nothing is stored under \(key), but a value is required."
    case .refused(let underlying):
      "The storage refused the operation: \(underlying). The value stays in memory, and there is no retry."
    case .unknownOutcome(let key, let value):
      """
      The answer to a write under \(key) was lost, and its outcome is unknown: the storage is unreachable, or other \
      programs have written too often since. The write was not repeated. The value was: \(value).
      """
    case .tooManyChanges(let waiting):
      """
      \(waiting) changes wait to be stored, which is the limit. Only the newest value is kept. It is stored when the storage \
      is reachable again.
      """
    }
  }
}

extension SharedStorageError {
  /// Whether a file could not be read because the program may not read it. Other reasons, such as a failing disk or too
  /// many open files, may pass.
  static func isForbidden(_ error: any Error) -> Bool {
    let code = (error as? SystemCallError)?.code
    return code == EACCES || code == EPERM
  }

  /// Creates the error of a value whose file could not be used.
  @_spi(Internals) public init(_ error: DurableFileError) {
    self =
      switch error {
      case .tooLarge(let path, let size, let limit): .tooLarge(path: path, size: size, limit: limit)
      case .lockTimeout(let path): .lockTimeout(path: path)
      case .notDurable(let path, let error): .notDurable(path: path, underlying: error)
      case .unknownOutcome(let path, _): .notWritable(path: path, underlying: error)
      case .notRestored(let url, let error): .corrupt(path: error.path, keptAt: url.path, underlying: error)
      }
  }
}
