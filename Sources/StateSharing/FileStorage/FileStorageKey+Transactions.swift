import Foundation
@_spi(Internals) import CounterpointSupport
import DurableFiles

extension FileStorageKey {
  /// A transaction on a file: the lock between processes, and the version of the file.
  public struct Ticket: Sendable {
    let lock: any BackendLock
    let version: UInt64
  }

  /// Locks and reads the file.
  ///
  /// - Throws: ``SharedStorageError``, also if another process holds the lock for too long.
  public func begin(
    _ request: SharedTransactionRequest
  ) throws -> (stored: SharedStored<Value>, ticket: Ticket) {
    waitForVanishedFile()
    do {
      let lock = try backend.lock(url, exclusive: true, isRequired: true, deadline: request.deadline)
      do {
        let (snapshot, version) = try known.withLock { known in
          let snapshot = try backend.read(url)
          var version = try lock.version()
          if let last = known.version, version <= last {
            // A program that knows no versions has changed the file, or the lock's file was removed.
            version = known.contains(snapshot) ? last : last + 1
            do {
              try lock.setVersion(version)
            } catch let error as SystemCallError {
              throw SharedStorageError.notCommitted(path: path, underlying: error)
            }
          }
          // The reference adopts the state by its version when the transaction ends.
          known.note(snapshot)
          known.version = version
          known.problem = nil
          return (snapshot, version)
        }
        var value: Value?
        if let snapshot, !snapshot.data.isEmpty {
          do {
            value = try coder.decode(snapshot.data).value
          } catch {
            let problem =
              error as? SharedStorageError ?? SharedStorageError.corrupt(path: path, keptAt: nil, underlying: error)
            known.withLock { $0.problem = problem }
            if case .newerSchema = problem { throw problem }
          }
        }
        return (SharedStored(value: value, version: SharedVersion(version)), Ticket(lock: lock, version: version))
      } catch {
        lock.unlock()
        throw error
      }
    } catch let error as SystemCallError {
      throw SharedStorageError.notReadable(path: path, underlying: error)
    }
  }

  /// Writes and unlocks the file.
  public func commit(_ value: Value, _ ticket: Ticket) throws -> SharedCommit<Value> {
    defer { ticket.lock.unlock() }
    do {
      let data = try encode(value)
      let version = ticket.version + 1
      // The version first: a crash in between leaves a version without a file, which is harmless. In the other order,
      // two states of the file could have the same version.
      try ticket.lock.setVersion(version)
      try known.withLock { known in
        known.version = version
        try quarantineIfDamaged(&known, isRequested: true)
        try replaceFile(with: data, &known)
      }
      return .committed(SharedVersion(version))
    } catch SharedStorageError.notDurable(let path, let underlying) {
      // The file has the value. Repeating the change would make it twice.
      let error = SharedStorageError.notDurable(path: path, underlying: underlying)
      throw CommittedWithError(version: SharedVersion(ticket.version + 1), error: error)
    } catch SharedStorageError.notWritable(let path, DurableFileError.unknownOutcome) {
      throw SharedStorageError.unknownOutcome(key: path, value: value)
    } catch let error as SystemCallError {
      throw SharedStorageError.notCommitted(path: path, underlying: error)
    }
  }

  /// Stores a value that no transaction has changed: the default of a file that is missing or damaged.
  ///
  /// A file that another process has changed meanwhile is adopted instead. Nothing of this process is lost by that,
  /// because each change is in the file when its transaction ends.
  func store(_ value: Value, _ data: Data, basedOn basis: SaveBasis) throws {
    let lock = try backend.lock(url, exclusive: true, isRequired: true, deadline: .now + Self.lockTimeout)
    let version: UInt64?
    do {
      defer { lock.unlock() }
      version = try known.withLock { known -> UInt64? in
        if hasUnseenContents(&known) { return nil }
        let isDamaged = known.problem != nil
        try quarantineIfDamaged(&known, isRequested: true)
        if !isDamaged {
          guard known.contains(try backend.read(url)), known.isEmpty || basis.version?.number == known.version else {
            return nil
          }
          if known.data == data { return known.version }
        }
        let next = max(try lock.version(), known.version ?? 0) + 1
        try lock.setVersion(next)
        known.version = next
        try replaceFile(with: data, &known)
        return next
      }
    }
    if let version {
      subscriber.withLock { $0 }?.yield(value, version: SharedVersion(version))
    } else {
      adoptForeignChange()
      deliverKnownState()
    }
  }

  /// Unlocks the file.
  public func rollback(_ ticket: Ticket) {
    ticket.lock.unlock()
  }
}
