public import CounterpointTerminal

extension PrimeTimeView.State {
  /// The whole program as a screen: a pure value, for the terminal and for scripts alike.
  ///
  /// - Parameter size: What the screen has to fit.
  public func screen(size: TerminalSize) -> Screen {
    let isCompact = size.rows < 12
    if isCompact, let box { return Screen().showing(box, in: size) }
    let footer = footerLines(size: size)
    let room = max(size.rows - footer.count, 1)
    var screen =
      favoritePrimes?.screen(fitting: TerminalSize(columns: size.columns, rows: room))
      ?? Screen(counter.lines(isCompact: isCompact))
    for line in footer { screen.append(line) }
    return box.map { screen.showing($0, in: size) } ?? screen
  }

  private func footerLines(size: TerminalSize) -> [StyledText] {
    let notice = self.notice.map { StyledText($0).foreground(.yellow).wrapped(to: size.columns) } ?? []
    guard size.rows >= 12, favoritePrimes == nil, box == nil else { return notice }
    return notice + ["", StyledText("↑ + count up   ↓ − count down   q quit").dim()]
  }

  private var box: Box? {
    if let alertTitle = counter.alertTitle {
      return Box(body: StyledText(alertTitle).bold() + "\n\n" + .keyHint("enter", "OK"))
    }
    guard favoritePrimes == nil, let primeModal else { return nil }
    var lines = [StyledText(primeModal.title).bold(), ""]
    if primeModal.isSaveButtonShown { lines.append(.keyHint("s", "Save to favorite primes")) }
    if primeModal.isRemoveButtonShown { lines.append(.keyHint("r", "Remove from favorite primes")) }
    lines.append(.keyHint("esc", "Dismiss"))
    return Box(title: "Is this prime?", body: lines.dropFirst().reduce(lines[0]) { $0 + "\n" + $1 })
  }
}
