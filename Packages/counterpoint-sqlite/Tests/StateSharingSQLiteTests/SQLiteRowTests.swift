import CounterpointTestSupport
import GRDB
import StateSharing
import StateSharingSQLite
import Testing

@Suite(.ends) struct SQLiteRowTests {
  private struct Player: Codable, Equatable, Identifiable, Sendable, FetchableRecord, MutablePersistableRecord {
    var id: Int
    var name: String
    var score = 0
  }

  private let database = SQLiteDatabase.inMemory

  init() throws {
    try database.write { database in
      try database.execute(
        sql: "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT UNIQUE, score INTEGER NOT NULL)"
      )
      try database.execute(sql: "INSERT INTO player VALUES (1, 'Blob', 10), (2, 'Blob Jr.', 20)")
    }
  }

  private func players() throws -> [Player] { try database.read { try Player.order(sql: "id").fetchAll($0) } }

  @Test func aRowIsReadAndChanged() throws {
    @Shared(.sqlite(Player.self, id: 1, database: database)) var player
    #expect(player == Player(id: 1, name: "Blob", score: 10))
    $player.withLock { $0?.score += 5 }
    #expect(player?.score == 15)
    #expect(try players() == [Player(id: 1, name: "Blob", score: 15), Player(id: 2, name: "Blob Jr.", score: 20)])
    #expect($player.description == "Shared<SQLiteRowTests.Player?>(.sqlite(player, id: 1))")
  }

  @Test func aRowIsInsertedAndDeleted() async throws {
    @Shared(.sqlite(Player.self, id: 3, database: database)) var player
    #expect(player == nil && $player.loadError == nil)
    $player.withLock { $0 = Player(id: 3, name: "Blob Sr.") }
    #expect(try players().map(\.id) == [1, 2, 3])
    $player.withLock { $0 = nil }
    #expect(try players().map(\.id) == [1, 2])
    try database.write { try Player(id: 3, name: "Other").inserted($0) }
    #expect(await first(of: $player.values) { $0 != nil } == Player(id: 3, name: "Other"))
    try database.write { _ = try Player.deleteAll($0) }
    #expect(await first(of: $player.values) { $0 == nil } == .some(nil))
  }

  @Test func changesOfOtherRowsDoNotNotify() throws {
    @Shared(.sqlite(Player.self, id: 1, database: database)) var first
    @Shared(.sqlite(Player.self, id: 2, database: database)) var second
    let seen = Recorder<Int?>()
    let subscription = $first.publisher.sink { seen.note($0?.score) }
    $second.withLock { $0?.score = 0 }
    $first.withLock { $0?.score = 11 }
    #expect(seen.entries == [10, 11])
    subscription.cancel()
  }

  @Test func aConstraintViolationIsAnError() throws {
    @Shared(.sqlite(Player.self, id: 1, database: database)) var player
    let before = try players()
    $player.withLock { $0?.name = "Blob Jr." }
    guard case .notCommitted(let path, let underlying)? = $player.saveError as? SharedStorageError else {
      Issue.record("\(String(describing: $player.saveError))")
      return
    }
    #expect(path == ":memory: (player: 1)")
    #expect((underlying as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT)
    #expect(player?.name == "Blob")
    $player.withLock { $0?.id = 9 }
    #expect("\(String(describing: $player.saveError))".contains("the id of the row 1 can't be changed to 9"))
    #expect(try players() == before)
  }

  @Test func anUndecodableRowIsNotOverwritten() throws {
    try database.write { try $0.execute(sql: "UPDATE player SET name = NULL, score = 1 WHERE id = 1") }
    @Shared(.sqlite(Player.self, id: 1, database: database)) var player
    #expect(player == nil)
    guard case .corrupt? = $player.loadError as? SharedStorageError else {
      Issue.record("\(String(describing: $player.loadError))")
      return
    }
    $player.withLock { $0 = Player(id: 1, name: "New") }
    #expect(player == nil && $player.saveError != nil)
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT score FROM player WHERE id = 1") } == 1)
  }

  @Test func aMissingTableIsAnError() {
    @Shared(.sqlite(Player.self, id: 1, database: .inMemory)) var player
    #expect(player == nil)
    guard case .notReadable? = $player.loadError as? SharedStorageError else {
      Issue.record("\(String(describing: $player.loadError))")
      return
    }
  }
}
