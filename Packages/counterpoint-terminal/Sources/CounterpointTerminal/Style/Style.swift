/// The style of text: weight, decoration and colors.
public struct Style: Hashable, Sendable {
  /// The default style of the terminal.
  public static let plain = Style()

  /// Whether the text is bold. Some terminals show it in a brighter color.
  public var isBold: Bool
  /// Whether the text is dim.
  public var isDim: Bool
  /// Whether the text is italic. Some terminals show it inverse or ignore it.
  public var isItalic: Bool
  /// Whether the text is underlined.
  public var isUnderlined: Bool
  /// Whether the text is struck through. Some terminals ignore it.
  public var isStruckThrough: Bool
  /// Whether the foreground and background colors are swapped.
  public var isInverse: Bool
  /// The text color; `nil` is the terminal's default.
  public var foreground: Color?
  /// The background color; `nil` is the terminal's default.
  public var background: Color?

  /// Creates a style. Omitted properties have the terminal's defaults.
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

  /// Returns the style with the nearest colors that a terminal can show.
  ///
  /// - Parameter support: The colors of the terminal.
  public func degraded(to support: ColorSupport) -> Style {
    var style = self
    style.foreground = foreground?.degraded(to: support)
    style.background = background?.degraded(to: support)
    return style
  }
}
