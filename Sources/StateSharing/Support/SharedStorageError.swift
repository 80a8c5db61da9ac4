/// Why a value could not be loaded or saved.
public enum SharedStorageError: Error, Sendable {
  /// A file is there but can't be read. It is left as it is.
  case notReadable(path: String, underlying: any Error)

  /// A file could not be written. What was there before still is.
  case notWritable(path: String, underlying: any Error)

  /// A transaction could not be written. What was there before still is, and the value is what is stored.
  case notCommitted(path: String, underlying: any Error)

  /// A file holds something that is no such value. It is kept: the first write moves it to `keptAt`.
  case corrupt(path: String, keptAt: String?, underlying: any Error)

  /// A file was written by a newer version of the program. It is not touched. A number that is too large for an `Int`
  /// is found as `Int.max`.
  case newerSchema(path: String, found: Int, supported: Int)

  /// A setting has another type than the one that is wanted. It is left as it is until somebody writes.
  case wrongStoredType(key: String, stored: String, wanted: String)

  /// An entry of a file of settings is none, or one that a newer version has written. It stays until the setting is
  /// written; then the file is copied first.
  case damagedSetting(key: String, path: String, underlying: any Error)

  /// The key is in use for a value of another type. The second value is neither loaded nor saved.
  case keyInUse(key: String, type: String, wanted: String)

  /// Somebody else changed what is stored while a change waited to be written, which is therefore lost. The path is the key's
  /// text where it is no file.
  case externalConflict(path: String, lost: any Sendable)

  /// Another process holds the lock.
  case lockTimeout(path: String)

  /// The transaction was beaten by others each time.
  case conflict(attempts: Int)

  /// The transaction took too long.
  case timedOut

  /// A file is larger than what is read into memory.
  case tooLarge(path: String, size: Int, limit: Int)

  /// A database was closed by the program.
  case closed(path: String)

  /// Nothing is stored, and a value was required.
  case missing(key: String)

  /// A storage elsewhere has said that it will not take a value, or give one: to try again is of no use.
  ///
  /// For an ``AsyncTransactionalSharedKey`` to throw.
  case refused(underlying: any Error)

  /// The answer to a write was lost, and nothing tells whether the value was stored: the storage can't be reached, the write may be
  /// under way yet, or others have written so much since that it has been forgotten.
  case unknownOutcome(key: String, value: any Sendable)

  /// So many changes wait to be stored elsewhere that they are not kept one by one any more: the newest will be stored, with what
  /// the others have changed.
  case tooManyChanges(waiting: Int)
}

extension SharedStorageError: CustomStringConvertible {
  /// The error, with what it is about and what to do.
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
      "'\(path)' was changed by somebody else while a change waited to be written. Theirs was taken; lost was: \(lost)."
    case .lockTimeout(let path):
      "'\(path)' is locked by another process for too long."
    case .conflict(let attempts):
      "Somebody else was faster in each of \(attempts) attempts to change the value."
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
