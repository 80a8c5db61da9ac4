import CounterpointTestSupport
import DependencyInjection
import Foundation
import GRDB
@_spi(Internals) import CounterpointSupport
@_spi(Internals) import DurableFiles
import StateSharing
import StateSharingSQLite
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@Suite(.ends) struct SQLiteFileTests {
  private let folder: Folder
  private var url: URL { folder.file("values.sqlite") }

  init() throws { folder = try Folder() }

  /// Opens another connection, as another program does.
  private func other() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    return try DatabaseQueue(path: url.path, configuration: configuration)
  }

  /// Runs statements on a connection outside of the library.
  private func execute(_ sql: String, on queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  private func stored(_ name: String = "count") throws -> String? {
    try other().read {
      try String.fetchOne($0, sql: "SELECT value FROM shared_values WHERE name = ?", arguments: [name])
    }
  }

  /// A first run by the superuser must not take the file away from its user.
  @Test(.enabled(if: geteuid() == 0)) func theFileBelongsToTheOwnerOfItsFolder() throws {
    #expect(unsafe chown(folder.url.path, 4_321, 4_321) == 0)
    let url = folder.url.appendingPathComponent("state/values.sqlite")
    @Shared(.sqlite("count", database: SQLiteDatabase(url))) var count = 1
    $count.withLock { $0 += 1 }
    for path in [url.deletingLastPathComponent().path, url.path] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? UInt == 4_321)
    }
  }

  @Test func theFirstWriteCreatesTheFile() throws {
    let url = folder.url.appendingPathComponent("deep/er/values.sqlite")
    @Shared(.sqlite("count", database: SQLiteDatabase(url))) var count = 1
    #expect(folder.names == [] && $count.loadError == nil)
    $count.withLock { $0 += 1 }
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    @Shared(.sqlite("count", database: SQLiteDatabase(url))) var same = 0
    #expect(same == 2)
  }

  @Test func twoConnectionsShareAReference() {
    let first = SQLiteDatabase(url), second = SQLiteDatabase(folder.url.appendingPathComponent("./x/../values.sqlite"))
    @Shared(.sqlite("count", database: first)) var one = 1
    @Shared(.sqlite("count", database: second)) var two = 2
    #expect(two == 1)
    $two.withLock { $0 = 5 }
    #expect(one == 5)
  }

  @Test(arguments: ["delete", "wal"]) func changesOfAnotherConnectionAreObserved(mode: String) async throws {
    let other = try other()
    try execute("PRAGMA journal_mode = \(mode)", on: other)
    @Shared(.sqlite("count", database: SQLiteDatabase(url))) var count = 0
    $count.withLock { $0 = 1 }
    for number in [10, 20] {
      try execute("UPDATE shared_values SET value = '\(number)'", on: other)
      #expect(await first(of: $count.values) { $0 == number } == number)
      $count.withLock { $0 += 1 }
      #expect(try stored() == "\(number + 1)")
    }
    try execute("DROP TABLE shared_values", on: other)
    #expect(await first(of: $count.values) { $0 == 0 } == 0)
    #expect($count.loadError == nil)
  }

  /// The system reports no event for a commit to a write-ahead log that is already open.
  @Test(arguments: [false, true]) func aWriteAheadLogIsPolled(isTurnedOnLater: Bool) async throws {
    let other = try other()
    if !isTurnedOnLater { try execute("PRAGMA journal_mode = wal", on: other) }
    let database = SQLiteDatabase(url)
    @Shared(.sqlite("count", database: database)) var count = 0
    @Shared(.sqlite("mark", database: database)) var mark = 0
    $count.withLock { $0 = 1 }
    $mark.withLock { $0 = 1 }
    if isTurnedOnLater { try execute("PRAGMA journal_mode = wal", on: other) }
    try execute("UPDATE shared_values SET value = '2' WHERE name = 'count'", on: other)
    #expect(await first(of: $count.values) { $0 == 2 } == 2)
    try await handleFileEvents()
    try database.write { try $0.execute(sql: "UPDATE shared_values SET value = '2' WHERE name = 'mark'") }
    #expect(await first(of: $mark.values) { $0 == 2 } == 2)
    try execute("UPDATE shared_values SET value = '3' WHERE name = 'count'", on: other)
    #expect(await first(of: $count.values) { $0 == 3 } == 3)
  }

  /// Waits until all earlier file events have been handled.
  private func handleFileEvents() async throws {
    let isHeard = Signal()
    let watch = FileWatcher.shared.watch(folder.file("heard").path) { isHeard.send() }
    try Data().write(to: folder.file("heard"))
    await isHeard.wait()
    watch.cancel()
  }

  @Test func aLastingErrorOfAPolledDatabaseIsReportedOnce() async throws {
    try execute("PRAGMA journal_mode = wal", on: other())
    let isBroken = Locked(false)
    let (checks, continuation) = AsyncStream.makeStream(of: Void.self)
    let layer = FileLayer { call in
      guard call.name == .stat, call.path.hasSuffix("values.sqlite"), isBroken.withLock(\.self) else { return }
      continuation.yield()
      throw SystemCallError(call: .stat, path: call.path, code: EIO)
    }
    let database = SQLiteDatabase(url: url, layer: layer, before: { _ in })
    @Shared(.sqlite("mark", database: database)) var mark = 0
    $mark.withLock { $0 = 1 }
    let errors = Recorder<String>()
    let key: SQLiteKey<Int> = .sqlite("count", database: database)
    let subscription = key.subscribe(
      context: .initialValue(0),
      subscriber: SharedSubscriber(callback: { result in
        if case .failure(let error) = result { errors.note("\(error)") }
      })
    )
    try await handleFileEvents()
    try database.write { try $0.execute(sql: "UPDATE shared_values SET value = '2' WHERE name = 'mark'") }
    #expect(await first(of: $mark.values) { $0 == 2 } == 2)
    isBroken.withLock { $0 = true }
    // The first check is followed by the reads of both values, and the others by none.
    var count = 0
    for await _ in checks {
      count += 1
      if count == 20 { break }
    }
    #expect(errors.entries.count == 1, "\(errors.entries)")
    subscription.cancel()
  }

  @Test func aCreatedDeletedAndReplacedFileIsObserved() async throws {
    @Shared(.sqlite("count", database: SQLiteDatabase(url))) var count = 7
    #expect(count == 7)
    let aside = folder.file("aside")
    try execute(
      """
      CREATE TABLE shared_values (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
      INSERT INTO shared_values VALUES ('count', '41');
      """,
      on: DatabaseQueue(path: aside.path)
    )
    try FileManager.default.copyItem(at: aside, to: url)
    #expect(await first(of: $count.values) { $0 == 41 } == 41)
    $count.withLock { $0 += 1 }
    #expect(try stored() == "42")
    try FileManager.default.removeItem(at: url)
    #expect(await first(of: $count.values) { $0 == 7 } == 7)
    // An open connection would write to the removed file.
    $count.withLock { $0 += 1 }
    #expect(try stored() == "8")
    _ = unsafe rename(aside.path, url.path)
    #expect(await first(of: $count.values) { $0 == 41 } == 41)
    $count.withLock { $0 += 1 }
    #expect(try stored() == "42")
  }

  @Test(arguments: ["garbage", "SQLite format 3\0garbage"])
  func aFileThatIsNoDatabaseIsKeptAside(garbage: String) throws {
    try Data(garbage.utf8).write(to: url)
    @Shared(.sqlite("count", database: SQLiteDatabase(url))) var count = 7
    #expect(count == 7)
    guard case .corrupt(let path, nil, _)? = $count.loadError as? SharedStorageError else {
      Issue.record("\(String(describing: $count.loadError))")
      return
    }
    #expect(path == url.path)
    #expect(folder.text("values.sqlite") == garbage)
    $count.withLock { $0 += 1 }
    #expect(try stored() == "8")
    let kept = folder.names.filter { $0.contains("corrupt") }
    #expect(kept.compactMap { folder.text($0) } == [garbage])
    #expect($count.loadError == nil && $count.saveError == nil)
  }

  @Test func aDirectoryAtThePathIsAnError() async throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    @Shared(.sqlite("count", database: SQLiteDatabase(url))) var count = 7
    guard case .notReadable(let path, _)? = $count.loadError as? SharedStorageError else {
      Issue.record("\(String(describing: $count.loadError))")
      return
    }
    #expect(path.hasPrefix(url.path))
    $count.withLock { $0 += 1 }
    guard case .notCommitted(let written, _)? = $count.saveError as? SharedStorageError else {
      Issue.record("\(String(describing: $count.saveError))")
      return
    }
    #expect(written.hasPrefix(url.path) && count == 7)
    let shared = $count
    await #expect(throws: SharedStorageError.self) { try await shared.save() }
    #expect($count.saveError is SharedStorageError)
    try FileManager.default.removeItem(at: url)
    $count.withLock { $0 += 1 }
    #expect(try stored() == "8")
    #expect($count.saveError == nil)
  }

  @Test func aFullDatabaseKeepsItsContents() throws {
    let database = SQLiteDatabase(url)
    @Shared(.sqlite("text", database: database)) var text = "old"
    $text.withLock { $0 = "first" }
    try database.write { try $0.execute(sql: "PRAGMA max_page_count = 4") }
    $text.withLock { $0 = String(repeating: "new", count: 100_000) }
    guard case .notCommitted(_, let underlying)? = $text.saveError as? SharedStorageError else {
      Issue.record("\(String(describing: $text.saveError))")
      return
    }
    #expect((underlying as? DatabaseError)?.resultCode == .SQLITE_FULL)
    #expect(text == "first")
    #expect(try stored("text") == #""first""#)
    $text.withLock { $0 = "second" }
    #expect($text.saveError == nil)
    #expect(try stored("text") == #""second""#)
  }

  /// SQLite ends the whole transaction then.
  @Test func aFullDatabaseInANestedChangeStoresNeitherChange() throws {
    let database = SQLiteDatabase(url)
    @Shared(.sqlite("outer", database: database)) var outer = ""
    @Shared(.sqlite("inner", database: database)) var inner = ""
    @Shared(.sqlite("next", database: database)) var next = ""
    for value in [$outer, $inner, $next] { value.withLock { $0 = "first" } }
    try database.write { try $0.execute(sql: "PRAGMA max_page_count = 4") }
    let (innerValue, nextValue) = ($inner, $next)
    $outer.withLock { outer in
      innerValue.withLock { $0 = String(repeating: "new", count: 100_000) }
      nextValue.withLock { $0 = "second" }
      outer = "second"
    }
    for value in [$outer, $inner, $next] {
      #expect(value.saveError is SharedStorageError)
      #expect(value.wrappedValue == "first")
    }
    for name in ["outer", "inner", "next"] { #expect(try stored(name) == #""first""#) }
    $outer.withLock { $0 = "third" }
    #expect($outer.saveError == nil)
    #expect(try stored("outer") == #""third""#)
  }

  @Test func aLockHeldUntilTheTimeoutIsAnError() throws {
    let database = SQLiteDatabase(url)
    @Shared(.sqlite("count", database: database)) var count = 0
    $count.withLock { $0 = 1 }
    let key: SQLiteKey<Int> = .sqlite("count", database: database)
    let other = try other()
    try other.inDatabase { database in
      try database.inTransaction(.exclusive) {
        // Another connection waits.
        #expect {
          _ = try key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .milliseconds(20)))
        } throws: {
          if case .lockTimeout? = $0 as? SharedStorageError { true } else { false }
        }
        return .rollback
      }
    }
    // Another thread with the same connection waits, too.
    let (_, ticket) = try key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5)))
    let isRefused = Locked(false), end = Latch()
    Thread.detachNewThread {
      do {
        let (_, ticket) = try key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .milliseconds(20)))
        key.rollback(ticket)
      } catch SharedStorageError.lockTimeout {
        isRefused.withLock { $0 = true }
      } catch {
        Issue.record(error)
      }
      end.open()
    }
    end.wait()
    #expect(isRefused.withLock { $0 })
    key.rollback(ticket)
    $count.withLock { $0 += 1 }
    #expect(count == 2)
  }
}
