public import CustomDump
public import Foundation

/// A styled text as data, for prompts.
///
/// ```swift
/// TextState("Delete ") + TextState(item.name).bold() + TextState("?")
/// ```
///
/// The characters are stored unchanged, even if they are untrusted. Each rendering escapes them: ``html`` escapes
/// markup, and the terminal's `StyledText` replaces control characters. `String(state:)` returns the characters
/// without escaping.
///
/// Texts are compared part by part: `TextState("a") + TextState("b")` is not equal to `TextState("ab")`.
public struct TextState: Hashable, Sendable {
  /// A part of a text with one style.
  public struct Part: Hashable, Sendable {
    /// The characters, unchanged.
    public let text: String
    /// Their style.
    public internal(set) var style: Style
  }

  /// The parts from left to right, one for each concatenated text.
  public internal(set) var parts: [Part]

  /// Creates a text without style.
  ///
  /// - Parameter content: Any characters.
  public init(_ content: some StringProtocol) {
    self.init(verbatim: String(content))
  }

  /// Creates a text without style. The same as ``init(_:)``, because texts are never localized.
  ///
  /// - Parameter content: Any characters.
  public init(verbatim content: String) {
    parts = [Part(text: content, style: Style())]
  }

  /// Returns the concatenation of two texts, each with its own style.
  public static func + (left: TextState, right: TextState) -> TextState {
    var sum = left
    sum.parts += right.parts
    return sum
  }
}

extension TextState: CustomDumpRepresentable {
  /// The characters alone, as a string.
  public var customDumpValue: Any { String(state: self) }
}

extension TextState {
  /// The style of a part of a text. A platform applies the properties that it supports.
  public struct Style: Hashable, Sendable {
    /// Whether the text is bold.
    public internal(set) var isBold = false
    /// Whether the text is italic.
    public internal(set) var isItalic = false
    /// Whether the text is underlined.
    public internal(set) var isUnderlined = false
    /// Whether the text is struck through.
    public internal(set) var isStruckThrough = false
    /// The color of the text; `nil` for the inherited color.
    public internal(set) var foregroundColor: Color?
  }

  /// A color: a name that a theme may interpret, or an exact color.
  public enum Color: Hashable, Codable, Sendable {
    /// Black.
    case black
    /// Blue.
    case blue
    /// Brown.
    case brown
    /// Cyan.
    case cyan
    /// A medium gray.
    case gray
    /// Green.
    case green
    /// Indigo, a dark blue violet.
    case indigo
    /// Orange.
    case orange
    /// Pink.
    case pink
    /// Purple.
    case purple
    /// Red.
    case red
    /// Teal, a dark greenish blue.
    case teal
    /// White.
    case white
    /// Yellow.
    case yellow
    /// A color with red, green and blue components from 0 to 255.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
  }

  /// Returns the text in bold.
  public func bold() -> TextState { styled { $0.isBold = true } }

  /// Returns the text in italics.
  public func italic() -> TextState { styled { $0.isItalic = true } }

  /// Returns the text underlined.
  public func underline() -> TextState { styled { $0.isUnderlined = true } }

  /// Returns the text struck through.
  public func strikethrough() -> TextState { styled { $0.isStruckThrough = true } }

  /// Returns the text in a color. Parts that already have a color keep it, so the inner of two calls wins.
  ///
  /// - Parameter color: The color; `nil` changes nothing.
  public func foregroundColor(_ color: Color?) -> TextState {
    styled { $0.foregroundColor = $0.foregroundColor ?? color }
  }

  private func styled(_ change: (inout Style) -> Void) -> TextState {
    var text = self
    for index in text.parts.indices { change(&text.parts[index].style) }
    return text
  }
}

extension String {
  /// Creates a string from the characters of a text, without styles.
  ///
  /// The characters are not escaped. Escape them before you display the string.
  ///
  /// - Parameters:
  ///   - state: The text.
  ///   - locale: Ignored, because texts are never localized. Exists for source compatibility with other platforms.
  public init(state: TextState, locale: Locale? = nil) {
    self = state.parts.reduce(into: "") { $0 += $1.text }
  }
}
