import Foundation
import Locks

extension FileStorageKey {
  /// A transaction on a file: the lock that other processes respect.
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
    do {
      let lock = try backend.lock(url, exclusive: true, deadline: request.deadline)
      do {
        let version = try lock.version()
        let snapshot = try backend.read(url)
        known.withLock { $0.note(snapshot) }
        var value: Value?
        if let snapshot, !snapshot.data.isEmpty {
          do {
            value = try coder.decode(snapshot.data).value
            known.withLock { $0.problem = nil }
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
      let data = try coder.encode(value)
      let version = ticket.version + 1
      // The number first: a crash between the two leaves a number without a file, which does no harm; the other way round
      // two states of the file would have one number.
      try ticket.lock.setVersion(version)
      try known.withLock { known in
        try makeWay(&known, isRequested: true)
        known.note(try backend.write(data, url))
        known.problem = nil
      }
      return .committed(SharedVersion(version))
    } catch let error as SystemCallError {
      throw SharedStorageError.notWritable(path: path, underlying: error)
    }
  }

  /// Unlocks the file.
  public func rollback(_ ticket: Ticket) {
    ticket.lock.unlock()
  }
}
