@_spi(Internals) import CounterpointSupport
public import DependencyInjection
@_spi(Internals) package import DurableFiles
public import Foundation
public import GRDB
import IssueReporting
@_spi(Internals) import StateSharing

/// The database of `.sqlite` keys: a file, or memory in tests.
///
/// It has one connection, opened on demand; the key that needs it receives its errors. Other connections to the file,
/// in this process or another, are observed and waited for. Keep one object per file, in a static property or as the
/// dependency ``DependencyInjection/DependencyValues/defaultSQLiteDatabase``; two objects are harmless.
///
/// A new file gets a rollback journal, and writes are synchronized with the disk, including the folder: committed
/// changes survive a power failure. A file with a write-ahead log keeps it.
///
/// Safe to use from any thread. A caller waits while another thread uses it, which is as long as that thread's
/// transaction.
public final class SQLiteDatabase: Hashable, Sendable {
  /// A step of the database that a test can observe, delay and fail.
  public enum Step: Hashable, Sendable {
    /// Before a read outside of a transaction.
    case read
    /// Before the beginning of a transaction.
    case begin
    /// Before the commit of a transaction.
    case commit
    /// After the commit, before its result is returned.
    case answer
  }

  struct Connection: Sendable {
    let queue: DatabaseQueue
    /// The file of the connection, which may have been replaced since.
    let file: FileStamp?
  }

  /// The file, or nil for a database in memory.
  let url: URL?
  let layer: FileLayer
  let before: @Sendable (Step) throws -> Void

  /// Held during each use of the connection, and during a whole transaction.
  let accessLock = TimedRecursiveLock()
  /// The number of open transactions of the thread that holds the lock, nested ones included.
  let transactionCount = Locked(0)
  let connection = Locked<Connection?>(nil)
  let isClosed = Locked(false)
  /// The deadline for other connections.
  let deadline = Locked(ContinuousClock.now)
  let observers = SQLiteObservers()

  /// The program's own database, in `~/.local/share` or in `XDG_DATA_HOME`, with the program's name.
  public static let standard = SQLiteDatabase(standardURL())

  /// A new, empty database in memory. Each use of this property creates one.
  public static var inMemory: SQLiteDatabase { inMemory(before: { _ in }) }

  /// A new, empty database in memory, for tests.
  public static var testValue: SQLiteDatabase { inMemory }

  /// Returns a database in memory whose steps a test can observe, delay and fail.
  ///
  /// - Parameter before: Called before each step. An error that it throws is the step's error; a
  ///   `SharedStorageError.conflict` at ``Step/commit`` counts as a conflict with another program.
  /// - Returns: An empty database.
  public static func inMemory(before: @escaping @Sendable (Step) throws -> Void) -> SQLiteDatabase {
    SQLiteDatabase(url: nil, layer: FileLayer(), before: before)
  }

  /// Creates a database in a file.
  ///
  /// - Parameter url: The file. It is created with its folder by the first write.
  public convenience init(_ url: URL) {
    self.init(url: url, layer: FileLayer(), before: { _ in })
  }

  /// Creates a database in a file, with steps that a test can observe and fail.
  package init(url: URL?, layer: FileLayer, before: @escaping @Sendable (Step) throws -> Void) {
    // Normalized, so that all spellings of a path are equal.
    self.url = url.map {
      let url = $0.standardizedFileURL
      return url.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(url.lastPathComponent)
        .resolvingSymlinksInPath()
    }
    self.layer = layer
    self.before = before
  }

  private static func standardURL() -> URL {
    let folder: URL
    if let configured = ProcessInfo.processInfo.environment["XDG_DATA_HOME"], configured.hasPrefix("/") {
      folder = URL(fileURLWithPath: configured)
    } else {
      folder = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
    }
    return folder.appendingPathComponent("\(ProcessInfo.processInfo.processName).sqlite")
  }

  var path: String { url?.path ?? ":memory:" }

