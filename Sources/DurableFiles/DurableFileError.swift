public import Foundation

/// The reason why a ``DurableFile`` could not be used, apart from a failed system call.
public enum DurableFileError: Error, Sendable {
  /// The file is too large to be read.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - size: The size in bytes, as far as it is known.
  ///   - limit: The maximum size in bytes.
  case tooLarge(path: String, size: Int, limit: Int)

  /// Another process, or another thread of this one, held the lock until the timeout.
  ///
  /// - Parameter path: The path of the lock.
  case lockTimeout(path: String)

  /// A file was quarantined, but its replacement could not be put in its place, and the file could not be moved back.
  ///
  /// - Parameters:
  ///   - from: The present location of the quarantined file.
  ///   - underlying: The error of the replacement.
  case notRestored(from: URL, underlying: SystemCallError)

  /// The new contents are in place, but may not survive a power failure. Writing them again may help.
  ///
  /// - Parameters:
  ///   - path: The path of the folder whose synchronization has failed.
  ///   - underlying: The error.
  case notDurable(path: String, underlying: SystemCallError)

  /// The answer of a server was lost, and the file can't be read, so it has the old contents or the new ones.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - underlying: The error.
  case unknownOutcome(path: String, underlying: SystemCallError)
}

extension DurableFileError: CustomStringConvertible, LocalizedError {
  /// The error and its subject, as a sentence.
  public var description: String {
    switch self {
    case .tooLarge(let path, let size, let limit):
      "'\(path)' has \(size) bytes, which exceeds the limit of \(limit)."
    case .lockTimeout(let path):
      "'\(path)' was locked by another process until the timeout."
    case .notDurable(let path, let underlying):
      "The new contents are in place, but may not survive a power failure, because '\(path)' failed to synchronize: \(underlying)."
    case .unknownOutcome(let path, let underlying):
      "It is unknown whether '\(path)' has the old contents or the new ones: \(underlying). Read it when it can be read."
    case .notRestored(let url, let underlying):
      "The old contents are in '\(url.path)', because the new ones could not be written: \(underlying)."
    }
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
