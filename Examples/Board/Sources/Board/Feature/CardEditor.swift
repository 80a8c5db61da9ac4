/// The title and the notes of a card while a visitor edits them.
public struct CardEditor: Codable, Equatable, Sendable {
  /// The card as it was when the editor opened.
  public let original: Card
  /// The edited title.
  public internal(set) var title: String
  /// The edited notes.
  public internal(set) var notes: String

  /// Creates an editor.
  ///
  /// - Parameter card: The card.
  public init(_ card: Card) {
    self.original = card
    self.title = card.title
    self.notes = card.notes
  }

  /// The problem with the title; `nil` if there is none.
  public var titleProblem: String? { title.isBlank ? "Enter a title." : nil }

  /// The edited title, if it is another one.
  ///
  /// Only what was edited is stored. So one visitor can change the title, and another the notes.
  var newTitle: String? { title == original.title ? nil : title }
  /// The edited notes, if they are others.
  var newNotes: String? { notes == original.notes ? nil : notes }
}

/// The last move of a visitor, which can be undone.
public struct CardMove: Codable, Equatable, Sendable {
  /// The card.
  public let card: Card.ID
  /// The place before the move.
  public let origin: CardPlace
  /// The place after the move.
  public let target: CardPlace
}

extension String {
  /// Whether the text has nothing but whitespace.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text in a single line of limited length.
  func line(limit: Int) -> String {
    String(map { $0.isNewline ? " " : $0 }.prefix(limit))
  }
}
