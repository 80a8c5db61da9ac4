import Foundation
import Locks

extension FileStorageKey {
  /// Reads the file.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    let read = Result { try readVersioned() }
    switch read {
    case .failure(let error):
      continuation.resume(throwing: error)
    case .success(let (snapshot, version)):
      switch decode(snapshot) {
      case .failure(let error):
        continuation.resume(throwing: error)
      case .success(nil):
        if let version {
          continuation.resumeReturningInitialValue(version: version)
        } else {
          continuation.resumeReturningInitialValue()
        }
      case .success(let found?):
        if found.isOld, isEager { _ = write(found.value, number: nextNumber(), isRequested: true) }
        if let version {
          continuation.resume(returning: found.value, version: version)
        } else {
          continuation.resume(returning: found.value)
        }
      }
    }
  }

  /// Watches the file.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    self.subscriber.withLock { $0 = subscriber }
    return backend.watch(url) { [weak self] in self?.look() }
  }

  /// Reads the file, and remembers its state. With its version, if there are transactions.
  private func readVersioned() throws -> (FileSnapshot?, SharedVersion?) {
    try withVersion { version in (try known.withLock { try read(into: &$0) }, version) }
  }

  /// Runs a function that reads the file; where there are transactions, between two of them.
  private func withVersion<Result>(_ body: (SharedVersion?) throws -> Result) throws -> Result {
    do {
      guard isTransactional else { return try body(nil) }
      let lock: any BackendLock
      do {
        lock = try backend.lock(url, exclusive: false, deadline: .now + Self.lockTimeout)
      } catch is SystemCallError {
        // A folder that can't be written to can still be read from.
        return try body(nil)
      }
      defer { lock.unlock() }
      return try body(SharedVersion(try lock.version()))
    } catch let error as SharedStorageError {
      throw error
    } catch {
      let problem = SharedStorageError.notReadable(path: path, underlying: error)
      known.withLock { $0.problem = problem }
      throw problem
    }
  }

  private func read(into known: inout KnownFile) throws -> FileSnapshot? {
    let snapshot = try backend.read(url)
    known.note(snapshot)
    known.problem = nil
    return snapshot
  }

  /// Decodes, without a lock: it is anybody's code. A failure is remembered, so that the bytes are not written over.
  private func decode(_ snapshot: FileSnapshot?) -> Result<(value: Value, isOld: Bool)?, any Error> {
    guard let snapshot, !snapshot.data.isEmpty else { return .success(nil) }
    do {
      return .success(try coder.decode(snapshot.data))
    } catch {
      let problem = problem(for: error)
      known.withLock { $0.problem = problem }
      return .failure(problem)
    }
  }

  /// Looks whether somebody else has changed the file, and takes over what they wrote.
  ///
  /// - Parameter isSure: Whether bytes that are no value are taken for one that is not readable. At first they may be part of
  ///   a value that is being written.
  func look(isSure: Bool = false) {
    let isKnown = known.withLock { known in
      guard let stamp = try? backend.stamp(url) else { return known.stamp == nil && known.problem == nil }
      return stamp == known.stamp
    }
    if isKnown { return }
    let subscriber = subscriber.withLock { $0 }
    do {
      guard let found = try readForeign() else { return }
      let value = Result { try found.snapshot.flatMap { $0.data.isEmpty ? nil : try coder.decode($0.data).value } }
      let isValue = if case .success(.some) = value { true } else { found.snapshot == nil }
      if !isValue, !isSure { return lookAgain() }
      // A write from here came between: what was read is older.
      guard take(found.snapshot, ifStill: found.known) else { return lookAgain() }
      dropPending()
      switch value {
      case .failure(let error):
        let problem = problem(for: error)
        known.withLock { $0.problem = problem }
        subscriber?.yield(throwing: problem)
      case .success(let value?):
        if let version = found.version { subscriber?.yield(value, version: version) } else { subscriber?.yield(value) }
      case .success(nil):
        subscriber?.yieldReturningInitialValue()
      }
    } catch {
      subscriber?.yield(throwing: error)
    }
  }

  private func lookAgain() {
    Task.detached { [weak self] in
      try? await ContinuousClock().sleep(for: .milliseconds(30))
      self?.look(isSure: true)
    }
  }

  private struct Found {
    let snapshot: FileSnapshot?
    let version: SharedVersion?
    /// What was known of the file then.
    let known: AnyHashable?
  }

  /// Reads the file if somebody else has changed it. A new file with the same bytes is no change.
  private func readForeign() throws -> Found? {
    // One look at the file and at what is known of it: an own write between the two would be taken for a foreign one.
    try withVersion { version in
      try known.withLock { known in
        if let stamp = try backend.stamp(url), stamp == known.stamp { return nil }
        let snapshot = try backend.read(url)
        if snapshot?.data.hashValue == known.hash {
          known.note(snapshot)
          return nil
        }
        return Found(snapshot: snapshot, version: version, known: known.stamp)
      }
    }
  }

  private func take(_ snapshot: FileSnapshot?, ifStill stamp: AnyHashable?) -> Bool {
    known.withLock { known in
      guard known.stamp == stamp else { return false }
      known.note(snapshot)
      known.problem = nil
      return true
    }
  }

  private func problem(for error: any Error) -> SharedStorageError {
    error as? SharedStorageError ?? .corrupt(path: path, keptAt: nil, underlying: error)
  }

  /// Gives up the change that waits to be written: somebody else's is newer. Those who wait for it are told.
  private func dropPending() {
    let (pending, waiting) = window.withLock { window in
      policy == .lastWriterWins ? (nil, []) : window.takePending()
    }
    guard let pending else { return }
    pendingWrites.remove(self)
    for continuation in waiting {
      continuation.resume(throwing: SharedStorageError.externalConflict(path: path, lost: pending.value))
    }
  }
}
