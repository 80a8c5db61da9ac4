import Counterpoint
import CounterpointTerminal

extension InspectorScreen {
  /// The box of the open prompt; `nil` if there is none.
  func box(size: TerminalSize) -> Box? {
    let width = max(min(size.columns - 8, 100), 1)
    switch store.prompt {
    case nil: return nil
    case .filter: return Box(title: "Filter by name, source location or changed field", body: fieldLine(width: width))
    case .note: return Box(title: "Note at the selected action", body: fieldLine(width: width))
    case .send:
      let typed = store.completion.typed ?? store.draft
      let candidates = Completion.candidates(for: typed, in: store.timeline.examples).prefix(5)
      let lines = candidates.map { StyledText($0).truncated(to: width).dim() }
      let body = lines.reduce(fieldLine(width: width)) { $0 + "\n" + $1 }
      return Box(title: "Action as JSON — tab completes", body: body)
    case .resume:
      let number = store.selectedMoment?.number ?? 0
      return Box(
        title: "Resume?",
        body: "Go on from the moment after action \(number)?\nLater moments are forgotten. Effects are canceled.\n\n"
          + .keyHint("y", "Resume") + "  " + .keyHint("esc", "Cancel")
      )
    case .help: return Box(title: "Keys", body: keys.helpText)
    }
  }

  /// The field of the prompt. The cursor is an inverse character, because a box hides the terminal's cursor.
  private func fieldLine(width: Int) -> StyledText {
    let screen = local.field.screen(width: width, isFocused: true)
    guard let line = screen.lines.first, let cursor = screen.cursor else { return "" }
    let text = line.plainText
    var column = 0
    let index =
      text.indices.first { index in
        defer { column += DisplayWidth.of(text[index]) }
        return column >= cursor.column
      } ?? text.endIndex
    guard index < text.endIndex else { return line }
    let next = text.index(after: index)
    return StyledText(text[..<index]) + StyledText(text[index..<next]).inverse() + StyledText(text[next...])
  }
}
