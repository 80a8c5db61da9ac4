extension TextState {
  /// The style of a piece of text. A platform applies as much of it as it can.
  public struct Style: Hashable, Sendable {
    /// Whether the strokes are heavier.
    public internal(set) var isBold = false
    /// Whether the letters are slanted.
    public internal(set) var isItalic = false
    /// Whether there is a line below the text.
    public internal(set) var isUnderlined = false
    /// Whether there is a line through the text.
    public internal(set) var isStruckThrough = false
    /// The color of the letters; `nil` is the surroundings' own.
    public internal(set) var foregroundColor: Color?
  }

  /// A color of text, by a name that a theme may interpret, or exactly.
  public enum Color: Hashable, Sendable {
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
    /// A color by the strength of its three parts, each from 0 to 255.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
  }

  /// The text with heavier strokes.
  public func bold() -> TextState { styled { $0.isBold = true } }

  /// The text in slanted letters.
  public func italic() -> TextState { styled { $0.isItalic = true } }

  /// The text with a line below it.
  public func underline() -> TextState { styled { $0.isUnderlined = true } }

  /// The text with a line through it.
  public func strikethrough() -> TextState { styled { $0.isStruckThrough = true } }

  /// The text in a color. Parts that have a color already keep it, so that the inner of two calls wins.
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
