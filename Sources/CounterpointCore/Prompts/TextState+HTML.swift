@_spi(Internals) import CounterpointSupport

extension TextState {
  /// The text as HTML, for the content of an element.
  ///
  /// ```swift
  /// (TextState("a < b") + TextState("!").bold()).html  // a &lt; b<strong>!</strong>
  /// ```
  ///
  /// All characters of the text are escaped. Only the tags of its styles are markup. Line breaks of all kinds become
  /// `<br>`. Other control characters become U+FFFD, because HTML does not allow them. Right-to-left text is preserved.
  /// Put untrusted text into a separate element, such as `<bdi>`.
  public var html: String {
    var fragment = HTMLFragment()
    for part in parts where !part.text.isEmpty {
      let tags = part.style.tags
      for tag in tags { fragment.open(tag) }
      fragment.append(part.text)
      for tag in tags.reversed() { fragment.close(tag) }
    }
    return fragment.markup
  }
}

/// HTML under construction. Text is escaped, and only the tags of this file are added.
private struct HTMLFragment {
  enum Tag {
    case bold, italic, underlined, struckThrough
    case colored(TextState.Color)
  }

  private(set) var markup = ""

  mutating func open(_ tag: Tag) {
    switch tag {
    case .bold: markup += "<strong>"
    case .italic: markup += "<em>"
    case .underlined: markup += "<u>"
    case .struckThrough: markup += "<s>"
    case .colored(let color): markup += "<span style=\"color:\(color.css)\">"
    }
  }

  mutating func close(_ tag: Tag) {
    switch tag {
    case .bold: markup += "</strong>"
    case .italic: markup += "</em>"
    case .underlined: markup += "</u>"
    case .struckThrough: markup += "</s>"
    case .colored: markup += "</span>"
    }
  }

  /// Appends an escaped text.
  mutating func append(_ text: String) {
    var afterReturn = false
    for scalar in text.unicodeScalars {
      // A carriage return with a line feed is one line break.
      defer { afterReturn = scalar == "\r" }
      if scalar == "\n", afterReturn { continue }
      switch scalar {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": markup += "<br>"
      case "\t": markup.unicodeScalars.append(scalar)
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": markup += "\u{FFFD}"
      default: markup.appendEscaped(scalar, inAttribute: true)
      }
    }
  }
}

extension TextState.Style {
  fileprivate var tags: [HTMLFragment.Tag] {
    var tags: [HTMLFragment.Tag] = []
    if isBold { tags.append(.bold) }
    if isItalic { tags.append(.italic) }
    if isUnderlined { tags.append(.underlined) }
    if isStruckThrough { tags.append(.struckThrough) }
    if let foregroundColor { tags.append(.colored(foregroundColor)) }
    return tags
  }
}

extension TextState.Color {
  fileprivate var css: String {
    switch self {
    case .black: "black"
    case .blue: "blue"
    case .brown: "brown"
    case .cyan: "cyan"
    case .gray: "gray"
    case .green: "green"
    case .indigo: "indigo"
    case .orange: "orange"
    case .pink: "pink"
    case .purple: "purple"
    case .red: "red"
    case .teal: "teal"
    case .white: "white"
    case .yellow: "yellow"
    case .rgb(let red, let green, let blue): "rgb(\(red),\(green),\(blue))"
    }
  }
}
