import CounterpointCore

extension Prompt {
  /// The prompt as a box, to be laid over a screen.
  ///
  /// The title is bold, the selected choice stands between `>` and `<` and is shown inverse, and one that destroys is
  /// red. Where the room does not suffice, the message is cut before the title, and the title before the choices; of
  /// too many choices those around the selected one are shown.
  ///
  /// - Parameter size: The room for the box.
  public func box(fitting size: TerminalSize) -> Box {
    let width = max(size.columns - Box.margin, 0)
    let height = max(size.rows - Box.edges, 0)
    let choices = choiceLines(width: width, height: height)
    let room = max(height - choices.count, 0)
    var texts = title.map { StyledText($0).bold().wrapped(to: width) } ?? []
    texts += message.map { StyledText($0).wrapped(to: width) } ?? []
    if texts.count > room {
      texts = Array(texts.prefix(room))
      // What is missing shows at the end of what is there.
      let sign: StyledText = "…"
      texts = texts.dropLast() + texts.suffix(1).map { $0.clipped(to: width - sign.width) + sign }
    }
    // The blank line is the first that there is no room for.
    let gap: [StyledText] = texts.isEmpty || texts.count == room ? [] : [""]
    let lines = texts + gap + choices
    return Box(body: lines.dropFirst().reduce(lines.first ?? "") { $0 + "\n" + $1 })
  }

  private func choiceLines(width: Int, height: Int) -> [StyledText] {
    let shown = choices.indices.map(choice)
    let row = shown.dropFirst().reduce(shown.first ?? "") { $0 + "  " + $1 }
    if arrangement == .row, row.width <= width { return [row] }
    let visible = ScrollingList(selection: selected ?? 0).visibleRows(count: shown.count, height: height)
    return shown[visible].map { $0.truncated(to: width) }
  }

  private func choice(at index: Int) -> StyledText {
    let choice = choices[index]
    let label = StyledText(choice.label).lines.first ?? ""
    let button = index == selected ? ("[>" + label + "<]").inverse() : "[ " + label + " ]"
    return choice.role == .destructive ? button.foreground(.red) : button
  }
}
