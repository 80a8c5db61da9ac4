/// The title and the notes of a card while a visitor edits them.
public struct CardEditor: Codable, Equatable, Sendable {
  /// The card as the visitor knows it: from the opening of the editor, or from the last conflict.
  public private(set) var original: Card
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

  /// The edited title; `nil` if the visitor has not changed it.
  ///
  /// Only what was edited is stored. So one visitor can change the title while another changes the notes.
  var newTitle: String? { title == original.title ? nil : title }
  /// The edited notes; `nil` if the visitor has not changed them.
  var newNotes: String? { notes == original.notes ? nil : notes }

  /// Whether saving would overwrite a text that the visitor has not seen.
  ///
  /// - Parameter card: The stored card.
  func conflicts(with card: Card) -> Bool {
    (newTitle != nil && card.title != original.title) || (newNotes != nil && card.notes != original.notes)
  }

  /// Adopts the stored card except for what the visitor has edited.
  ///
  /// - Parameter card: The stored card.
  mutating func rebase(on card: Card) {
    (title, notes) = (newTitle ?? card.title, newNotes ?? card.notes)
    original = card
  }
}
