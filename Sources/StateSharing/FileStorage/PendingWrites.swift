import DependencyInjection
import Foundation
import Locks

/// Somebody who has changes that are not yet written.
protocol PendingWriter: AnyObject, Sendable {
  func flush() throws
}

/// All changes that are not yet written, so that none is lost at the program's normal end.
final class PendingWrites: Sendable {
  static let shared = makeShared()

  private let writers = Locked<[ObjectIdentifier: any PendingWriter]>([:])

  /// The program's own; those of tests are of no interest at its end.
  private static func makeShared() -> PendingWrites {
    atexit { try? PendingWrites.shared.flush() }
    return PendingWrites()
  }

  func add(_ writer: any PendingWriter) {
    writers.withLock { $0[ObjectIdentifier(writer)] = writer }
  }

  func remove(_ writer: any PendingWriter) {
    // It ends outside the lock, if it ends.
    _ = writers.withLock { $0.removeValue(forKey: ObjectIdentifier(writer)) }
  }

  /// Writes all changes.
  ///
  /// - Throws: The first error, after all have been tried.
  func flush() throws {
    let all = writers.withLock { writers in
      defer { writers = [:] }
      return Array(writers.values)
    }
    var first: (any Error)?
    for writer in all {
      do { try writer.flush() } catch { first = first ?? error }
    }
    if let first { throw first }
  }
}

/// All that is stored.
public enum SharedStorage {
  /// Writes all changes that wait to be written: for servers that are about to end in another way than by returning from
  /// `main` or calling `exit`.
  ///
  /// - Throws: The first error, after all have been tried.
  public static func flushAll() async throws {
    let own = DependencyValues._current.pendingWrites
    try await Task.detached {
      try own.flush()
      try PendingWrites.shared.flush()
    }.value
  }
}

extension DependencyValues {
  /// The changes of values that are not yet written: the program's, or the test's.
  var pendingWrites: PendingWrites { self[PendingWritesKey.self] }
}

private enum PendingWritesKey: DependencyKey {
  static var liveValue: PendingWrites { .shared }
  static var testValue: PendingWrites { PendingWrites() }
}
