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
      // A disk with room for one more card.
      let room = try JSONEncoder().encode(CardBoard.filled(3)).count + 100
      let board = Shared(
        wrappedValue: .filled(3),
        .fileStorage(file, mode: .transactional) { @Sendable data in
          try JSONDecoder().decode(CardBoard.self, from: data)
        } encode: { @Sendable board in
          let data = try JSONEncoder().encode(board)
          guard data.count <= room else { throw CocoaError(.fileWriteOutOfSpace) }
          return data
        }
      )
      let store = Store(initialState: BoardFeature.State(board: board)) {
        BoardFeature()
      } withDependencies: {
        $0.uuid = UUIDGenerator { UUID() }
      }
      let problem = "The change can't be stored. Try again later."
      let long = String(repeating: "x", count: 200)

      store.send(.newTitleChanged(long))
      store.send(.addButtonTapped("todo"))
      #expect(store.withState(\.message) == problem)
      #expect(store.withState(\.newTitle) == long)
      #expect(board.wrappedValue == .filled(3))

      store.send(.editButtonTapped(UUID(1)))
      store.send(.notesChanged(long))
      store.send(.saveButtonTapped)
      #expect(store.withState(\.message) == problem)
      #expect(store.withState(\.editor?.notes) == long)
      #expect(board.wrappedValue == .filled(3))

      store.send(.deleteButtonTapped(UUID(1)))
      for title in ["A", "B"] {
        store.send(.newTitleChanged(title))
        store.send(.addButtonTapped("todo"))
      }
      store.send(.undoButtonTapped)
      #expect(store.withState(\.message) == problem)
      board.withLock { _ = $0.delete(UUID(2)) }
      store.send(.undoButtonTapped)
      #expect(store.withState(\.message) == "Restored “Card 1”: To do, card 1 of 3.")
      #expect(try storedBoard() == board.wrappedValue)
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
