import DependencyInjection
import Foundation
import Locks

/// Somebody who has changes that are not yet written.
protocol PendingWriter: AnyObject, Sendable {
  func flush() throws
}

/// Somebody who has changes that are not yet stored elsewhere.
protocol RemoteWriter: AnyObject, Sendable {
  /// Waits until they are, or until it fails.
  func drain() async throws
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

  /// Who stores its changes elsewhere. Held as long as there are any: they are not lost because the last wrapper is gone.
  private let remoteWriters = Locked<[ObjectIdentifier: any RemoteWriter]>([:])

  func add(_ writer: any RemoteWriter) {
    remoteWriters.withLock { $0[ObjectIdentifier(writer)] = writer }
  }

  func remove(_ writer: any RemoteWriter) {
    // It ends outside the lock, if it ends.
    _ = remoteWriters.withLock { $0.removeValue(forKey: ObjectIdentifier(writer)) }
  }

  /// Waits until all changes are stored elsewhere.
  ///
  /// - Throws: The first error, after all have been tried.
  func drain() async throws {
    var first: (any Error)?
    for writer in remoteWriters.withLock({ Array($0.values) }) {
      do { try await writer.drain() } catch { first = first ?? error }
    }
    if let first { throw first }
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
  /// `main` or calling `exit`; and for all programs that keep values elsewhere, since the end of a program does not wait for these.
  ///
  /// Of a storage that can't be reached, each value is tried once.
  ///
  /// - Throws: The first error, after all have been tried.
  public static func flushAll() async throws {
    let own = DependencyValues._current.pendingWrites
    let places = own === PendingWrites.shared ? [own] : [own, PendingWrites.shared]
    var first: (any Error)?
    for place in places {
      do { try await Task.detached { try place.flush() }.value } catch { first = first ?? error }
      do { try await place.drain() } catch { first = first ?? error }
    }
    if let first { throw first }
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
