#if SQLite

public import DependencyInjection
public import Foundation
import GRDB
import CounterpointSupport
package import StateSharing

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
    let hasLog: Bool
  }

  /// The file, or nil for a database in memory.
  let url: URL?
  let layer: FileLayer
  let before: @Sendable (Step) throws -> Void

  /// Held during each use of the connection, and during a whole transaction.
  let accessLock = TimedRecursiveLock()
  let connection = Locked<Connection?>(nil)
  let isClosed = Locked(false)
  /// The deadline for other connections.
  let deadline = Locked(ContinuousClock.now)
  let observers = SQLiteObservers()

  /// The program's own database, in `~/.local/share` or where `XDG_DATA_HOME` says, with the program's name.
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

#endif
