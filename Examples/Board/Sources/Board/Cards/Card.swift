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

extension String {
  /// Whether the text has nothing but whitespace.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text in a single line of limited length.
  func line(limit: Int) -> String {
    String(prefix(limit).map { $0.isNewline ? " " : $0 })
  }
}
