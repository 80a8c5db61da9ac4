/// A line of text that can be edited, with its cursor.
///
/// A plain value: an event makes another field of it, and a width makes a line on the screen. Keep the field in the
/// state of a terminal, or only its text in the feature's state and the cursor next to it:
///
/// ```swift
/// TextField("Blob").edited(by: .key("y"))                // "Bloby", the cursor after the y
/// TextField("Blob", cursor: 0).edited(by: .key(.delete))  // "lob", the cursor before the l
/// ```
///
/// The cursor stands before, between or after *characters* as a reader sees them (grapheme clusters): one press of an
/// arrow key passes a family of emoji, and one of backspace deletes it.
public struct TextField: Hashable, Sendable {
  /// The text, exactly as it was given or typed. What is typed or pasted has no line breaks and no control characters.
  public private(set) var text: String

  /// The number of bytes (UTF-8) before the cursor, which always stands between two characters.
  ///
  /// Not the number of characters: finding a character by its number is a walk over the whole text before it.
  private(set) var offset: Int

  /// Whether each character is shown as `•`. The text itself is kept as it is.
  public var isPassword: Bool

  /// The text that is shown while the field is empty, in a fainter color.
  public var placeholder: StyledText

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - text: What stands in it.
  ///   - cursor: How many characters stand before the cursor; the nearest possible number is taken, and `nil` is the
  ///     end.
  ///   - isPassword: Whether each character is shown as `•`.
  ///   - placeholder: What is shown while the text is empty.
  /// - Complexity: O(`cursor`), and O(1) for the end.
  public init(_ text: String = "", cursor: Int? = nil, isPassword: Bool = false, placeholder: StyledText = "") {
    self.init(text, offset: nil, isPassword: isPassword, placeholder: placeholder)
    if let cursor {
      let (start, end) = (self.text.startIndex, self.text.endIndex)
      cursorIndex = self.text.index(start, offsetBy: max(cursor, 0), limitedBy: end) ?? end
    }
  }

  /// Creates a field whose cursor stands behind a number of bytes, or behind the character that this place is in.
  init(_ text: String, offset: Int?, isPassword: Bool, placeholder: StyledText) {
    var text = text
    // Each access to a byte of a text that comes from Foundation could otherwise cost a walk.
    text.makeContiguousUTF8()
    self.text = text
    self.offset = text.utf8.count
    self.isPassword = isPassword
    self.placeholder = placeholder
    if let offset { cursorIndex = Self.boundary(atOrAfter: offset, in: text) }
  }

  /// The number of characters before the cursor: from 0 to the number of characters in ``text``.
  ///
  /// - Complexity: O(n), n being the number of characters before the cursor.
  public var cursor: Int { text.distance(from: text.startIndex, to: cursorIndex) }

  /// The index of the cursor in the text.
  var cursorIndex: String.Index {
    get { text.utf8.index(text.startIndex, offsetBy: offset) }
    set { offset = text.utf8.distance(from: text.startIndex, to: newValue) }
  }

  /// Puts other text in the place of a range, and the cursor behind it.
  ///
  /// What is joined may become one character (a letter and its accent, two halves of a flag); the cursor then stands
  /// behind the whole of it.
  ///
  /// - Complexity: A copy of the text's bytes. Characters are searched only near the cursor.
  mutating func replace(_ range: Range<String.Index>, with replacement: String) {
    var changed = ""
    changed.reserveCapacity(text.utf8.count + replacement.utf8.count)
    changed += text[..<range.lowerBound]
    changed += replacement
    let place = changed.utf8.count
    changed += text[range.upperBound...]
    text = changed
    cursorIndex = Self.boundary(atOrAfter: place, in: text)
  }

  /// The first place between two characters that has at least a number of bytes before it.
  private static func boundary(atOrAfter offset: Int, in text: String) -> String.Index {
    guard offset < text.utf8.count else { return text.endIndex }
    let index = text.utf8.index(text.startIndex, offsetBy: max(offset, 0))
    // From a place inside a character this goes to the end of that character.
    return String.Index(index, within: text) ?? text.index(after: index)
  }
}
