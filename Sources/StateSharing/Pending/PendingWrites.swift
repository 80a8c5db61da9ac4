import DependencyInjection
import Foundation
@_spi(Internals) import CounterpointSupport

/// A writer with changes that are not yet written.
protocol PendingWriter: AnyObject, Sendable {
  func flush() throws
}

/// A writer with changes that are not yet stored remotely.
protocol RemoteWriter: AnyObject, Sendable {
  /// Waits until all changes are stored.
  ///
  /// - Parameter timeout: The maximum duration of a wait through failures; `nil` to throw the first one.
  /// - Throws: The reason of a failure, or what was lost since the last time.
  func drain(within timeout: Duration?) async throws
}

/// The changes that are not yet written, so that none is lost at the program's normal end.
final class PendingWrites: Sendable {
  static let shared = makeShared()

  private struct Writers: Sendable {
    var entries: [ObjectIdentifier: (number: UInt64, writer: any PendingWriter)] = [:]
    var last: UInt64 = 0
  }

  private let writers = Locked(Writers())

  /// Only the program's own writes are waited for at its end, not those of tests.
  private static func makeShared() -> PendingWrites {
    atexit {
      try? PendingWrites.shared.flush()
      PendingWrites.shared.waitForWrites(atMost: 10)
    }
    return PendingWrites()
  }

  private struct WritesInProgress: Sendable {
    var last: UInt64 = 0
    var numbers: Set<UInt64> = []
    /// The latches of waiting threads, and the numbers of the writes that each waits for.
    var waiting: [(numbers: Set<UInt64>, end: Latch)] = []
    /// The errors of writes since the beginning of each call of ``flushAndWait()`` that has not returned.
    var errors: [UInt64: [any Error]] = [:]

    mutating func nextNumber() -> UInt64 {
      last += 1
      return last
    }

    /// Records the end of a write.
    ///
    /// - Returns: The latches to open.
    mutating func end(_ number: UInt64) -> [Latch] {
      numbers.remove(number)
      for index in waiting.indices { waiting[index].numbers.remove(number) }
      let ended = waiting.filter { $0.numbers.isEmpty }
      waiting.removeAll { $0.numbers.isEmpty }
      return ended.map(\.end)
    }
  }

  private let writesInProgress = Locked(WritesInProgress())

  /// Removes waiting changes and writes them. ``flush()`` does not find removed changes, so ``flushAndWait()`` and the
  /// end of the program wait for this write.
  ///
  /// - Parameter write: Removes the waiting changes, and writes them.
  func during<Result, Failure: Error>(_ write: () throws(Failure) -> Result) throws(Failure) -> Result {
    let number = writesInProgress.withLock { writes in
      let number = writes.nextNumber()
      writes.numbers.insert(number)
      return number
    }
    defer { for latch in writesInProgress.withLock({ $0.end(number) }) { latch.open() } }
    return try write()
  }

  /// Records the error of a write. Must be called during the write.
  func note(_ error: any Error) {
    writesInProgress.withLock { writes in
      for number in writes.errors.keys { writes.errors[number]?.append(error) }
    }
  }

  /// Waits until the writes have ended that other threads have begun.
  ///
  /// - Parameter limit: The timeout in seconds. It avoids a deadlock when an observer of a conflict calls `exit` during
  ///   a write.
  func waitForWrites(atMost limit: Int? = nil) {
    let end = Latch()
    let isWriting = writesInProgress.withLock { writes in
      if writes.numbers.isEmpty { return false }
      writes.waiting.append((writes.numbers, end))
      return true
    }
    if !isWriting { return }
    if let limit { end.wait(atMost: limit) } else { end.wait() }
  }

  func add(_ writer: any PendingWriter) {
    writers.withLock { writers in
      let id = ObjectIdentifier(writer)
      if writers.entries[id] != nil { return }
      writers.last += 1
      writers.entries[id] = (writers.last, writer)
    }
  }

