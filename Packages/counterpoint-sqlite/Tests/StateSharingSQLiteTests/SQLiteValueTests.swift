import CounterpointTestSupport
import DependencyInjection
import Foundation
import GRDB
@_spi(Internals) import CounterpointSupport
import StateSharing
import StateSharingSQLite
import Testing

@Suite(.ends) struct SQLiteValueTests {
  private let database = SQLiteDatabase.inMemory

  private func text(_ name: String, in database: SQLiteDatabase) throws -> String? {
    try database.read {
      try String.fetchOne($0, sql: "SELECT value FROM shared_values WHERE name = ?", arguments: [name])
    }
  }

  @Test func aChangeIsStoredWhenItReturns() throws {
    @Shared(.sqlite("stats", database: database)) var stats = CodableStats()
    #expect(try database.read { try $0.tableExists("shared_values") } == false)
    $stats.count.withLock { $0 = 2 }
    #expect(stats == CodableStats(count: 2))
    #expect(try text("stats", in: database) == #"{"count":2,"name":""}"#)
    #expect($stats.description == #"Shared<CodableStats>(.sqlite("stats"))"#)
  }

  @Test func numbersOutsideOfJSONAreStoredAsStrings() throws {
    do {
      @Shared(.sqlite("limits", database: database)) var limits = [1.5]
      $limits.withLock { $0 = [.nan, -.infinity] }
      #expect($limits.saveError == nil)
    }
    #expect(try text("limits", in: database) == ##"["#nan","#-inf"]"##)
    @Shared(.sqlite("limits", database: database)) var limits = [1.5]
    #expect(limits.map(\.description) == ["nan", "-inf"])
  }

  /// SQLite would take the part before the zero for the name.
  @Test func aNameWithAZeroSharesNoRow() async throws {
    @Shared(.sqlite("a", database: database)) var first = 1
    @Shared(.sqlite("a\0b", database: database)) var second = 2
    $first.withLock { $0 = 10 }
    $second.withLock { $0 = 20 }
    #expect(first == 10)
    #expect("\(String(describing: $second.saveError))".contains("zero byte"))
    #expect("\(String(describing: $second.loadError))".contains("zero byte"))
    #expect(try text("a", in: database) == "10")
  }

  @Test func spellingsOfANameAreDifferentValues() throws {
    @Shared(.sqlite("caf\u{e9}", database: database)) var composed = 0
    @Shared(.sqlite("cafe\u{301}", database: database)) var decomposed = 0
    $composed.withLock { $0 = 1 }
    $decomposed.withLock { $0 = 2 }
    #expect(composed == 1 && decomposed == 2)
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM shared_values") } == 2)
  }

  @Test func savingStoresTheDefault() async throws {
    @Shared(.sqlite("count", database: database)) var count = 3
    try await $count.save()
    #expect(try text("count", in: database) == "3")
    // Saving a stored value writes nothing.
    try database.write { try $0.execute(sql: "UPDATE shared_values SET value = '4'") }
    try await $count.save()
    #expect(try text("count", in: database) == "4")
  }