  /// The identity of the database. Not the object's, because two objects may have the same file.
  var identity: String { url?.path ?? "\(ObjectIdentifier(self))" }

  /// Returns whether both are the same object.
  public static func == (left: SQLiteDatabase, right: SQLiteDatabase) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension DependencyValues {
  /// The default database of `.sqlite` keys: ``SQLiteDatabase/standard`` in the program, a database in memory for
  /// each test.
  public var defaultSQLiteDatabase: SQLiteDatabase {
    get { self[SQLiteDatabaseDependency.self] }
    set { self[SQLiteDatabaseDependency.self] = newValue }
  }
}

private enum SQLiteDatabaseDependency: DependencyKey {
  static var liveValue: SQLiteDatabase { .standard }
  static var previewValue: SQLiteDatabase { .inMemory }
  static var testValue: SQLiteDatabase { .inMemory }
}

extension SQLiteDatabase {
  /// The default timeout for other connections.
  static var lockTimeout: Duration { .seconds(5) }

  /// Reads from the database, between two transactions.
  ///
  /// - Parameter body: Reads. Must not retain the database.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or a `SharedStorageError` if there is no such file or the lock times out.
  public func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try withAccess(deadline: .now + Self.lockTimeout) { _ in
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
    let transaction = try begin(deadline: .now + Self.lockTimeout)
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
  /// - Throws: A `SharedStorageError` if another thread uses the database until the timeout.
  public func close() throws {
    try withAccess(deadline: .now + Self.lockTimeout) { depth in
      guard depth == 1 else { throw SharedStorageError.lockTimeout(path: path) }
      isClosed.withLock { $0 = true }
      connection.withLock { $0 = nil }
    }
  }

  /// Runs a function with exclusive access to the connection.
  func withAccess<Result>(
    deadline end: ContinuousClock.Instant,
    _ body: (_ depth: Int) throws -> Result
  ) throws -> Result {
    guard let depth = accessLock.lock(deadline: end) else { throw SharedStorageError.lockTimeout(path: path) }
    defer { accessLock.unlock() }
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
      connection.withLock { $0 = Connection(queue: queue, file: nil) }
      return queue
    }
    let file = try layer.stamp(url.path)
    if let open, let file, let known = open.file, file.isSameFile(as: known) { return open.queue }
    connection.withLock { $0 = nil }
    if file == nil {
      guard creating else { return nil }
      // SQLite would make it readable for all users.
      try ResolvedFile(url.path, layer: layer).createIfMissing()
    }
    let queue: DatabaseQueue
    do {
      queue = try DatabaseQueue(path: url.path, configuration: configuration())
    } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB && creating {
      try quarantine(url)
      try ResolvedFile(url.path, layer: layer).createIfMissing()
      queue = try DatabaseQueue(path: url.path, configuration: configuration())
    }
    let hasWriteAheadLog = try queue.read { try $0.hasWriteAheadLog }
    let stamp = try layer.stamp(url.path)
    connection.withLock { $0 = Connection(queue: queue, file: stamp) }
    if hasWriteAheadLog { observers.poll(self) }
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

  /// Quarantines a file that is not a database, unless another process has done so.
  private func quarantine(_ url: URL) throws {
    let file = try ResolvedFile(url.path, layer: layer)
    let lock: FileLock.Held
    do {
      lock = try FileLock(for: file).acquire(deadline: deadline.withLock { $0 })
    } catch let error as DurableFileError {
      throw SharedStorageError(error)
    }
    defer { lock.unlock() }
    do {
      _ = try DatabaseQueue(path: url.path, configuration: configuration())
    } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
      report(.corrupt(path: path, keptAt: try file.quarantine(), underlying: error))
    }
  }
}

/// Reports an error that the program might not notice otherwise, because the next write clears it.
func report(_ error: SharedStorageError) {
  if !isTesting { reportIssue(error) }
}
