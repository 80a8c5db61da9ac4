public import Board
public import Counterpoint
public import CounterpointRoutes
public import Foundation

/// The addresses of the board.
@CasePathable
public enum BoardRoute: Codable, Hashable, Sendable {
  /// All cards, or those with a text in their titles.
  case board(search: String?)
  /// The page of a card.
  case card(Card.ID)

  /// The declarations of the addresses.
  public static let routes = Routes<BoardRoute> {
    Route(\.board, fields: { $0 }, payload: { $0 }) {
      Query("search", String?.self)
    }
    Route(\.card) {
      "cards"
      Component(Card.ID.self)
    }
  }
}
