import CounterpointTerminal

extension FavoritePrimesView.State {
  /// The list as lines of text: as many rows as fit, so that the selected one is among them.
  ///
  /// - Parameter size: The room for the lines.
  func lines(fitting size: TerminalSize) -> [StyledText] {
    let header: [StyledText] = [StyledText("Favorite primes").bold()]
    let footer: [StyledText] = [
      .keyHint("d", "Delete") + "  " + .keyHint("s", "Save") + "  " + .keyHint("l", "Load") + "  "
        + .keyHint("esc", "Back")
    ]
    guard !primes.isEmpty else { return header + ["", StyledText("No favorites yet.").dim(), ""] + footer }
    let gap: [StyledText] = size.rows < 8 ? [] : [""]
    let room = max(size.rows - header.count - footer.count - 2 * gap.count, 1)
    let list = ScrollingList(selection: selection ?? 0)
      .lines(of: primes, size: TerminalSize(columns: size.columns, rows: room)) { "\($0)" }
    return header + gap + list + gap + footer
  }
}
