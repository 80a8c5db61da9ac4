import CounterpointTerminal

extension FavoritePrimesView.State {
  /// The list as lines of text: as many rows as fit, so that the selected one is among them.
  ///
  /// - Parameter rows: How many lines there are at most.
  func lines(fitting rows: Int) -> [StyledText] {
    let header: [StyledText] = [StyledText("Favorite primes").bold()]
    let footer: [StyledText] = [
      .keyHint("d", "Delete") + "  " + .keyHint("s", "Save") + "  " + .keyHint("l", "Load") + "  "
        + .keyHint("esc", "Back")
    ]
    guard !primes.isEmpty else { return header + ["", StyledText("No favorites yet.").dim(), ""] + footer }
    let gap: [StyledText] = rows < 8 ? [] : [""]
    let room = max(rows - header.count - footer.count - 2 * gap.count, 1)
    let first = max(0, min((selection ?? 0) - room / 2, primes.count - room))
    let list = primes.indices.dropFirst(first).prefix(room).map { row -> StyledText in
      row == selection ? StyledText("› \(primes[row])").inverse() : "  \(primes[row])"
    }
    return header + gap + list + gap + footer
  }
}
