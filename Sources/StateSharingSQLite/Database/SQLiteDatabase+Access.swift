#if SQLite

import Foundation
public import GRDB
import CounterpointSupport
import StateSharing

extension SQLiteDatabase {
  /// The default timeout for other connections.
  static var patience: Duration { .seconds(5) }

  /// Reads from the database, between two transactions.
  ///
  /// - Parameter body: Reads. Must not retain the database.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or a `SharedStorageError` if there is no such file or the lock times out.
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

  /// Changes the database in a transaction. Values with `.sqlite` keys are updated.
  ///
  /// - Parameter body: Writes. Must not retain the database. If it throws, nothing is written.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or a `SharedStorageError` if the database can't be opened or the lock times out.
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

  /// Closes the connection. Later saves fail with `SharedStorageError.closed`.
  ///
  /// - Throws: A `SharedStorageError` if another thread uses the database too long.
  public func close() throws {
    try inside(deadline: .now + Self.patience) { depth in
      guard depth == 1 else { throw SharedStorageError.lockTimeout(path: path) }
      isClosed.withLock { $0 = true }
      connection.withLock { $0 = nil }
    }
  }

  /// Runs a function with exclusive access to the connection.
  func inside<Result>(deadline end: ContinuousClock.Instant, _ body: (_ depth: Int) throws -> Result) throws -> Result {
    guard let depth = accessLock.enter(deadline: end) else { throw SharedStorageError.lockTimeout(path: path) }
    defer { accessLock.leave() }
    deadline.withLock { $0 = end }
    return try body(depth)
  }

  /// Returns the connection, or nil if there is no file and none should be created. The lock must be held.
  ///
  /// A connection to a replaced file would write into the old one, so each use checks that it is still the same file.
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
    // A transaction spans several calls of a key.
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .callback { [deadline] _ in
      if ContinuousClock.now >= deadline.withLock({ $0 }) { return false }
      // Random jitter, so that waiting connections do not collide again.
      usleep(.random(in: 100...4_000))
      return true
    }
    configuration.prepareDatabase { database in
      // Synchronizes the folder as well, after the removal of a journal.
      try database.execute(sql: "PRAGMA synchronous = EXTRA")
    }
    return configuration
  }

  /// Creates an empty file and its folder, unless it exists. SQLite would make it readable for all users.
  private func makeFile(_ url: URL) throws {
    try DurableFile(url.path, layer: layer).makeFolder()
    try layer.close(layer.open(url.path, O_RDWR | O_CREAT), url.path)
  }

  /// Moves a file aside that is not a database, unless another process has done so.
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
