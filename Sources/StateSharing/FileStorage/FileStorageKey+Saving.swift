import Foundation
@_spi(Internals) import CounterpointSupport
import DurableFiles

extension FileStorageKey {
  /// Writes the value, or schedules the write: for now, or for the end of the pause after the last write.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    // A key that wraps this one passes no basis, so the value is assumed to build on the known state.
    save(value, basedOn: known.basis, context: context, continuation: continuation)
  }

  func save(_ value: Value, basedOn basis: SaveBasis, context: SaveContext, continuation: SaveContinuation) {
    let change = WaitingChange(
      value: value,
      number: nextNumber(),
      basis: basis,
      isRequested: context == .userInitiated,
      continuations: [continuation]
    )
    if !change.isRequested, mode != .throttled || backend.clock == nil {
      write(change)
      return
    }
    let steps = schedule.withLock { schedule in
      pendingWrites.add(self)
      return schedule.add(change, isMerged: policy == .lastWriterWins)
    }
    if let dropped = steps.dropped { drop(dropped) }
    if let pause = steps.pause, let clock = backend.clock { end(pause, after: clock) }
    if steps.startsWriter { backend.perform { self.writeDueChanges() } }
  }

  func nextNumber() -> UInt64 { schedule.withLock { $0.nextNumber() } }

  /// Ends a pause after a second. Retains the key until then, so that a waiting change outlives the last wrapper.
  private func end(_ pause: UInt64, after clock: any Clock<Duration>) {
    Task.detached { [self] in
      try? await clock.sleep(for: .seconds(1))
      if schedule.withLock({ $0.endPause(pause) }) { backend.perform { self.writeDueChanges() } }
    }
  }

  private func writeDueChanges() {
    while pendingWrites.during({ writeDueChange() }) {}
  }

  /// - Returns: Whether there was a change.
  private func writeDueChange() -> Bool {
    guard let change = takeDueChange() else { return false }
    if case .failure(let error) = write(change) { pendingWrites.note(error) }
    return true
  }

  private func takeDueChange() -> WaitingChange<Value>? {
    schedule.withLock { schedule in
      guard let change = schedule.next() else { return nil }
      pendingWrites.remove(self)
      return change
    }
  }

  @discardableResult
  private func write(_ change: WaitingChange<Value>) -> Result<Void, any Error> {
    let result = write(change.value, number: change.number, basis: change.basis, isRequested: change.isRequested)
    schedule.withLock { if $0.end(change, isDone: result.isFinal) { notePending($0) } }
    for continuation in change.continuations { continuation.resume(with: result) }
    return result
  }

  /// Lets the end of the program write the change that is left, or say that it can't. Must be called under the lock of
  /// the schedule.
  func notePending(_ schedule: WriteSchedule<Value>) {
    if schedule.isPending { pendingWrites.add(self) } else { pendingWrites.remove(self) }
  }

  /// Encodes and writes a value. Blocks the thread.
  func write(_ value: Value, number: UInt64, basis: SaveBasis, isRequested: Bool) -> Result<Void, any Error> {
    waitForVanishedFile()
    do {
      let data = try encode(value)
      if isTransactional {
        try store(value, data, basedOn: basis)
      } else {
        try write(value, data, number: number, basis: basis, isRequested: isRequested)
      }
      return .success(())
    } catch let error as SystemCallError {
      return .failure(SharedStorageError.notWritable(path: path, underlying: error))
    } catch {
      return .failure(error)
    }
  }

  /// Encodes a value, or throws if it could never be read back.
  func encode(_ value: Value) throws -> Data {
    let data = try coder.encode(value)
    if data.count > backend.limit {
      throw SharedStorageError.tooLarge(path: path, size: data.count, limit: backend.limit)
    }
    return data
  }

  /// The outcome of a write.
  private enum Outcome {
    /// The value is in the file, or a later one that contains it.
    case written
    /// The value is in the file, and has replaced a known foreign value that it does not build on.
    case overwritten(SaveBasis)
    /// Another program has changed the file.
    case changed
    /// The value does not build on the newest known foreign value.
    case outdated
  }

  private func write(_ value: Value, _ data: Data, number: UInt64, basis: SaveBasis, isRequested: Bool) throws {
    switch try writeIfUnchanged(data, number: number, basis: basis, isRequested: isRequested) {
    case .written:
      return
    case .overwritten(let basis):
      subscriber.withLock { $0 }?.yield(FileState(value: value, basis: basis).answer)
    case .changed, .outdated:
      adoptForeignChange()
      // The reference may not have applied it yet.
      deliverKnownState()
      if !basis.isStored { throw SharedStorageError.externalConflict(path: path, lost: value) }
    }
  }

  /// Writes bytes under the lock between processes, unless another program has changed the file.
  private func writeIfUnchanged(
    _ data: Data,
    number: UInt64,
    basis: SaveBasis,
    isRequested: Bool
  ) throws -> Outcome {
    // The timeout is for other processes. Writes of this one wait for each other as long as the disk takes.
    writing.lock()
    defer { writing.unlock() }
    let lock = try backend.lock(url, exclusive: true, isRequired: isTransactional, deadline: .now + Self.lockTimeout)
    defer { lock.unlock() }
    return try known.withLock { known in
      if policy == .reload, basis.revision < known.revision { return .outdated }
      // A later value is already in the file.
      if number < known.written { return .written }
      let isUnseen = hasUnseenContents(&known)
      if policy == .reload, isUnseen { return .changed }
      guard try replaceKnownFile(with: data, &known, isRequested: isRequested) else { return .changed }
      known.written = number
      if basis.revision == known.revision { return .written }
      // References adopt the written value with the new number.
      known.revision += 1
      return .overwritten(SaveBasis(revision: known.revision))
    }
  }

  /// Replaces the file, unless another program has changed its contents.
  ///
  /// - Returns: Whether the file was replaced.
  private func replaceKnownFile(with data: Data, _ known: inout KnownFile, isRequested: Bool) throws -> Bool {
    // Another program may change the metadata only, and may do so repeatedly.
    for _ in 1...16 {
      var expected = ReplacedFile.any
      if policy == .reload, known.isRead {
        let stamp = try backend.stamp(url)
        expected = .only(stamp)
        if !known.isUnchanged(stamp) {
          let snapshot = try backend.read(url)
          guard known.contains(snapshot) else { return false }
          expected = .only(snapshot?.stamp)
        }
      }
      if known.problem != nil {
        try quarantineIfDamaged(&known, isRequested: isRequested)
        expected = .any
      }
      if try replaceFile(with: data, &known, replacing: expected) { return true }
    }
    return false
  }

  /// Replaces the file. Must be called under the lock between processes.
  ///
  /// - Returns: Whether the file was the expected one. A program that takes no lock may have changed it meanwhile.
  @discardableResult
  func replaceFile(
    with data: Data,
    _ known: inout KnownFile,
    replacing expected: ReplacedFile = .any
  ) throws -> Bool {
    do {
      guard let snapshot = try backend.write(data, url, replacing: expected) else { return false }
      known.note(snapshot)
      known.problem = nil
      return true
    } catch {
      known.noteFailedWrite(of: data)
      throw error
    }
  }

  /// Returns whether a file that could not be read can be read now, and has a value that was never seen here. It is
  /// adopted instead of being replaced.
  func hasUnseenContents(_ known: inout KnownFile) -> Bool {
    guard !known.isRead, case .success(let snapshot) = Result(catching: { try backend.read(url) }) else { return false }
    if known.notes > 0, known.contains(snapshot) {
      // The file was read before, and only a later attempt has failed.
      known.note(snapshot)
      known.problem = nil
      return false
    }
    return snapshot?.data.isEmpty == false
  }

  /// Quarantines a damaged file, or throws if the file must not be replaced.
  func quarantineIfDamaged(_ known: inout KnownFile, isRequested: Bool) throws {
    switch known.problem {
    case nil: return
    case .corrupt(_, _, let underlying):
      try quarantine(&known, because: underlying)
    case .notReadable(_, let underlying) where isRequested && SharedStorageError.isForbidden(underlying):
      try quarantine(&known, because: underlying)
    case let problem?:
      throw problem
    }
  }

  private func quarantine(_ known: inout KnownFile, because error: any Error) throws {
    guard try backend.stamp(url) != nil else { return }
    let quarantined = try backend.quarantine(url)
    // The write that follows may fail. The next one must not find a foreign change then. A file that is mounted by
    // itself was copied, and is still there.
    if (try? backend.stamp(url)) == .some(nil) {
      known.note(nil)
      known.problem = nil
    }
    // `loadError` may not be read before this write clears it.
    let issue = SharedStorageError.corrupt(path: path, keptAt: quarantined, underlying: error)
    subscriber.withLock { $0 }?.report(issue)
  }
}

extension FileStorageKey: PendingWriter {
  func flush() throws {
    if let change = schedule.withLock({ $0.takeNow() }) { try write(change).get() }
  }
}

extension Result<Void, any Error> {
  /// Whether another write of the value is of no use: it is stored, or a foreign value has replaced it.
  fileprivate var isFinal: Bool {
    switch self {
    case .success, .failure(SharedStorageError.externalConflict): true
    case .failure: false
    }
  }
}
