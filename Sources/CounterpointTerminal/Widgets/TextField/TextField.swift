/// A line of text that can be edited, with its cursor.
///
/// A plain value: an event makes another field of it, and a width makes a line on the screen. Keep the field in the state of
/// a terminal, or only its text in the feature's state and the cursor next to it:
///
/// ```swift
/// TextField("Blob").edited(by: .key("y"))                // "Bloby", the cursor after the y
/// TextField("Blob", cursor: 0).edited(by: .key(.delete))  // "lob", the cursor before the l
/// ```
///
/// The cursor stands before, between or after *characters* as a reader sees them (grapheme clusters): one press of an arrow key
/// passes a family of emoji, and one of backspace deletes it.
public struct TextField: Hashable, Sendable {
  /// The text, exactly as it was given or typed. What is typed or pasted has no line breaks and no control characters.
  public private(set) var text: String

  /// How many characters stand before the cursor: from 0 to the number of characters in ``text``.
  public internal(set) var cursor: Int

  /// Whether each character is shown as `•`. The text itself is kept as it is.
  public var isPassword: Bool

  /// What is shown while the text is empty, in a fainter colour.
  public var placeholder: StyledText

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - text: What stands in it.
  ///   - cursor: How many characters stand before the cursor; the nearest possible number is taken, and `nil` is the end.
  ///   - isPassword: Whether each character is shown as `•`.
  ///   - placeholder: What is shown while the text is empty.
  public init(_ text: String = "", cursor: Int? = nil, isPassword: Bool = false, placeholder: StyledText = "") {
    let count = text.count
    self.text = text
    self.cursor = min(max(cursor ?? count, 0), count)
    self.isPassword = isPassword
    self.placeholder = placeholder
  }

  /// Where the cursor is in the text.
  var cursorIndex: String.Index { text.index(text.startIndex, offsetBy: cursor) }

  /// Puts other text in the place of a range, and the cursor behind it.
  ///
  /// What is joined may become one character (a letter and its accent, two halves of a flag); the cursor then stands behind
  /// the whole of it.
  mutating func replace(_ range: Range<String.Index>, with replacement: String) {
    let head = String(text[..<range.lowerBound]) + replacement
    let place = head.unicodeScalars.count
    text = head + text[range.upperBound...]
    var passed = 0
    cursor = 0
    for character in text {
      guard passed < place else { break }
      passed += character.unicodeScalars.count
      cursor += 1
    }
  }
}
