public import Counterpoint

/// A column of the board with its cards.
public struct Column: Codable, Equatable, Identifiable, Sendable {
  /// The identifier of the column.
  public let id: String
  /// The title above the cards.
  public let title: String
  /// The cards, from the top.
  public internal(set) var cards: IdentifiedArrayOf<Card>

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - id: The identifier.
  ///   - title: The title.
  ///   - cards: The cards.
  public init(id: String, title: String, cards: IdentifiedArrayOf<Card> = []) {
    self.id = id
    self.title = title
    self.cards = cards
  }

  /// Returns the cards whose titles contain a text, in any case. O(cards): only a search reads all of them.
  ///
  /// - Parameter search: The text.
  public func cards(matching search: String) -> [Card] {
    let search = search.lowercased()
    return cards.filter { $0.title.lowercased().contains(search) }.elements
  }
}
