import CounterpointTestSupport
import Foundation
import GRDB
import StateSharing
import StateSharingSQLite
import Testing

/// Tests of several programs with one database. `Verification/stress-sharing` runs more programs for longer.
@Suite(.ends) struct SQLiteProcessTests {
  private let folder: Folder
  private var url: URL { folder.file("values.sqlite") }

  init() throws { folder = try Folder() }

  private func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  /// Returns the stored value, read by a new connection.
  private func stored(_ name: String) throws -> String? {
    try SQLiteDatabase(url).read { database in
      // The file is intact, even after a kill.
      #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
      guard try database.tableExists("shared_values") else { return nil }
      return try String.fetchOne(database, sql: "SELECT value FROM shared_values WHERE name = ?", arguments: [name])
    }
  }

  @Test func noIncrementIsLostAmongProcesses() async throws {
    let processes = number("COUNTERPOINT_PROCESSES", 4), increments = number("COUNTERPOINT_INCREMENTS", 25)
    @Shared(.sqlite("count", database: SQLiteDatabase(url))) var count = 0
    let programs = try (0..<processes).map { _ in
      try Program("sqlite-fixture", ["increment-sqlite", url.path, "\(increments)"])
    }
    for program in programs {
      #expect(program.lines() == [])
      #expect(program.end() == 0)
    }
    #expect(try stored("count") == "\(processes * increments)")
    // This process, which watches the file, has the new value.
    #expect(await first(of: $count.values) { $0 == processes * increments } != nil)
    $count.withLock { $0 += 1 }
    #expect(try stored("count") == "\(processes * increments + 1)")
  }

  @Test func acknowledgedChangesSurviveAKill() throws {
    var acknowledged = 0
    for _ in 0..<number("COUNTERPOINT_KILLS", 10) {
      acknowledged = try Program("sqlite-fixture", ["save-sqlite", url.path]).killAtRandom() ?? acknowledged
      let found = try #require(try stored("count").flatMap { Int($0) })
      // The last change may have been written but not yet acknowledged.
      #expect(found == acknowledged || found == acknowledged + 1)
    }
    // An incomplete journal stays until the next change.
    @Shared(.sqlite("count", database: SQLiteDatabase(url))) var count = 0
    $count.withLock { $0 += 1 }
    #expect(folder.names == ["values.sqlite"])
  }

  @Test func aKillBetweenAnyTwoStepsLeavesTheOldOrTheNew() throws {
    for number in 1... {
      do {
        @Shared(.sqlite("text", database: SQLiteDatabase(url))) var text = "none"
        $text.withLock { $0 = "old" }
      }
      let program = try Program("sqlite-fixture", ["stop-sqlite", url.path, "\(number)"])
      let hasSaved = program.lines().contains("saved")
      program.end()
      let found = try stored("text")
      #expect(found == #""old""# || found == #""new""#)
      if hasSaved {
        #expect(found == #""new""#)
        // One step for the load, and the steps of the two transactions: the change and the save.
        #expect(number > 4)
        break
      }
      try #require(number < 20)
    }
  }

  @Test func theEndOfAProcessIsTheEndOfItsLock() throws {
    let program = try Program("sqlite-fixture", ["hold-sqlite", url.path])
    #expect(program.line() == "held")
    let key: SQLiteKey<Int> = .sqlite("count", database: SQLiteDatabase(url))
    #expect {
      _ = try key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .milliseconds(20)))
    } throws: {
      if case .lockTimeout? = $0 as? SharedStorageError { true } else { false }
    }
    program.kill()
    program.end()
    let (stored, ticket) = try key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5)))
    #expect(stored.value == nil)
    key.rollback(ticket)
  }
}
