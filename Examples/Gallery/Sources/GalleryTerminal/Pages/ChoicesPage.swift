import CounterpointTerminal

/// A list for one option, and a list for several, beside each other.
struct ChoicesPage: Equatable {
  private static let sizes = ["small", "medium", "large"]
  private static let toppings = ["basil", "capers", "garlic", "olives", "onions"]

  private enum Side: CaseIterable { case size, toppings }

  private var side = Side.size
  private(set) var size = SelectList<String>(.one, chosen: ["medium"])
  private(set) var toppings = SelectList<String>(.many)

  /// The keys of the focused list.
  var keys: KeyMap<SelectList<String>.Command> { side == .size ? size.keys : toppings.keys }

  private var layout: Layout {
    .columns(
      gap: 2,
      [
        .fixed(20) { list("Size", size, Self.sizes, size: $0, isFocused: side == .size) },
        .fill { list("Toppings", toppings, Self.toppings, size: $0, isFocused: side == .toppings) },
      ]
    )
  }

  private func list(
    _ title: String,
    _ list: SelectList<String>,
    _ options: [String],
    size: TerminalSize,
    isFocused: Bool
  ) -> Screen {
    var screen = Screen([StyledText(title).styled(isFocused ? Theme.current.title : Theme.current.muted)])
    let room = TerminalSize(columns: size.columns, rows: max(size.rows - 1, 0))
    screen.append(list.screen(of: options, size: room) { StyledText($0) })
    if !isFocused { screen.cursor = nil }
    return screen
  }

  func screen(size: TerminalSize) -> Screen { layout.screen(size: size) }

  mutating func handle(_ event: TerminalEvent, size: TerminalSize) -> Bool {
    if case .focus(let next) = FocusOrder(Side.allCases).handle(event, focused: side) {
      side = next
      return true
    }
    let frames = layout.frames(in: size)
    if case .mouse(let mouse) = event, let index = frames.firstIndex(where: { $0.contains(mouse.position) }) {
      side = Side.allCases[index]
    }
    var frame = frames[side == .size ? 0 : 1]
    // The title takes the first row.
    frame.origin.row += 1
    frame.size = TerminalSize(columns: frame.size.columns, rows: frame.size.rows - 1)
    guard let event = event.relative(to: frame) else { return false }
    switch side {
    case .size: return self.size.handle(event, options: Self.sizes, height: frame.size.rows) != nil
    case .toppings: return toppings.handle(event, options: Self.toppings, height: frame.size.rows) != nil
    }
  }
}
