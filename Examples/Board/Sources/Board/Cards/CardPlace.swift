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

/// A change that its visitor can undo.
public enum CardChange: Codable, Equatable, Sendable {
  /// A card was moved.
  case moved(Card.ID, from: CardPlace, to: CardPlace)
  /// A card was deleted.
  case deleted(Card, from: CardPlace)

  /// The card that was changed.
  public var card: Card.ID {
    switch self {
    case .moved(let id, _, _): id
    case .deleted(let card, _): card.id
    }
  }
}
