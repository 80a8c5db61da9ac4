public import CounterpointCore

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
