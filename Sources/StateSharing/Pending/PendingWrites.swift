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
    atexit {
      try? PendingWrites.shared.flush()
      PendingWrites.shared.waitForWrites()
    }
    return PendingWrites()
  }

  private struct WritesUnderWay: Sendable {
    var count = 0
    /// Opened when the count is zero.
    var ends: [Latch] = []
  }

  private let writesUnderWay = Locked(WritesUnderWay())

  /// Takes changes and writes them. From the moment at which they are taken, ``flush()`` does not find them, so the end
  /// of the program waits for the write.
  ///
  /// - Parameter write: Takes the changes that wait to be written, and writes them.
  func during<Result, Failure: Error>(_ write: () throws(Failure) -> Result) throws(Failure) -> Result {
    writesUnderWay.withLock { $0.count += 1 }
    defer {
      let ends = writesUnderWay.withLock { writes in
        writes.count -= 1
        guard writes.count == 0 else { return [Latch]() }
        defer { writes.ends = [] }
        return writes.ends
      }
      for end in ends { end.open() }
    }
    return try write()
  }

  /// Waits until no other thread writes. At most ten seconds, because a write may be what ends the program: an observer
  /// of a conflict that calls `exit`.
  func waitForWrites() {
    let end = Latch()
    let isWriting = writesUnderWay.withLock { writes in
      if writes.count > 0 { writes.ends.append(end) }
      return writes.count > 0
    }
    if isWriting { end.wait(atMost: 10) }
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
    let errors = await doAll(writers.map { writer in { @Sendable in try await writer.drain() } })
    if let first = errors.first ?? losses.compactMap(\.self).first { throw first }
  }

  /// Writes all changes.
  ///
  /// - Throws: The first error, after all have been tried.
  func flush() throws {
    try during {
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
}

extension DependencyValues {
  /// The changes of values that are not yet written: the program's, or the test's.
  var pendingWrites: PendingWrites { self[PendingWritesKey.self] }
}

private enum PendingWritesKey: DependencyKey {
  static var liveValue: PendingWrites { .shared }
  static var testValue: PendingWrites { PendingWrites() }
}
