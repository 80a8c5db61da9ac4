public import Foundation

/// A card of the board.
public struct Card: Codable, Equatable, Identifiable, Sendable {
  /// The identifier of the card.
  public let id: UUID
  /// The title, a single line.
  public internal(set) var title: String
  /// The notes on the page of the card.
  public internal(set) var notes: String

  /// Creates a card.
  ///
  /// - Parameters:
  ///   - id: The identifier.
  ///   - title: The title.
  ///   - notes: The notes.
  public init(id: UUID, title: String, notes: String = "") {
    self.id = id
    self.title = title
    self.notes = notes
  }
}

/// The place of a card on the board.
public struct CardPlace: Codable, Equatable, Sendable {
  /// The column.
  public var column: Column.ID
  /// The index among the cards of the column.
  public var index: Int

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - index: The index in the column.
  public init(column: Column.ID, index: Int) {
    self.column = column
    self.index = index
  }
}

/// A direction in which a card moves.
public enum CardDirection: String, CaseIterable, Codable, Sendable {
  case up, down, left, right
}