  @Test func aStoredValueIsLoaded() async throws {
    do {
      @Shared(.sqlite("count", database: database)) var count = 0
      $count.withLock { $0 = 5 }
    }
    @Shared(.sqlite("count", database: database)) var count = 0
    #expect(count == 5)
    @Shared(.sqlite("count", table: "others", database: database)) var other = 1
    $other.withLock { $0 += 1 }
    #expect(count == 5 && other == 2)
    let required = try await Shared(require: .sqlite("count", database: database) as SQLiteKey<Int>)
    #expect(required.wrappedValue == 5)
    await #expect(throws: SharedStorageError.self) {
      try await Shared(require: .sqlite("nothing", database: database) as SQLiteKey<Int>)
    }
  }

  @Test func eachTestHasItsOwnDatabase() {
    @Shared(.sqlite("count")) var count = 0
    $count.withLock { $0 += 1 }
    #expect(count == 1)
    withDependencies {
      $0.defaultSQLiteDatabase = .testValue
    } operation: {
      @Shared(.sqlite("count")) var count = 0
      #expect(count == 0)
    }
  }

  @Test func aTransactionSeesChangesMadeDirectlyInTheDatabase() throws {
    @Shared(.sqlite("count", database: database)) var count = 0
    $count.withLock { $0 += 1 }
    try database.write { try $0.execute(sql: "UPDATE shared_values SET value = '41'") }
    #expect(
      $count.withLock { count in
        count += 1; return count
      } == 42
    )
    #expect(count == 42)
  }

  @Test func changesMadeDirectlyInTheDatabaseAreObserved() async throws {
    @Shared(.sqlite("count", database: database)) var count = 7
    $count.withLock { $0 += 1 }
    try database.write { try $0.execute(sql: "UPDATE shared_values SET value = '41'") }
    #expect(await first(of: $count.values) { $0 == 41 } == 41)
    try database.write { try $0.execute(sql: "DELETE FROM shared_values") }
    #expect(await first(of: $count.values) { $0 == 7 } == 7)
  }

  @Test func aClosureThatThrowsChangesNothing() throws {
    @Shared(.sqlite("count", database: database)) var count = 0
    $count.withLock { $0 = 1 }
    #expect(throws: Failure.self) {
      try $count.withLock { count in
        count = 9
        throw Failure()
      }
    }
    #expect(count == 1)
    #expect(try text("count", in: database) == "1")
    $count.withLock { $0 += 1 }
    #expect(try text("count", in: database) == "2")
  }

  @Test func aNestedTransactionIsPartOfTheOuterOne() async throws {
    @Shared(.sqlite("outer", database: database)) var outer = 0
    @Shared(.sqlite("inner", database: database)) var inner = 0
    let innerValue = $inner
    $outer.withLock { outer in
      outer = 1
      innerValue.withLock { $0 = 1 }
    }
    #expect(try text("outer", in: database) == "1")
    #expect(try text("inner", in: database) == "1")
    // Observers were notified of the change that was rolled back, and then of the stored value.
    let seen = $inner.values
    #expect(throws: Failure.self) {
      try $outer.withLock { outer in
        innerValue.withLock { $0 = 2 }
        throw Failure()
      }
    }
    #expect(try text("inner", in: database) == "1")
    #expect(await first(of: seen) { $0 == 1 } == 1)
  }

  @Test func threadsTakeTurns() async throws {
    @Shared(.sqlite("count", database: database)) var count = 0
    let shared = $count
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<50 { shared.withLock { $0 += 1 } }
    }
    #expect(count == 400)
    #expect(try text("count", in: database) == "400")
  }

  /// If each had its own value before the database, they would wait for each other until one is lost.
  @Test func aNestedChangeAndAChangeOnAnotherThreadTakeTurns() {
    @Shared(.sqlite("outer", database: database)) var outer = 0
    @Shared(.sqlite("inner", database: database)) var inner = 0
    let (outerValue, innerValue) = ($outer, $inner)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for _ in 0..<50 {
        if thread == 0 {
          outerValue.withLock { outer in
            outer += 1
            innerValue.withLock { $0 += 1 }
          }
        } else {
          innerValue.withLock { $0 += 10 }
        }
      }
    }
    #expect(outer == 50 && inner == 550)
  }

  @Test func aTransactionThrowsTheErrorOfTheStorage() async throws {
    let steps = Recorder<SQLiteDatabase.Step>()
    let isBroken = Locked(false)
    let database = SQLiteDatabase.inMemory { step in
      steps.note(step)
      if step == .commit, isBroken.withLock({ $0 }) { throw Failure() }
    }
    @Shared(.sqlite("count", database: database)) var count = 0
    try await $count.withTransaction { $0 += 1 }
    #expect(steps.entries == [.read, .begin, .commit, .answer])
    isBroken.withLock { $0 = true }
    await #expect(throws: SharedStorageError.self) { try await $count.withTransaction { $0 += 1 } }
    $count.withLock { $0 += 1 }
    guard case .notCommitted(let path, let underlying)? = $count.saveError as? SharedStorageError else {
      Issue.record("\(String(describing: $count.saveError))")
      return
    }
    #expect(path == ":memory: (shared_values: count)" && underlying is Failure)
    #expect(count == 1)
    isBroken.withLock { $0 = false }
    $count.withLock { $0 += 1 }
    #expect(count == 2 && $count.saveError == nil)
  }

  @Test func aTransactionIsRepeatedAfterAConflict() throws {
    let conflicts = Locked(3)
    let database = SQLiteDatabase.inMemory { step in
      guard step == .commit else { return }
      let isConflict = conflicts.withLock { conflicts in
        conflicts -= 1
        return conflicts >= 0
      }
      if isConflict { throw SharedStorageError.conflict(attempts: 1) }
    }
    @Shared(.sqlite("count", database: database)) var count = 0
    let runs = Recorder<Int>()
    $count.withLock {
      runs.note(SharedTransaction.attempt)
      $0 += 1
    }
    #expect(runs.entries == [1, 2, 3, 4])
    #expect(count == 1)
  }

  @Test func anUndecodableValueIsQuarantined() throws {
    try database.write { database in
      try database.execute(sql: "CREATE TABLE shared_values (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)")
      try database.execute(sql: "INSERT INTO shared_values VALUES ('count', 'garbage')")
    }
    @Shared(.sqlite("count", database: database)) var count = 7
    #expect(count == 7)
    guard case .corrupt(let path, nil, _)? = $count.loadError as? SharedStorageError else {
      Issue.record("\(String(describing: $count.loadError))")
      return
    }
    #expect(path == ":memory: (shared_values: count)")
    #expect(try text("count", in: database) == "garbage")
    for number in 1...6 {
      $count.withLock { $0 += 1 }
      #expect(try text("count", in: database) == "8")
      #expect($count.loadError == nil)
      let kept = try database.read {
        try String.fetchAll($0, sql: "SELECT value FROM shared_values WHERE name LIKE 'count.corrupt-%' ORDER BY rowid")
      }
      #expect(kept.count == min(number, 5) && kept.last == (number == 1 ? "garbage" : "garbage \(number - 1)"))
      try database.write {
        try $0.execute(sql: "UPDATE shared_values SET value = 'garbage \(number)' WHERE name = 'count'")
      }
    }
  }

  /// They belong to the user, and have no number that could be counted on from.
  @Test(
    arguments: [
      "mine", "x-9223372036854775807", "2025-01-31T23:59:59Z-9223372036854775807", "2025-01-31T23:59:59Z-", "2025-01-7",
    ]
  )
  func aNameOfAnotherFormIsNotCountedAndNotRemoved(end: String) throws {
    @Shared(.sqlite("count", database: database)) var count = 0
    $count.withLock { $0 = 1 }
    let name = "count.corrupt-\(end)"
    try database.write { try $0.execute(sql: "INSERT INTO shared_values VALUES (?, 'mine')", arguments: [name]) }
    for _ in 1...7 {
      try database.write { try $0.execute(sql: "UPDATE shared_values SET value = 'x' WHERE name = 'count'") }
      $count.withLock { $0 += 1 }
      #expect($count.saveError == nil)
    }
    let names = try database.read {
      try String.fetchAll($0, sql: "SELECT name FROM shared_values WHERE value = 'x' ORDER BY rowid")
    }
    #expect(names.map { $0.split(separator: "-").last } == ["3", "4", "5", "6", "7"])
    #expect(try text(name, in: database) == "mine")
  }

  /// SQLite counts scalars, and not characters.
  @Test func damagedValuesAreCountedByTheScalarsOfTheirName() throws {
    @Shared(.sqlite("cafe\u{301}", database: database)) var count = 0
    $count.withLock { $0 = 1 }
    for _ in 1...3 {
      try database.write { try $0.execute(sql: "UPDATE shared_values SET value = 'x' WHERE name NOT LIKE '%corrupt%'") }
      $count.withLock { $0 += 1 }
      #expect($count.saveError == nil)
    }
    let names = try database.read {
      try String.fetchAll($0, sql: "SELECT name FROM shared_values WHERE name LIKE '%corrupt%' ORDER BY rowid")
    }
    #expect(names.map { $0.split(separator: "-").last } == ["1", "2", "3"])
  }

  @Test func aValueOfANewerProgramIsNotOverwritten() throws {
    let migrations: [Int: @Sendable (Data) throws -> Data] = [
      0: { Data("\(String(decoding: $0, as: UTF8.self))0".utf8) }
    ]
    do {
      @Shared(.sqlite("count", database: database)) var count = 1
      $count.withLock { $0 = 4 }
    }
    do {
      @Shared(.sqlite("count", version: 1, migrations: migrations, database: database)) var count = 1
      #expect(count == 40)
      $count.withLock { $0 += 1 }
      #expect(try text("count", in: database) == #"{"payload":41,"version":1}"#)
    }
    try database.write { try $0.execute(sql: #"UPDATE shared_values SET value = '{"payload":"x","version":2}'"#) }
    @Shared(.sqlite("count", version: 1, migrations: migrations, database: database)) var count = 1
    $count.withLock { $0 += 1 }
    #expect(count == 1)
    for error in [$count.loadError, $count.saveError] {
      guard case .newerSchema(_, found: 2, supported: 1)? = error as? SharedStorageError else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    #expect(try text("count", in: database) == #"{"payload":"x","version":2}"#)
  }

  @Test func aClosedDatabaseIsAnError() throws {
    @Shared(.sqlite("count", database: database)) var count = 0
    $count.withLock { $0 = 1 }
    try database.close()
    $count.withLock { $0 = 2 }
    #expect(count == 1)
    guard case .closed(path: ":memory:")? = $count.saveError as? SharedStorageError else {
      Issue.record("\(String(describing: $count.saveError))")
      return
    }
  }
}

struct CodableStats: Codable, Equatable, Sendable {
  var count = 0
  var name = ""
}
