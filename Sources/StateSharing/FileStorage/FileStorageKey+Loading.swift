import Foundation
@_spi(Internals) import CounterpointSupport
import DurableFiles

extension FileStorageKey {
  /// Reads the file. A declaration waits for the value; a call of `load()` takes no thread from other tasks.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    switch context {
    case .initialValue: load(continuation)
    case .userInitiated: backend.perform { self.load(continuation) }
    }
  }

  private func load(_ continuation: LoadContinuation<Value>) {
    waitForVanishedFile()
    do {
      let state = try readState()
      if let value = state.value, state.isOld, isEager {
        _ = write(value, number: nextNumber(), basis: state.basis, isRequested: true)
      }
      schedule.withLock { if $0.forgetFailure(before: .max) { notePending($0) } }
      continuation.resume(with: state.answer)
    } catch {
      continuation.resume(throwing: error)
    }
  }

  /// Watches the file.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    self.subscriber.withLock { $0 = subscriber }
    return backend.watch(url) { [weak self] in self?.adoptForeignChange() }
  }

  /// A state of the file. A reference adopts it if its version or revision is newer than the reference's own.
  struct FileState {
    var value: Value?
    /// Whether the value is stored in an older format.
    var isOld = false
    var basis: SaveBasis

    var answer: LoadAnswer<Value> {
      LoadAnswer(value: value, version: basis.version, revision: basis.version == nil ? basis.revision : nil)
    }
  }

  /// The result of a read, and the state that was known before it.
  private struct Reading {
    let snapshot: FileSnapshot?
    let isForeign: Bool
    let notes: UInt64
    let revision: UInt64
    var version: UInt64?

    var basis: SaveBasis { SaveBasis(revision: revision, version: version.map { SharedVersion($0) }) }
  }

  private var hasGrace: Bool { backend.grace.duration > .zero }

  /// Waits for a file that another program is replacing by removing and creating it. Otherwise a save in between would
  /// create it with older contents, and a transaction would start with the default.
  func waitForVanishedFile() {
    guard hasGrace, known.withLock({ !$0.isEmpty }) else { return }
    backend.grace.wait { (try? backend.stamp(url)) != .some(nil) }
  }

  /// A file that can't be decoded yet, or that has vanished. Another program may still be writing it.
  private struct Incomplete: Error {}

  /// Reads and decodes the file and marks its state as known.
  ///
  /// - Parameter isFinalAttempt: Whether bytes that can't be decoded are damage. Otherwise another program may still be
  ///   writing them.
  private func readState(isFinalAttempt: Bool = true) throws -> FileState {
    var attempts = 0
    while true {
      attempts += 1
      let reading = try read()
      // Without a lock, because decoding runs the caller's code.
      let decoded = Result { try decode(reading.snapshot) }
      switch decoded {
      case .failure(let error):
        if !isFinalAttempt { throw Incomplete() }
        let problem = problem(for: error)
        known.withLock { known in
          known.note(reading.snapshot)
          known.version = reading.version ?? known.version
          known.problem = problem
        }
        throw problem
      case .success(let found):
        let isMissing = reading.snapshot == nil
        if !isFinalAttempt, reading.isForeign, found == nil, !isMissing || hasGrace { throw Incomplete() }
        // If another thread has written or read the file since, the result may be outdated. If that happens every
        // time, the result is delivered as the state that was known then, and a reference with a newer one ignores
        // it.
        if let basis = accept(reading) ?? (attempts < 16 ? nil : reading.basis) {
          return FileState(value: found?.value, isOld: found?.isOld ?? false, basis: basis)
        }
      }
    }
  }

  /// Marks the result of a read as known, unless another thread has written or read the file since.
  private func accept(_ reading: Reading) -> SaveBasis? {
    known.withLock { known in
      guard known.notes == reading.notes else { return nil }
      known.note(reading.snapshot)
      known.problem = nil
      known.version = reading.version ?? known.version
      if reading.isForeign { known.revision += 1 }
      return SaveBasis(revision: known.revision, version: reading.version.map { SharedVersion($0) })
    }
  }

  /// Reads the file, and its version if the key has transactions.
  private func read() throws -> Reading {
    do {
      guard isTransactional else { return try known.withLock { try read($0) } }
      return try readVersioned(exclusive: false) ?? readVersioned(exclusive: true) ?? known.withLock { try read($0) }
    } catch let error as SharedStorageError {
      // The contents were never seen, so that no write may replace them.
      if case .tooLarge = error { noteUnread(error) }
      throw error
    } catch {
      let problem = SharedStorageError.notReadable(path: path, underlying: error)
      noteUnread(problem)
      throw problem
    }
  }

  /// Records the reason why the file was not read. Known bytes that can't be decoded stay known, so that the next write
  /// quarantines them.
  private func noteUnread(_ problem: SharedStorageError) {
    known.withLock { if !$0.isDamaged { $0.problem = problem } }
  }

  private func read(_ known: KnownFile) throws -> Reading {
    let snapshot = try backend.read(url)
    return Reading(
      snapshot: snapshot,
      isForeign: !known.contains(snapshot),
      notes: known.notes,
      revision: known.revision
    )
  }

  /// Reads the file between two transactions.
  ///
  /// - Returns: `nil` if a program without versions has changed the file. Assigning a version then needs an exclusive
  ///   lock.
  private func readVersioned(exclusive: Bool) throws -> Reading? {
    // The lock would create the folder, where another program may be about to create a link.
    if !backend.hasFolder(of: url) { return try known.withLock { try read($0) } }
    let lock: any BackendLock
    do {
      lock = try backend.lock(url, exclusive: exclusive, isRequired: true, deadline: .now + Self.lockTimeout)
    } catch is SystemCallError {
      // In a read-only folder, no lock file can be created.
      return try known.withLock { try read($0) }
    }
    defer { lock.unlock() }
    var (reading, last) = try known.withLock { (try read($0), $0.version) }
    let version = try lock.version()
    if let last, version <= last, reading.isForeign {
      guard exclusive else { return nil }
      // On a full disk the file can be read nevertheless. The next process that knows the last version assigns the next
      // one, too.
      try? lock.setVersion(last + 1)
      reading.version = last + 1
    } else {
      reading.version = max(version, last ?? version)
    }
    return reading
  }

  /// Decodes a snapshot. Must be called without a lock.
  private func decode(_ snapshot: FileSnapshot?) throws -> (value: Value, isOld: Bool)? {
    guard let snapshot, !snapshot.data.isEmpty else { return nil }
    return try coder.decode(snapshot.data)
  }

  /// Adopts the value of another program, if it has changed the file.
  ///
  /// - Parameter isFinalAttempt: As for `readState`.
  func adoptForeignChange(isFinalAttempt: Bool = false) {
    let subscriber = subscriber.withLock { $0 }
    do {
      if isUnchanged() { return }
      let (before, hadProblem) = known.withLock { ($0.revision, $0.problem != nil) }
      let state = try readState(isFinalAttempt: isFinalAttempt)
      // A state that the reference has applied only clears its error.
      guard state.basis.revision != before || hadProblem else { return }
      dropPending(before: state.basis.revision)
      subscriber?.yield(state.answer)
    } catch is Incomplete {
      let backend = backend, notes = known.withLock { $0.notes }
      Task.detached { [weak self] in
        try? await backend.grace.clock.sleep(for: max(backend.grace.duration, .milliseconds(30)))
        backend.perform { [weak self] in
          guard let self else { return }
          // A file that was read since has a time of its own.
          adoptForeignChange(isFinalAttempt: known.withLock { $0.notes == notes })
        }
      }
    } catch {
      subscriber?.yield(throwing: error)
    }
  }

  /// Returns whether the file has the known bytes. Reads the file only if its metadata is not conclusive.
  private func isUnchanged() -> Bool {
    known.withLock { known in
      guard let stamp = try? backend.stamp(url) else { return known.stamp == nil && known.problem == nil }
      if known.isRead, known.isUnchanged(stamp) { return true }
      guard let snapshot = try? backend.read(url), known.contains(snapshot), known.problem == nil else { return false }
      known.note(snapshot)
      return true
    }
  }

  /// Delivers the known state again to a reference that has not applied it yet.
  func deliverKnownState() {
    let (data, basis) = known.withLock { ($0.data, $0.basis) }
    var value: Value?
    if let data, !data.isEmpty {
      guard let decoded = try? coder.decode(data).value else { return }
      value = decoded
    }
    subscriber.withLock { $0 }?.yield(FileState(value: value, basis: basis).answer)
  }

  private func problem(for error: any Error) -> SharedStorageError {
    error as? SharedStorageError ?? .corrupt(path: path, keptAt: nil, underlying: error)
  }

  /// Discards the waiting change, because another program's change is newer.
  private func dropPending(before revision: UInt64) {
    schedule.withLock { if $0.forgetFailure(before: revision) { notePending($0) } }
    if policy == .lastWriterWins { return }
    let dropped = schedule.withLock { schedule in
      guard let change = schedule.drop(before: revision) else { return WaitingChange<Value>?.none }
      pendingWrites.remove(self)
      return change
    }
    if let dropped { drop(dropped) }
  }

  /// Ends the continuations of a change that is not written, because a foreign one is newer.
  func drop(_ change: WaitingChange<Value>) {
    for continuation in change.continuations {
      if change.basis.isStored {
        // Only a call of `save()` waits, for a value that was in the file before the foreign one.
        continuation.resume()
      } else {
        continuation.resume(throwing: SharedStorageError.externalConflict(path: path, lost: change.value))
      }
    }
  }
}
