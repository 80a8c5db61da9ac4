import Foundation
import IssueReporting
import Locks

extension FileStorageKey {
  /// Writes the value: at once, or at the end of the pause after the last write.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    switch context {
    case .userInitiated:
      let number = nextNumber()
      let waiting = window.withLock { window in
        window.isOpen = false
        window.generation += 1
        return window.takePending().waiting
      }
      pendingWrites.remove(self)
      let result = write(value, number: number, isRequested: true)
      // Their change is part of what was written.
      for earlier in waiting { earlier.resume(with: result) }
      continuation.resume(with: result)

    case .didSet:
      let number = nextNumber()
      guard mode == .throttled, let clock = backend.clock else {
        return continuation.resume(with: write(value, number: number, isRequested: false))
      }
      let generation = window.withLock { window -> UInt64? in
        if window.isOpen {
          window.pending = (value, number)
          window.waiting.append(continuation)
          return nil
        }
        window.isOpen = true
        window.generation += 1
        return window.generation
      }
      guard let generation else { return pendingWrites.add(self) }
      closeWindow(generation, after: clock)
      continuation.resume(with: write(value, number: number, isRequested: false))
    }
  }

  func nextNumber() -> UInt64 {
    window.withLock { window in
      window.last += 1
      return window.last
    }
  }

  /// Ends the pause after a second. Holds the key until then, so that what waits is written though the last wrapper is gone.
  private func closeWindow(_ generation: UInt64, after clock: any Clock<Duration>) {
    Task.detached { [self] in
      try? await clock.sleep(for: .seconds(1))
      finishWindow(generation)
    }
  }

  private func finishWindow(_ generation: UInt64) {
    let taken = window.withLock { window -> (pending: (value: Value, number: UInt64)?, waiting: [SaveContinuation])? in
      guard window.generation == generation else { return nil }
      window.isOpen = false
      return window.takePending()
    }
    if let taken { finish(taken) }
  }

  private func finish(_ taken: (pending: (value: Value, number: UInt64)?, waiting: [SaveContinuation])) {
    guard let pending = taken.pending else { return }
    pendingWrites.remove(self)
    let result = write(pending.value, number: pending.number, isRequested: false)
    for continuation in taken.waiting { continuation.resume(with: result) }
  }

  /// Encodes and writes a value. Blocks the thread.
  func write(_ value: Value, number: UInt64, isRequested: Bool) -> Result<Void, any Error> {
    do {
      let data = try coder.encode(value)
      if let conflict = try writeIfUnchanged(data, number: number, isRequested: isRequested) {
        look(at: conflict)
        throw SharedStorageError.externalConflict(path: path, lost: value)
      }
      return .success(())
    } catch let error as SystemCallError {
      return .failure(SharedStorageError.notWritable(path: path, underlying: error))
    } catch {
      return .failure(error)
    }
  }

  private struct Conflict {}

  private func look(at conflict: Conflict) { look() }

  /// Writes bytes with the lock that other processes respect held, unless somebody else has changed the file.
  private func writeIfUnchanged(_ data: Data, number: UInt64, isRequested: Bool) throws -> Conflict? {
    let lock = try backend.lock(url, exclusive: true, deadline: .now + Self.lockTimeout)
    defer { lock.unlock() }
    return try known.withLock { known in
      // A later value is already there.
      if number < known.written { return nil }
      try makeWay(&known, isRequested: isRequested)
      if policy == .reload, known.problem == nil, let stamp = try backend.stamp(url), stamp != known.stamp {
        guard let theirs = try backend.read(url), theirs.data.hashValue == known.hash || theirs.data.isEmpty else {
          return Conflict()
        }
      }
      known.note(try backend.write(data, url))
      known.problem = nil
      known.written = number
      return nil
    }
  }

  /// Moves aside what is in the file and can't be taken over, or refuses to write.
  func makeWay(_ known: inout KnownFile, isRequested: Bool) throws {
    switch known.problem {
    case nil: return
    case .corrupt(_, _, let underlying):
      try moveAside(because: underlying)
    case .notReadable(_, let underlying) where isRequested && (underlying as? SystemCallError)?.code != EISDIR:
      try moveAside(because: underlying)
    case let problem?:
      throw problem
    }
  }

  private func moveAside(because error: any Error) throws {
    guard try backend.stamp(url) != nil else { return }
    let aside = try backend.keepAside(url)
    // In a program nobody may look at `loadError` before this write clears it.
    if !isTesting { reportIssue(SharedStorageError.corrupt(path: path, keptAt: aside, underlying: error)) }
  }
}

extension FileStorageKey: PendingWriter {
  func flush() throws {
    let taken = window.withLock { window in
      window.isOpen = false
      window.generation += 1
      return window.takePending()
    }
    guard let pending = taken.pending else { return }
    let result = write(pending.value, number: pending.number, isRequested: false)
    for continuation in taken.waiting { continuation.resume(with: result) }
    try result.get()
  }
}
