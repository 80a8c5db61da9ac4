public import CounterpointCore

/// Text in which each run has a style.
///
/// ```swift
/// let line: StyledText = "Count: \(StyledText("\(count)").bold().foreground(.green))"
/// ```
///
/// Untrusted text is safe to show: the initializer replaces control characters, escape codes and directional overrides
/// (see ``init(_:style:)``). Adjacent runs with equal styles are merged, so texts that look equal are equal.
public struct StyledText: Hashable, Sendable {
  /// A run of characters with the same style.
  public struct Run: Hashable, Sendable {
    /// The characters. Never empty, and without control characters except line breaks.
    public fileprivate(set) var text: String
    /// The style of the characters.
    public let style: Style
  }

  /// The runs from left to right. Adjacent runs have different styles.
  public private(set) var runs: [Run]

  /// Creates an empty text.
  public init() { runs = [] }

  /// Creates a text with one style.
  ///
  /// - Parameters:
  ///   - text: Any text. All line breaks become `\n`, and a tab becomes four blanks. Other control characters and
  ///     directional overrides become pictures (`␛` for escape) or `U+FFFD`. A character is limited to 31 code points,
  ///     so a letter has at most 30 combining marks.
  ///   - style: The style of the text.
  public init(_ text: some StringProtocol, style: Style = .plain) {
    let sanitized = ControlCharacters.replaced(in: text)
    runs = sanitized.isEmpty ? [] : [Run(text: sanitized, style: style)]
  }

  /// Whether the text has no characters.
  public var isEmpty: Bool { runs.isEmpty }

  /// The characters without their styles.
  public var plainText: String { runs.reduce(into: "") { $0 += $1.text } }

  /// The width of the widest line in columns.
  ///
  /// - Complexity: O(n), where n is the length of the text.
  public var width: Int {
    hasLineBreaks ? lines.reduce(0) { max($0, $1.width) } : runs.reduce(0) { $0 + DisplayWidth.of($1.text) }
  }

  /// Appends a text.
  public mutating func append(_ other: StyledText) {
    for run in other.runs { append(harmless: run.text, style: run.style) }
  }

  /// Concatenates two texts.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.append(right)
    return sum
  }

  /// Appends the right text to the left one.
  public static func += (left: inout StyledText, right: StyledText) { left.append(right) }

  /// Appends text without control characters, and merges runs with equal styles.
  mutating func append(harmless text: String, style: Style) {
    guard !text.isEmpty else { return }
    if runs.last?.style == style {
      let last = runs.count - 1
      // Combining marks at the start of `text` join the last character, which must stay within the limit.
      let joinedLength = (runs[last].text.last?.utf8.count ?? 0) + (text.first?.utf8.count ?? 0)
      runs[last].text += text
      if joinedLength > ControlCharacters.longestCharacter {
        runs[last].text = ControlCharacters.cuttingLongCharacters(runs[last].text)
      }
    } else {
      runs.append(Run(text: text, style: style))
    }
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  /// Creates a text in the default style from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// Creates a text from an interpolated literal. Styled values keep their style.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

  /// Collects the segments of an interpolated literal. Used by the compiler.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = StyledText()

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a literal segment.
    public mutating func appendLiteral(_ literal: String) { text += StyledText(literal) }

    /// Appends a styled text with its style.
    public mutating func appendInterpolation(_ value: StyledText) { text += value }

    /// Appends the description of a value, sanitized as by ``StyledText/init(_:style:)``.
    ///
    /// - Parameters:
    ///   - value: Any value.
    ///   - style: The style of the description.
    public mutating func appendInterpolation(_ value: some Any, style: Style = .plain) {
      text += StyledText(String(describing: value), style: style)
    }
  }
}

extension StyledText {
  /// Returns the text in bold.
  public func bold() -> StyledText { styled { $0.isBold = true } }

  /// Returns the text dimmed.
  public func dim() -> StyledText { styled { $0.isDim = true } }

  /// Returns the text in italics.
  public func italic() -> StyledText { styled { $0.isItalic = true } }

  /// Returns the text underlined.
  public func underlined() -> StyledText { styled { $0.isUnderlined = true } }

  /// Returns the text struck through.
  public func struckThrough() -> StyledText { styled { $0.isStruckThrough = true } }

  /// Returns the text with swapped foreground and background colors, as for a selection.
  public func inverse() -> StyledText { styled { $0.isInverse = true } }

  /// Returns the text in a color. Runs that already have a color keep it, so the inner of two calls wins.
  public func foreground(_ color: Color) -> StyledText { styled { $0.foreground = $0.foreground ?? color } }

  /// Returns the text on a background. Runs that already have a background keep it, so the inner of two calls wins.
  public func background(_ color: Color) -> StyledText { styled { $0.background = $0.background ?? color } }

  /// Returns the text with changed styles.
  ///
  /// - Parameter change: Called once for each run, with its style.
  public func styled(_ change: (inout Style) -> Void) -> StyledText {
    var result = StyledText()
    for run in runs {
      var style = run.style
      change(&style)
      result.append(harmless: run.text, style: style)
    }
    return result
  }
}

extension StyledText {
  /// Creates a text from one that is kept in a feature's state, for example a prompt's title.
  ///
  /// Every style has its counterpart here. The named colors that a terminal has look as the user's theme says, the
  /// others are exact. As with every text, control characters are replaced.
  ///
  /// - Parameter state: The text as data.
  public init(_ state: TextState) {
    self = state.parts.reduce(into: StyledText()) { text, part in
      text += StyledText(part.text, style: Style(part.style))
    }
  }
}

extension Style {
  fileprivate init(_ style: TextState.Style) {
    self.init(
      isBold: style.isBold,
      isItalic: style.isItalic,
      isUnderlined: style.isUnderlined,
      isStruckThrough: style.isStruckThrough,
      foreground: style.foregroundColor.map(Color.init)
    )
  }
}

extension Color {
  /// The colors that no theme names are those that the web gives the names to.
  fileprivate init(_ color: TextState.Color) {
    switch color {
    case .black: self = .black
    case .blue: self = .blue
    case .brown: self = .rgb(red: 165, green: 42, blue: 42)
    case .cyan: self = .cyan
    case .gray: self = .brightBlack
    case .green: self = .green
    case .indigo: self = .rgb(red: 75, green: 0, blue: 130)
    case .orange: self = .rgb(red: 255, green: 165, blue: 0)
    case .pink: self = .rgb(red: 255, green: 192, blue: 203)
    case .purple: self = .magenta
    case .red: self = .red
    case .teal: self = .rgb(red: 0, green: 128, blue: 128)
    case .white: self = .white
    case .yellow: self = .yellow
    case .rgb(let red, let green, let blue): self = .rgb(red: red, green: green, blue: blue)
    }
  }
}
