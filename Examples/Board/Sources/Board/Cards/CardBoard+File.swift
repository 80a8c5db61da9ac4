public import Counterpoint
public import Foundation

extension SharedKey where Self == FileStorageKey<CardBoard>.Default {
  /// The board in a file, which several programs may have open. Each change is a transaction: it is on the disk before
  /// a visitor sees it, and concurrent changes of other programs survive. A change costs O(cards).
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - initial: The board if there is no file.
  public static func board(in file: URL, initial: CardBoard = .empty) -> Self {
    Self[.fileStorage(file, mode: .transactional), default: initial]
  }
}

/// Returns the board in a file, or in memory.
///
/// - Parameters:
///   - file: The file, which is created if it does not exist; `nil` for a board in memory.
///   - cards: The number of cards of a new board.
/// - Throws: The reason why the file can't be read or written.
public func openBoard(in file: URL?, cards: Int) async throws -> Shared<CardBoard> {
  guard let file else { return Shared(value: .filled(cards)) }
  let board = Shared(.board(in: file, initial: .filled(cards)))
  if let error = board.loadError { throw error }
  try await board.save()
  return board
}
