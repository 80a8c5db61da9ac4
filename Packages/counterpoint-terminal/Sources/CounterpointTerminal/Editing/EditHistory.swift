internal import DequeModule

/// The edits of a text that can be undone, and the undone edits that can be redone.
///
/// Comparisons ignore the history, so widgets that show the same are equal.
struct EditHistory: Sendable {
  /// The replacement of a part of a text.
  struct Edit: Sendable {
    var start: TextPosition
    var removed: String
    var inserted: String
    /// The position of the cursor before the edit.
    var cursor: TextPosition
  }

  /// The largest number of edits. Older ones can't be undone.
  static let limit = 1_000

  private var past = Deque<Edit>()
  private var future: [Edit] = []
  private var typing = Typing.ended

  private enum Typing {
    case ended
    /// The next typed character joins the last edit.
    case word
    /// The last typed character was not inserted.
    case refused
  }

  /// Whether the last typed character was not inserted, and the cursor has not moved since.
  var hasRefused: Bool { typing == .refused }

  /// Adds an edit. The undone edits can no longer be redone.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - isTyped: Whether the edit is a typed character. The characters of a word are one edit.
  mutating func record(_ edit: Edit, isTyped: Bool) {
    future.removeAll()
    defer { typing = isTyped ? .word : .ended }
    if isTyped, typing == .word, let last = past.last, Self.joins(edit, last) {
      past[past.count - 1].inserted += edit.inserted
      return
    }
    past.append(edit)
    if past.count > Self.limit { past.removeFirst() }
  }

  /// Ends the word that is being typed, because the cursor has moved.
  mutating func endTyping() { typing = .ended }

  /// Notes that a typed character was not inserted.
  mutating func refuse() { typing = .refused }

  /// Returns the last edit, which the caller reverts.
  mutating func undo() -> Edit? {
    typing = .ended
    guard let edit = past.popLast() else { return nil }
    future.append(edit)
    return edit
  }

  /// Returns the edit that was undone last, which the caller repeats.
  mutating func redo() -> Edit? {
    typing = .ended
    guard let edit = future.popLast() else { return nil }
    past.append(edit)
    return edit
  }

  private static func joins(_ edit: Edit, _ last: Edit) -> Bool {
    guard edit.removed.isEmpty, edit.start.line == last.start.line,
      edit.start.offset == last.start.offset + last.inserted.utf8.count
    else { return false }
    let endsWord = last.inserted.last?.isWhitespace == true && edit.inserted.first?.isWhitespace == false
    return !endsWord
  }
}

extension EditHistory: Hashable {
  static func == (lhs: Self, rhs: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// A position between two characters of a text.
struct TextPosition: Hashable, Sendable, Comparable {
  /// The line, counted from 0.
  var line: Int
  /// The number of UTF-8 bytes before the position in its line. A number of characters would cost O(n) for each access.
  var offset: Int

  static func < (lhs: Self, rhs: Self) -> Bool { (lhs.line, lhs.offset) < (rhs.line, rhs.offset) }
}
