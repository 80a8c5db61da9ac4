#if SQLite

public import DependencyInjection
public import Foundation
import GRDB
import Locks
package import StateSharing

/// A database that `.sqlite` keys keep their values in: a file, or, in tests, memory.
///
/// It has one connection, which is opened when it is first needed; an error is one of the key that needed it. Other
/// connections to the same file, in this process or another, are seen and waited for. Keep one object for a file, in a static
/// property or as the dependency ``DependencyInjection/DependencyValues/defaultSQLiteDatabase``; two do no harm.
///
/// A new file keeps a rollback journal, and writes are synchronised with the disk, its folder too: what is committed
/// survives a loss of power. A file that has a write-ahead log keeps it.
///
/// Safe to use from any thread. Who uses it waits while another thread does, which is as long as its transaction.
public final class SQLiteDatabase: Hashable, Sendable {
  /// What is about to be done, as tests are told who make it fail.
  public enum Step: Hashable, Sendable {
    /// A value is read, outside of a transaction.
    case read
    /// A transaction is begun.
    case begin
    /// A transaction has written, and is committed.
    case commit
    /// A transaction has been committed, and nobody knows yet.
    case answer
  }

  struct Connection: Sendable {
    let queue: DatabaseQueue
    /// Which file it is a connection to: nobody's any more, if another has taken its place.
    let file: FileStamp?
    let hasLog: Bool
  }

  /// The file, or nil for a database in memory.
  let url: URL?
  let layer: FileLayer
  let before: @Sendable (Step) throws -> Void

  /// Held while the connection is used, and from the beginning of a transaction to its end.
  let turnstile = Turnstile()
  let connection = Locked<Connection?>(nil)
  let isClosed = Locked(false)
  /// When who waits for another connection gives up.
  let deadline = Locked(ContinuousClock.now)
  let observers = SQLiteObservers()

  /// The program's own database, in `~/.local/share` or where `XDG_DATA_HOME` says, with the program's name.
  public static let standard = SQLiteDatabase(standardURL())

  /// A database in memory, empty at first. Each use of this property makes a new one.
  public static var inMemory: SQLiteDatabase { inMemory(before: { _ in }) }

  /// A database in memory, empty at first: what tests get.
  public static var testValue: SQLiteDatabase { inMemory }

  /// A database in memory whose steps a test can watch, delay and fail.
  ///
  /// - Parameter before: Is called before each step. What it throws, the step has failed with; a
  ///   `SharedStorageError.conflict` at ``Step/commit`` is taken for another who was faster.
  /// - Returns: An empty database.
  public static func inMemory(before: @escaping @Sendable (Step) throws -> Void) -> SQLiteDatabase {
    SQLiteDatabase(url: nil, layer: FileLayer(), before: before)
  }

  /// Makes a database that is kept in a file.
  ///
  /// - Parameter url: The file. It is made, and its folder, when something is first written.
  public convenience init(_ url: URL) {
    self.init(url: url, layer: FileLayer(), before: { _ in })
  }

  /// Makes a database that is kept in a file, and whose steps a test can watch and fail.
  package init(url: URL?, layer: FileLayer, before: @escaping @Sendable (Step) throws -> Void) {
    // All spellings of a place are one.
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

  /// What tells one database from another: not the object, because two may be of one file.
  var identity: String { url?.path ?? "\(ObjectIdentifier(self))" }

  /// Whether both are the same object.
  public static func == (left: SQLiteDatabase, right: SQLiteDatabase) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension DependencyValues {
  /// The database of `.sqlite` keys that name none: in the program ``SQLiteDatabase/standard``; in tests one in memory, for
  /// each its own.
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
