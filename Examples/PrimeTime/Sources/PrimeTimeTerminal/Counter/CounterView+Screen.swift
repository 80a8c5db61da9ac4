import CounterpointTerminal

extension CounterView.State {
  /// The counter as lines of text.
  ///
  /// - Parameter isCompact: Whether to leave out the blank lines, for a terminal with few rows.
  func lines(isCompact: Bool) -> [StyledText] {
    let lines: [StyledText] = [
      StyledText("PrimeTime").bold(),
      "",
      button("−", isDisabled: isDecrementButtonDisabled) + "  \(StyledText("\(count)").bold())  "
        + button("+", isDisabled: isIncrementButtonDisabled),
      "",
      .keyHint("p", "Is this prime?"),
      .keyHint("n", nthPrimeButtonTitle, isDisabled: isNthPrimeButtonDisabled),
      .keyHint("f", favoritesButtonTitle),
      "",
    ]
    return (isCompact ? lines.filter { !$0.isEmpty } : lines) + progressLines
  }

  private var progressLines: [StyledText] {
    guard let progressPercent else { return [] }
    let width = 20
    let done = width * progressPercent / 100
    let bar = String(repeating: "█", count: done) + String(repeating: "░", count: width - done)
    return ["Computing… \(bar) \(progressPercent)%", .keyHint("c", "Cancel")]
  }

  private func button(_ title: StyledText, isDisabled: Bool) -> StyledText {
    isDisabled ? (" " + title + " ").dim() : "[\(title)]"
  }
}
