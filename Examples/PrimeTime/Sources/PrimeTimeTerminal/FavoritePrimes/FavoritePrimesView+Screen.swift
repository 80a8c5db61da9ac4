import CounterpointTerminal

extension FavoritePrimesView.State {
  /// The list as a part of the screen: as many rows as fit, the selected one among them.
  ///
  /// - Parameter size: The room for the list.
  func screen(fitting size: TerminalSize) -> Screen {
    var screen: Screen = [StyledText("Favorite primes").bold()]
    let footer: StyledText =
      .keyHint("d", "Delete") + "  " + .keyHint("s", "Save") + "  " + .keyHint("l", "Load") + "  "
      + .keyHint("esc", "Back")
    let hasGaps = size.rows >= 8 || primes.isEmpty
    if hasGaps { screen.append("") }
    if primes.isEmpty {
      screen.append(StyledText("No favorites yet.").dim())
    } else {
      let room = max(size.rows - (hasGaps ? 4 : 2), 1)
      let list = ScrollingList(selection: selection ?? 0)
      screen.append(list.screen(of: primes, size: TerminalSize(columns: size.columns, rows: room)) { "\($0)" })
    }
    if hasGaps { screen.append("") }
    screen.append(footer)
    return screen
  }
}
