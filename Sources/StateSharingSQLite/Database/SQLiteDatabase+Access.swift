#if SQLite

import Foundation
public import GRDB
import Locks
import StateSharing

extension SQLiteDatabase {
  /// How long who waits for another connection waits, where nobody says.
  static var patience: Duration { .seconds(5) }

  /// Reads from the database, between two transactions.
  ///
  /// - Parameter body: Reads. Must not keep the database.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, and a `SharedStorageError` if there is no such file or it is locked for too long.
  public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try inside(deadline: .now + Self.patience) { _ in
      guard let queue = try opened(creating: false) else {
        throw SharedStorageError.notReadable(
          path: path,
          underlying: SystemCallError(call: .open, path: path, code: ENOENT)
        )
      }
      return try queue.unsafeReentrantWrite(body)
    }
  }

  /// Changes the database in a transaction. Values with `.sqlite` keys follow.
  ///
  /// - Parameter body: Writes. Must not keep the database. If it throws, nothing has been written.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, and a `SharedStorageError` if the database can't be opened or is locked for too long.
  @discardableResult
  public func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let transaction = try begin(deadline: .now + Self.patience)
    let result: Result
    do {
      result = try transaction.run(body)
    } catch {
      transaction.rollback()
      throw error
    }
    try transaction.commit(except: nil)
    return result
  }

  /// Closes the connection. What is saved from now on fails with `SharedStorageError.closed`.
  ///
  /// - Throws: A `SharedStorageError` if another thread uses the database for too long.
  public func close() throws {
    try inside(deadline: .now + Self.patience) { depth in
      guard depth == 1 else { throw SharedStorageError.lockTimeout(path: path) }
      isClosed.withLock { $0 = true }
      connection.withLock { $0 = nil }
    }
  }

  /// Runs a function with the connection to itself.
  func inside<Result>(deadline end: ContinuousClock.Instant, _ body: (_ depth: Int) throws -> Result) throws -> Result {
    guard let depth = turnstile.enter(deadline: end) else { throw SharedStorageError.lockTimeout(path: path) }
    defer { turnstile.leave() }
    deadline.withLock { $0 = end }
    return try body(depth)
  }

  /// The connection, or nil if there is no file and none is to be made. With the turnstile passed.
  ///
  /// A connection to a file that has been replaced writes to nowhere, so each use looks whether it is still the one.
  func opened(creating: Bool) throws -> DatabaseQueue? {
    if isClosed.withLock({ $0 }) { throw SharedStorageError.closed(path: path) }
    let open = connection.withLock { $0 }
    guard let url else {
      if let open { return open.queue }
      let queue = try DatabaseQueue(configuration: configuration())
      connection.withLock { $0 = Connection(queue: queue, file: nil, hasLog: false) }
      return queue
    }
    let file = try layer.stamp(url.path)
    if let open, let file, let known = open.file, file.isSameFile(as: known) { return open.queue }
    connection.withLock { $0 = nil }
    if file == nil {
      guard creating else { return nil }
      try makeFile(url)
    }
    let queue: DatabaseQueue
    do {
      queue = try DatabaseQueue(path: url.path, configuration: configuration())
    } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB && creating {
      try moveAside(url)
      try makeFile(url)
      queue = try DatabaseQueue(path: url.path, configuration: configuration())
    }
    let hasLog = try queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal"
    let stamp = try layer.stamp(url.path)
    connection.withLock { $0 = Connection(queue: queue, file: stamp, hasLog: hasLog) }
    if hasLog { observers.poll(self) }
    return queue
  }

  private func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.label = "counterpoint shared values"
    // A transaction lasts from one call of a key to another.
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .callback { [deadline] _ in
      if ContinuousClock.now >= deadline.withLock({ $0 }) { return false }
      // Jitter, so that those who wait do not come back all at once.
      usleep(.random(in: 100...4_000))
      return true
    }
    configuration.prepareDatabase { database in
      // Also the folder, after a journal has been removed.
      try database.execute(sql: "PRAGMA synchronous = EXTRA")
    }
    return configuration
  }

  /// Makes an empty file, and its folder, unless there is one. SQLite would let everybody read it.
  private func makeFile(_ url: URL) throws {
    try DurableFile(url.path, layer: layer).makeFolder()
    try layer.close(layer.open(url.path, O_RDWR | O_CREAT), url.path)
  }

  /// Moves aside a file that is no database, unless another process has been faster.
  private func moveAside(_ url: URL) throws {
    let file = try DurableFile(url.path, layer: layer)
    let lock = try FileLock(for: file).acquire(deadline: deadline.withLock { $0 })
    defer { lock.unlock() }
    do {
      _ = try DatabaseQueue(path: url.path, configuration: configuration())
    } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
      report(.corrupt(path: path, keptAt: try file.keepAside(), underlying: error))
    }
  }
}

#endif
