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
      let problem =
        error as? SharedStorageError ?? SharedStorageError.corrupt(path: path, keptAt: nil, underlying: error)
      known.withLock { $0.problem = problem }
      return .failure(problem)
    }
  }

  /// Looks whether somebody else has changed the file, and takes over what they wrote.
  func look() {
    let isKnown = known.withLock { known in
      guard let stamp = try? backend.stamp(url) else { return known.stamp == nil && known.problem == nil }
      return stamp == known.stamp
    }
    if isKnown { return }
    let subscriber = subscriber.withLock { $0 }
    do {
      guard let (snapshot, version) = try readForeign() else { return }
      dropPending()
      switch decode(snapshot) {
      case .failure(let error): subscriber?.yield(throwing: error)
      case .success(let found):
        switch (found?.value, version) {
        case (let value?, let version?): subscriber?.yield(value, version: version)
        case (let value?, nil): subscriber?.yield(value)
        case (nil, _): subscriber?.yieldReturningInitialValue()
        }
      }
    } catch {
      subscriber?.yield(throwing: error)
    }
  }

  /// Reads the file if somebody else has changed it. A new file with the same bytes is no change.
  private func readForeign() throws -> (FileSnapshot?, SharedVersion?)? {
    // One look at the file and at what is known of it: an own write between the two would be taken for a foreign one.
    try withVersion { version in
      try known.withLock { known in
        if let stamp = try backend.stamp(url), stamp == known.stamp { return nil }
        let hash = known.hash
        let snapshot = try read(into: &known)
        return snapshot?.data.hashValue == hash ? nil : (snapshot, version)
      }
    }
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
