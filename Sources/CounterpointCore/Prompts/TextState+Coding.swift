extension TextState: Codable {
  /// Decodes a string, or parts with their styles.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(verbatim: text)
    } else {
      self.init(verbatim: "")
      parts = try [Part](from: decoder)
    }
  }

  /// Encodes a text without style as a string; any other text as parts: `[{"text":"Delete","bold":true}]`.
  public func encode(to encoder: any Encoder) throws {
    if let part = parts.first, parts.count == 1, part.style == Style() {
      var container = encoder.singleValueContainer()
      try container.encode(part.text)
    } else {
      try parts.encode(to: encoder)
    }
  }
}

extension TextState.Part: Codable {
  private enum Key: CodingKey {
    case text, bold, italic, underline, strikethrough, color
  }

  private static let flags: [(Key, any WritableKeyPath<TextState.Style, Bool> & Sendable)] = [
    (.bold, \.isBold), (.italic, \.isItalic), (.underline, \.isUnderlined), (.strikethrough, \.isStruckThrough),
  ]

  /// Decodes the characters and the style.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var style = TextState.Style()
    for (key, flag) in Self.flags {
      style[keyPath: flag] = try container.decodeIfPresent(Bool.self, forKey: key) ?? false
    }
    style.foregroundColor = try container.decodeIfPresent(TextState.Color.self, forKey: .color)
    self.init(text: try container.decode(String.self, forKey: .text), style: style)
  }

  /// Encodes the characters, and the properties of the style that differ from the default.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(text, forKey: .text)
    for (key, flag) in Self.flags where style[keyPath: flag] { try container.encode(true, forKey: key) }
    try container.encodeIfPresent(style.foregroundColor, forKey: .color)
  }
}
