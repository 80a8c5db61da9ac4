import Board
import Counterpoint
public import CounterpointTerminal

extension BoardScreen {
  /// Returns the screen, for the terminal and for scripts. O(visible cards), and O(cards) during a search.
  ///
  /// - Parameter size: The size of the screen.
  public func screen(size: TerminalSize) -> Screen {
    let help = HelpBar(keys)
    let hints = size.rows < 12 ? [help.line(width: size.columns)] : help.lines(width: size.columns)
    return Layout.rows([
      .line { header(width: $0) },
      .fixed(1) { input(width: $0.columns) },
      .fill { columns.screen(size: $0) },
      .line { StyledText(notice).foreground(.yellow).truncated(to: $0) },
      .fixed(hints.count) { _ in Screen(hints) },
    ])
    .screen(size: size)
  }

  /// The title and the present members.
  private func header(width: Int) -> StyledText {
    let members = store.members.map { member in
      StyledText("● ").foreground(member.color.terminalColor)
        + StyledText(member.id == store.me ? "\(member.name) (you)" : member.name)
    }
    return members.reduce(StyledText("Board").bold()) { $0 + "  " + $1 }.truncated(to: width)
  }

  /// The line that is edited, or the search.
  private func input(width: Int) -> Screen {
    let label: StyledText
    switch local.mode {
    case .adding: label = "New card: "
    case .editing: label = "Title: "
    case .searching: label = "Search: "
    case .moving: return [StyledText("The arrow keys move “\(card?.title ?? "")”.").bold().truncated(to: width)]
    case .browsing:
      return [store.search.isEmpty ? "" : StyledText("Cards with “\(store.search)”").dim().truncated(to: width)]
    }
    var screen = Screen()
    screen.append(local.field.screen(width: max(width - label.width, 1), isFocused: true), label: label)
    return screen
  }

  /// The problem with the title that is edited, or the result of the last action.
  private var notice: String {
    let problem = local.mode == .editing ? store.editor?.titleProblem : nil
    return problem ?? store.message
  }

  /// The columns, side by side.
  private var columns: Layout {
    let cursor = cursor
    return .columns(
      gap: 2,
      store.board.columns.enumerated().map { index, column in
        Layout.Part.fill { size in
          let cards = cards(of: column)
          let title = StyledText("\(column.title) (\(cards.count))").bold()
          var screen = Screen([(cursor.column == index ? title.underlined() : title).truncated(to: size.columns)])
          let room = TerminalSize(columns: size.columns, rows: max(size.rows - 1, 0))
          screen.append(list(of: cards, selection: cursor.column == index ? cursor.row : nil, size: room))
          return screen
        }
      }
    )
  }

  /// The visible cards of a column. Only the column of the cursor has a selected row.
  private func list(of cards: BoardRows, selection: Int?, size: TerminalSize) -> Screen {
    guard let selection else {
      return Screen(cards.prefix(size.rows).map { ("  " + text(of: $0)).truncated(to: size.columns) })
    }
    return ScrollingList(selection: selection).screen(of: cards, size: size) { text(of: $0) }
  }

  /// The title of a card, and the initials of the other members on it.
  private func text(of card: Card) -> StyledText {
    let others = store.members.filter { $0.card == card.id && $0.id != store.me }
    return others.reduce(StyledText(card.title)) { text, member in
      text + " " + StyledText("[\(member.initials)]").foreground(member.color.terminalColor)
    }
  }
}

extension Member.Color {
  fileprivate var terminalColor: CounterpointTerminal.Color {
    switch self {
    case .blue: .blue
    case .green: .green
    case .orange: .yellow
    case .purple: .magenta
    case .red: .red
    case .teal: .cyan
    }
  }
}
