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
  ///
  /// - Throws: Why it fails, or what was lost since the last time.
  func drain() async throws

  /// What was lost, as long as nobody has been told. Asked for with the writer's lock held.
  var untoldLoss: (any Error)? { get }
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

  /// Somebody who stores its changes elsewhere.
  private struct Remote {
    /// Held as long as there are any changes: they are not lost because the last wrapper is gone.
    var held: (any RemoteWriter)?
    weak var writer: (any RemoteWriter)?
    /// What nobody has been told of, when there were no more changes.
    var loss: (any Error)?
  }

  private struct Remotes: @unchecked Sendable {
    // @unchecked because of the weak references, which are touched only with the lock held.
    var writers: [ObjectIdentifier: Remote] = [:]
    /// What was lost of values that are gone: the first of it.
    var loss: (any Error)?
  }

  private let remotes = Locked(Remotes())

  func add(_ writer: any RemoteWriter) {
    remotes.withLock { $0.writers[ObjectIdentifier(writer)] = Remote(held: writer, writer: writer) }
  }

  /// Holds a writer no longer. To be called with its lock held.
  func remove(_ writer: any RemoteWriter) {
    let id = ObjectIdentifier(writer), loss = writer.untoldLoss
    // It ends outside the lock, if it ends.
    _ = remotes.withLock { remotes in
      defer { remotes.writers[id] = loss.map { Remote(writer: writer, loss: $0) } }
      return remotes.writers[id]
    }
  }

  /// Notes that a writer ends, and what was lost without anybody having been told.
  func forget(_ id: ObjectIdentifier, untold loss: (any Error)?) {
    remotes.withLock { remotes in
      guard remotes.writers.removeValue(forKey: id) != nil else { return }
      remotes.loss = remotes.loss ?? loss
    }
  }

  /// Waits until all changes are stored elsewhere.
  ///
  /// - Throws: An error, or what was lost since the last time, after all have been tried.
  func drain() async throws {
    let (writers, losses) = remotes.withLock { remotes in
      var writers: [any RemoteWriter] = [], losses = [remotes.loss]
      remotes.loss = nil
      for (id, remote) in remotes.writers {
        if let writer = remote.held ?? remote.writer {
          writers.append(writer)
        } else {
          losses.append(remote.loss)
        }
        // Who has no more changes is told of in a moment.
        if remote.held == nil { remotes.writers[id] = nil }
      }
      return (writers, losses)
    }
    let errors = await all(writers.map { writer in { @Sendable in try await writer.drain() } })
    if let first = errors.first ?? losses.compactMap(\.self).first { throw first }
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
  /// All are tried at once, so that it takes as long as the slowest. Of a storage that can't be reached, each value is tried once.
  ///
  /// - Throws: An error, after all have been tried. Also what was lost before, because somebody else had stored another value,
  ///   unless a `save()` has thrown it.
  public static func flushAll() async throws {
    let own = DependencyValues._current.pendingWrites
    let places = own === PendingWrites.shared ? [own] : [own, PendingWrites.shared]
    let errors = await all(
      places.map { place in { @Sendable in try place.flush() } }
        + places.map { place in { @Sendable in try await place.drain() } }
    )
    if let first = errors.first { throw first }
  }
}

/// Does everything at once, to the end, and gives the errors as they come.
private func all(_ work: [@Sendable () async throws -> Void]) async -> [any Error] {
  await withTaskGroup(of: (any Error)?.self) { group in
    for work in work {
      group.addTask {
        do {
          try await work()
          return nil
        } catch {
          return error
        }
      }
    }
    var errors: [any Error] = []
    for await error in group { if let error { errors.append(error) } }
    return errors
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
