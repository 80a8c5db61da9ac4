import Counterpoint
import CounterpointTesting
import Foundation
import Testing

@testable import Board

@MainActor
@Suite struct BoardFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "Board-\(UUID())")
  private var file: URL { folder.appending(path: "board.json") }

  /// Runs an operation with the files of this machine.
  private func withDisk(_ operation: () async throws -> Void) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      try await operation()
    }
  }

  private func storedBoard() throws -> CardBoard {
    try JSONDecoder().decode(CardBoard.self, from: Data(contentsOf: file))
  }

  @Test func eachChangeIsInTheFileWhenItsActionHasEnded() async throws {
    try await withDisk {
      let board = try await openBoard(in: file, cards: 3)
      #expect(try storedBoard() == .filled(3))
      let store = Store(initialState: BoardFeature.State(board: board)) { BoardFeature() }
      for direction in [.right, .right, .left, .down] as [CardDirection] {
        store.send(.moveButtonTapped(UUID(1), direction))
        #expect(try storedBoard() == board.wrappedValue)
      }
      #expect(try storedBoard().revision == 4)
    }
  }

  @Test func aChangeThatCannotBeStoredIsReportedAndDoesNotHappen() async throws {
    try await withDisk {
      let board = try await openBoard(in: file, cards: 3)
      let store = Store(initialState: BoardFeature.State(board: board)) { BoardFeature() }
      store.send(.moveButtonTapped(UUID(1), .right))
      // A folder can't be replaced by a file.
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
      let place = CardPlace(column: "doing", index: 0)
      for action in [.undoButtonTapped, .moveButtonTapped(UUID(1), .right), .deleteButtonTapped(UUID(1))]
        as [BoardFeature.Action]
      {
        withKnownIssue { store.send(action) } matching: { "\($0)".contains("board.json") }
        #expect(store.withState(\.message) == "The change can't be stored. Try again later.")
        #expect(board.wrappedValue.place(of: UUID(1)) == place)
      }
      try FileManager.default.removeItem(at: file)
      store.send(.undoButtonTapped)
      #expect(store.withState(\.message) == "Moved “Card 1” back.")
      #expect(try storedBoard().place(of: UUID(1)) == CardPlace(column: "todo", index: 0))
    }
  }

  @Test func aDamagedFileIsNotReplaced() async throws {
    try await withDisk {
      for text in ["Dear diary", #"{"columns":[],"revision":0}"#] {
        try Data(text.utf8).write(to: file)
        await #expect(throws: SharedStorageError.self) { try await openBoard(in: file, cards: 3) }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
      }
    }
  }
}
