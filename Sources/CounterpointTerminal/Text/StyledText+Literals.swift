extension StyledText: ExpressibleByStringInterpolation {
  /// Makes a plain text from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// Creates a text from a literal with values in it; styled values keep their style.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

  /// Collects the pieces of an interpolated literal. Used by the compiler.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = StyledText()

    /// Begins an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a piece of the literal itself.
    public mutating func appendLiteral(_ literal: String) { text += StyledText(literal) }

    /// Adds a styled text with its style.
    public mutating func appendInterpolation(_ value: StyledText) { text += value }

    /// Adds the description of a value; made harmless as every text is.
    ///
    /// - Parameters:
    ///   - value: Anything with a description.
    ///   - style: How it looks.
    public mutating func appendInterpolation(_ value: some Any, style: Style = .plain) {
      text += StyledText(String(describing: value), style: style)
    }
  }
}
