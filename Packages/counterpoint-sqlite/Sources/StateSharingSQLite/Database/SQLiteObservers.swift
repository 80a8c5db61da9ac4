@_spi(Internals) import CounterpointSupport
import Dispatch
@_spi(Internals) import DurableFiles
import Foundation
import GRDB
import StateSharing

/// The observers of a database. They are notified when the stored values may have changed.
///
/// They run on a queue of their own, because they wait for transactions, which must block neither a committing thread
/// nor the file watcher.
final class SQLiteObservers: Sendable {
  private struct Observer: Sendable {
    let onChange: @Sendable () -> Void
  }

  private struct Contents: Sendable {
    var observers: [UInt64: Observer] = [:]
    var last: UInt64 = 0
    /// The observers to notify, so that many changes cause one notification.
    var waiting: Set<UInt64> = []
    var isWaitingForForeign = false
    /// The subscription to the file, while there are observers.
    var watch: SharedSubscription?
    /// Whether the database is polled.
    var isPolling = false
    /// The number of foreign changes at the last check.
    var foreignChanges: Int?
    /// The error of the last check.
    var failure: String?
  }

  private let contents = Locked(Contents())
  private let queue = DispatchQueue(label: "counterpoint shared values: changes")

  /// Calls a function, on the observers' queue, whenever the stored values may have changed.
  func add(to database: SQLiteDatabase, onChange: @escaping @Sendable () -> Void) -> (SharedSubscription, UInt64) {
    let (number, isFirst) = contents.withLock { contents in
      contents.last += 1
      contents.observers[contents.last] = Observer(onChange: onChange)
      return (contents.last, contents.observers.count == 1)
    }
    if isFirst, let url = database.url {
      let subscription = watch(url, of: database)
      contents.withLock { $0.watch = subscription }
      queue.async { [self] in pollIfNeeded(database) }
    }
    let subscription = SharedSubscription { [self] in
      let unused = contents.withLock { contents -> SharedSubscription? in
        contents.observers[number] = nil
        guard contents.observers.isEmpty else { return nil }
        defer { contents.watch = nil }
        return contents.watch
      }
      unused?.cancel()
    }
    return (subscription, number)
  }

  /// Schedules notifications after a local transaction.
  func noteChange(except number: UInt64?) {
    let isNew = contents.withLock { contents in
      // The observers may have read the database since, without an error.
      contents.failure = nil
      let before = contents.waiting
      contents.waiting.formUnion(contents.observers.keys.filter { $0 != number })
      return before.isEmpty && !contents.waiting.isEmpty
    }
    guard isNew else { return }
    queue.async { [self] in
      let observers = contents.withLock { contents in
        defer { contents.waiting = [] }
        return contents.waiting.compactMap { contents.observers[$0] }
      }
      for observer in observers { observer.onChange() }
    }
  }

  /// Watches the file for changes by other connections.
  private func watch(_ url: URL, of database: SQLiteDatabase) -> SharedSubscription {
    let event: @Sendable () -> Void = { [weak self, weak database] in
      guard let self, let database else { return }
      noteForeignChange(of: database)
    }
    // A commit ends with the removal of the journal.
    let files = ["", "-journal", "-wal"].map { FileWatcher.shared.watch(url.path + $0, onEvent: event) }
    return SharedSubscription { for file in files { file.cancel() } }
  }

  /// Polls while there are observers. With a write-ahead log, commits are visible only in mapped memory, which the
  /// system does not report.
  func poll(_ database: SQLiteDatabase) {
    let isWanted = contents.withLock { contents in
      guard !contents.observers.isEmpty, !contents.isPolling else { return false }
      contents.isPolling = true
      return true
    }
    if isWanted { pollLater(database) }
  }

  /// Polls if the open connection has a write-ahead log, perhaps since another connection has turned it on.
  private func pollIfNeeded(_ database: SQLiteDatabase) {
    let isNeeded = try? database.withAccess(deadline: .now + SQLiteDatabase.lockTimeout) { _ in
      try database.connection.withLock { $0?.queue }?.unsafeReentrantWrite { connection in
        _ = try connection.foreignChanges
        return try connection.hasWriteAheadLog
      }
    }
    if isNeeded == true { poll(database) }
  }

  private func pollLater(_ database: SQLiteDatabase) {
    queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [self, weak database] in
      let continues = contents.withLock { contents in
        contents.isPolling = !contents.observers.isEmpty && database != nil
        return contents.isPolling
      }
      guard continues, let database else { return }
      notifyIfForeign(database)
      pollLater(database)
    }
  }

  private func noteForeignChange(of database: SQLiteDatabase) {
    let isNew = contents.withLock { contents in
      defer { contents.isWaitingForForeign = true }
      return !contents.isWaitingForForeign
    }
    guard isNew else { return }
    queue.async { [self] in
      contents.withLock { $0.isWaitingForForeign = false }
      notifyIfForeign(database)
    }
  }

  /// Notifies all observers if another connection has committed since the last check. An error that lasts is passed on
  /// once.
  private func notifyIfForeign(_ database: SQLiteDatabase) {
    var count: Int?
    var failure: String?
    do {
      count = try database.withAccess(deadline: .now + SQLiteDatabase.lockTimeout) { _ -> Int? in
        let before = database.connection.withLock { $0?.queue }
        guard let queue = try database.opened(creating: false) else { return nil }
        let (count, hasLog) = try queue.unsafeReentrantWrite { try ($0.foreignChanges, $0.hasWriteAheadLog) }
        if hasLog { poll(database) }
        // A new connection starts a new count.
        return queue === before ? count : nil
      }
    } catch {
      failure = "\(error)"
    }
    let observers = contents.withLock { contents -> [Observer] in
      defer {
        contents.foreignChanges = count
        contents.failure = failure
      }
      if let count, count == contents.foreignChanges { return [] }
      if let failure, failure == contents.failure { return [] }
      return Array(contents.observers.values)
    }
    for observer in observers { observer.onChange() }
  }
}

extension Database {
  /// The number of commits by other connections. Reads the file.
  fileprivate var foreignChanges: Int? {
    get throws { try Int.fetchOne(self, sql: "PRAGMA data_version") }
  }

  /// Whether the file had a write-ahead log when it was read last.
  var hasWriteAheadLog: Bool {
    get throws { try String.fetchOne(self, sql: "PRAGMA journal_mode") == "wal" }
  }
}
