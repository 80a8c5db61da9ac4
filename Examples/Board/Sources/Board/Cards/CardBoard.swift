public import Counterpoint
public import Foundation

/// The columns with their cards: the value that all visitors share.
///
/// Visitors change it by small operations on the current value, so concurrent changes of different cards all survive.
/// An operation on a card that no longer exists changes nothing, and its result says so.
public struct CardBoard: Codable, Equatable, Sendable {
  /// The columns, from the left.
  public private(set) var columns: IdentifiedArrayOf<Column>
  /// The number of changes. Two boards with the same history are equal if their revisions are, so a view compares
  /// revisions in place of cards.
  public private(set) var revision = 0

  /// Creates a board.
  ///
  /// - Parameter columns: The columns, at least one.
  public init(columns: IdentifiedArrayOf<Column>) {
    self.columns = columns
  }

  /// Decodes a board.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError`, also for a board without a column, on which there is no place for a card.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    columns = try container.decode(IdentifiedArrayOf<Column>.self, forKey: .columns)
    revision = try container.decode(Int.self, forKey: .revision)
    guard columns.isEmpty else { return }
    throw DecodingError.dataCorruptedError(forKey: .columns, in: container, debugDescription: "A board has a column.")
  }

  /// A board of three columns without cards.
  public static let empty = CardBoard(
    columns: [
      Column(id: "todo", title: "To do"), Column(id: "doing", title: "Doing"), Column(id: "done", title: "Done"),
    ]
  )

  /// Returns the empty board with numbered cards, the same number in each column.
  ///
  /// - Parameter count: The number of cards.
  public static func filled(_ count: Int) -> CardBoard {
    var board = empty
    for number in 0..<count {
      let column = number % board.columns.count
      board.columns[column].cards.append(Card(id: UUID(number + 1), title: "Card \(number + 1)"))
    }
    return board
  }

  /// The number of cards.
  public var cardCount: Int { columns.reduce(0) { $0 + $1.cards.count } }

  /// Returns a card; `nil` if it does not exist. O(columns).
  public subscript(id: Card.ID) -> Card? {
    for column in columns { if let card = column.cards[id: id] { return card } }
    return nil
  }

  /// Returns the place of a card; `nil` if it does not exist. O(columns).
  public func place(of id: Card.ID) -> CardPlace? {
    for column in columns {
      if let index = column.cards.index(id: id) { return CardPlace(column: column.id, index: index) }
    }
    return nil
  }
}

extension CardBoard {
  /// Adds a card below the others of a column. Amortized O(columns).
  ///
  /// - Returns: The place of the card; `nil` if there is no such column, or a card with this id.
  public mutating func add(_ card: Card, to column: Column.ID) -> CardPlace? {
    insert(card, at: CardPlace(column: column, index: .max))
  }

  /// Changes the title or the notes of a card; `nil` leaves them. O(columns).
  ///
  /// - Returns: The changed card; `nil` if it does not exist.
  public mutating func edit(_ id: Card.ID, title: String? = nil, notes: String? = nil) -> Card? {
    guard let place = place(of: id), let index = columns.index(id: place.column) else { return nil }
    if let title { columns[index].cards[id: id]?.title = title }
    if let notes { columns[index].cards[id: id]?.notes = notes }
    if title != nil || notes != nil { revision += 1 }
    return columns[index].cards[id: id]
  }

  /// Deletes a card. The cards below it move up: O(cards of the column).
  ///
  /// - Returns: The card; `nil` if it does not exist.
  public mutating func delete(_ id: Card.ID) -> Card? {
    guard let place = place(of: id), let index = columns.index(id: place.column) else { return nil }
    revision += 1
    return columns[index].cards.remove(id: id)
  }

  /// Inserts a card at a place. An index outside of the column becomes the nearest one. O(cards of the column).
  ///
  /// - Returns: The place of the card; `nil` if there is no such column, or a card with this id.
  public mutating func insert(_ card: Card, at target: CardPlace) -> CardPlace? {
    guard place(of: card.id) == nil, let column = columns.index(id: target.column) else { return nil }
    let index = min(max(target.index, 0), columns[column].cards.count)
    columns[column].cards.insert(card, at: index)
    revision += 1
    return CardPlace(column: target.column, index: index)
  }

  /// Moves a card by one. Up and down exchange two neighbors in O(1). Left and right keep the height of the card in the
  /// next column, or append the card if that column is shorter.
  ///
  /// - Returns: The new place, or the old one at the edge of the board; `nil` if the card does not exist.
  public mutating func move(_ id: Card.ID, _ direction: CardDirection) -> CardPlace? {
    guard let place = place(of: id), let column = columns.index(id: place.column) else { return nil }
    switch direction {
    case .up, .down:
      let index = place.index + (direction == .up ? -1 : 1)
      guard columns[column].cards.indices.contains(index) else { return place }
      columns[column].cards.swapAt(place.index, index)
      revision += 1
      return CardPlace(column: place.column, index: index)
    case .left, .right:
      let next = column + (direction == .left ? -1 : 1)
      guard columns.indices.contains(next) else { return place }
      return move(id, to: CardPlace(column: columns[next].id, index: place.index))
    }
  }

  /// Moves a card to a place. An index outside of the column becomes the nearest one. The cards behind the two places
  /// move, so it takes O(cards of the two columns).
  ///
  /// - Returns: The new place; `nil` if the card or the column does not exist.
  public mutating func move(_ id: Card.ID, to target: CardPlace) -> CardPlace? {
    guard
      let place = place(of: id), let source = columns.index(id: place.column), columns.index(id: target.column) != nil,
      let card = columns[source].cards.remove(id: id)
    else { return nil }
    return insert(card, at: target)
  }
}
