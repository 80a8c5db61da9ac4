/// The reason why a value could not be loaded or saved.
public enum SharedStorageError: Error, Sendable {
  /// A file exists but can't be read. It is left unchanged.
  case notReadable(path: String, underlying: any Error)

  /// A file could not be written. Its old contents stay.
  case notWritable(path: String, underlying: any Error)

  /// A transaction could not be written. The stored value stays, and the value in memory is the stored one.
  case notCommitted(path: String, underlying: any Error)

  /// A file can't be decoded. It is preserved: the first write moves it to `keptAt`.
  case corrupt(path: String, keptAt: String?, underlying: any Error)

  /// A file was written by a newer version of the program. It is not touched. A version that is too large for an
  /// `Int` is found as `Int.max`.
  case newerSchema(path: String, found: Int, supported: Int)

  /// A setting has another type than the expected one. It is left unchanged until it is written.
  case wrongStoredType(key: String, stored: String, wanted: String)

  /// An entry of a settings file can't be decoded, for example because a newer version has written it. It is
  /// preserved until the setting is written; the file is then copied first.
  case damagedSetting(key: String, path: String, underlying: any Error)

  /// The key is in use for a value of another type. The second value is neither loaded nor saved.
  case keyInUse(key: String, type: String, wanted: String)

  /// Another program changed the stored value before a local change was written. The local change is lost. If the
  /// storage is not a file, the path is the description of the key.
  case externalConflict(path: String, lost: any Sendable)

  /// Another process holds the lock.
  case lockTimeout(path: String)

  /// Each attempt of the transaction ended in a conflict.
  case conflict(attempts: Int)

  /// The transaction took too long.
  case timedOut

  /// A file is larger than what is read into memory.
  case tooLarge(path: String, size: Int, limit: Int)

  /// A database was closed by the program.
  case closed(path: String)

  /// Nothing is stored, and a value was required.
  case missing(key: String)

  /// Remote storage refused a read or a write, so a retry is useless.
  ///
  /// For an ``AsyncTransactionalSharedKey`` to throw.
  case refused(underlying: any Error)

  /// The answer to a write was lost, and its outcome is unknown: the storage is unreachable, the write may still be
  /// in progress, or later foreign writes have displaced its id.
  case unknownOutcome(key: String, value: any Sendable)

  /// Too many changes wait for remote storage. Only the newest is kept; it will be stored, merged with foreign
  /// changes.
  case tooManyChanges(waiting: Int)
}

extension SharedStorageError: CustomStringConvertible {
  /// The error, its subject, and advice.
  public var description: String {
    switch self {
    case .notReadable(let path, let underlying):
      """
      '\(path)' could not be read: \(underlying). It is left as it is, and nothing is written over it until it can be read \
      or you call 'save()'.
      """
    case .notWritable(let path, let underlying):
      "'\(path)' could not be written: \(underlying). The value in memory stays, and the next save tries again."
    case .notCommitted(let path, let underlying):
      """
      '\(path)' could not be written: \(underlying). The change was rolled back: the value is what is stored. Make the change \
      again when the storage can be written.
      """
    case .corrupt(let path, let keptAt?, let underlying):
      "'\(path)' held no such value: \(underlying). Its bytes have been kept at '\(keptAt)'."
    case .corrupt(let path, nil, let underlying):
      "'\(path)' holds no such value: \(underlying). It is left as it is; the first write moves it aside."
    case .newerSchema(let path, let found, let supported):
      """
      '\(path)' was written by a newer version of the program (schema \(found); this one knows up to \(supported)). It is \
      not touched: update the program.
      """
    case .wrongStoredType(let key, let stored, let wanted):
      "The setting '\(key)' holds a \(stored), but a \(wanted) is wanted. It is left as it is until it is written."
    case .damagedSetting(let key, let path, let underlying):
      """
      The setting '\(key)' in '\(path)' can't be read: \(underlying). It stays as it is until it is written; then the file is \
      copied first.
      """
    case .keyInUse(let key, let type, let wanted):
      """
      The key \(key) is in use for a value of the type '\(type)'. The value of the type '\(wanted)' is neither loaded nor \
      saved: give one of them another key.
      """
    case .externalConflict(let path, let lost):
      "'\(path)' was changed by another program before a local change was written. The other value was adopted; the lost one is: \(lost)."
    case .lockTimeout(let path):
      "'\(path)' is locked by another process for too long."
    case .conflict(let attempts):
      "Each of \(attempts) attempts to change the value ended in a conflict with another program."
    case .timedOut:
      "The transaction took too long."
    case .tooLarge(let path, let size, let limit):
      "'\(path)' has \(size) bytes, which is more than the limit of \(limit)."
    case .closed(let path):
      "'\(path)' has been closed. The value in memory stays; keep the database open for as long as it is used."
    case .missing(let key):
      "Nothing is stored under \(key), and it was required."
    case .refused(let underlying):
      "The storage has refused it: \(underlying). The value in memory stays; it is not tried again."
    case .unknownOutcome(let key, let value):
      """
      The answer to a write under \(key) was lost, and the storage does not tell whether it was stored: it can't be reached, \
      or others have written much since. It has not been repeated; it was: \(value).
      """
    case .tooManyChanges(let waiting):
      """
      \(waiting) changes wait to be stored, which is the limit. From now on only the newest value is kept; it will be stored \
      when the storage can be reached again.
      """
    }
  }
}
