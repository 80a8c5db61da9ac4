/// The style of a piece of text: its weight, its decoration and its colors.
public struct Style: Hashable, Sendable {
  /// The terminal's own colors and nothing else.
  public static let plain = Style()

  /// Heavier strokes, or a brighter color on some terminals.
  public var isBold: Bool
  /// A fainter color.
  public var isDim: Bool
  /// Slanted letters; some terminals show them inverse or not at all.
  public var isItalic: Bool
  /// A line below the text.
  public var isUnderlined: Bool
  /// A line through the text; some terminals don't show it.
  public var isStruckThrough: Bool
  /// Foreground and background exchanged.
  public var isInverse: Bool
  /// The text's color; `nil` is the terminal's own.
  public var foreground: Color?
  /// The color behind the text; `nil` is the terminal's own.
  public var background: Color?

  /// Makes a style; what is not given stays as the terminal has it.
  public init(
    isBold: Bool = false,
    isDim: Bool = false,
    isItalic: Bool = false,
    isUnderlined: Bool = false,
    isStruckThrough: Bool = false,
    isInverse: Bool = false,
    foreground: Color? = nil,
    background: Color? = nil
  ) {
    self.isBold = isBold
    self.isDim = isDim
    self.isItalic = isItalic
    self.isUnderlined = isUnderlined
    self.isStruckThrough = isStruckThrough
    self.isInverse = isInverse
    self.foreground = foreground
    self.background = background
  }

  /// The style with colors that a terminal can show. Everything but the colors stays.
  ///
  /// - Parameter support: What the terminal can do.
  public func degraded(to support: ColorSupport) -> Style {
    var style = self
    style.foreground = foreground?.degraded(to: support)
    style.background = background?.degraded(to: support)
    return style
  }
}