  func remove(_ writer: any PendingWriter) {
    // Released outside the lock.
    _ = writers.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(writer)) }
  }

  /// A writer to remote storage.
  private struct Remote {
    /// Counted, because the order of a dictionary depends on addresses.
    let number: UInt64
    /// Retained while there are changes, so that they outlive the last wrapper.
    var held: (any RemoteWriter)?
    weak var writer: (any RemoteWriter)?
    /// The unreported loss at the time when the last change ended.
    var loss: (any Error)?
  }

  private struct Remotes: @unchecked Sendable {
    // @unchecked because of the weak references, which are accessed only under the lock.
    var writers: [ObjectIdentifier: Remote] = [:]
    var last: UInt64 = 0
    /// The first unreported loss of values that have been released.
    var loss: (any Error)?
  }

  private let remotes = Locked(Remotes())

  func add(_ writer: any RemoteWriter) {
    remotes.withLock { remotes in
      remotes.last += 1
      remotes.writers[ObjectIdentifier(writer)] = Remote(number: remotes.last, held: writer, writer: writer)
    }
  }

  /// Stops retaining a writer. Must be called under the writer's lock.
  ///
  /// - Parameters:
  ///   - writer: The writer.
  ///   - loss: Its lost change that has not been reported.
  func remove(_ writer: any RemoteWriter, unreported loss: (any Error)?) {
    let id = ObjectIdentifier(writer)
    // Released outside the lock.
    _ = remotes.withLock { remotes in
      let old = remotes.writers[id]
      remotes.writers[id] = loss.map { Remote(number: old?.number ?? 0, writer: writer, loss: $0) }
      return old
    }
  }

  /// Records the end of a writer, and its unreported loss.
  func forget(_ id: ObjectIdentifier, unreported loss: (any Error)?) {
    remotes.withLock { remotes in
      guard remotes.writers.removeValue(forKey: id) != nil else { return }
      remotes.loss = remotes.loss ?? loss
    }
  }

  /// Waits until all changes are stored remotely.
  ///
  /// - Parameter timeout: The maximum duration of a wait through failures; `nil` to throw the first one.
  /// - Throws: An error, or what was lost since the last time, after all writers have been tried.
  func drain(within timeout: Duration?) async throws {
    let (writers, losses) = remotes.withLock { remotes in
      var writers: [any RemoteWriter] = [], losses = [remotes.loss]
      remotes.loss = nil
      for (id, remote) in remotes.writers.sorted(by: { $0.value.number < $1.value.number }) {
        if let writer = remote.held ?? remote.writer {
          writers.append(writer)
        } else {
          losses.append(remote.loss)
        }
        // A writer without changes has only a loss, which is collected above.
        if remote.held == nil { remotes.writers[id] = nil }
      }
      return (writers, losses)
    }
    let errors = await doAll(writers.map { writer in { @Sendable in try await writer.drain(within: timeout) } })
    if let first = errors.first ?? losses.compactMap(\.self).first { throw first }
  }

  /// Writes all changes.
  ///
  /// - Throws: The first error, after all writers have been tried.
  func flush() throws {
    try during {
      let all = writers.withLock { writers in
        defer { writers.entries = [:] }
        return writers.entries.values
      }
      var first: (any Error)?
      // In the order of their first waiting changes, as they would be written without a flush.
      for (_, writer) in all.sorted(by: { $0.number < $1.number }) {
        do { try writer.flush() } catch { first = first ?? error }
      }
      if let first { throw first }
    }
  }

  /// Writes all changes, and waits for the writes of other threads, which have taken their changes before.
  ///
  /// - Throws: The first error, after all writes have ended.
  func flushAndWait() throws {
    // Collected from here on, because such a write may end before the flush does.
    let number = writesInProgress.withLock { writes in
      let number = writes.nextNumber()
      writes.errors[number] = []
      return number
    }
    let result = Result { try flush() }
    waitForWrites()
    // Released outside the lock, because errors may contain values.
    let errors = writesInProgress.withLock { $0.errors.removeValue(forKey: number) } ?? []
    try result.get()
    if let first = errors.first { throw first }
  }
}

extension DependencyValues {
  /// The changes that are not yet written, of the program or of the test.
  var pendingWrites: PendingWrites { self[PendingWritesKey.self] }
}

private enum PendingWritesKey: DependencyKey {
  static var liveValue: PendingWrites { .shared }
  static var testValue: PendingWrites { PendingWrites() }
}
