import Counterpoint
@_spi(Internals) import CounterpointInspector
import CounterpointTerminal

/// The inspector on a terminal: a header, the list of actions, the details of the selected one, and the help bar.
///
/// Use it on the store's actor.
struct InspectorScreen {
  @UIBindable var store: StoreOf<InspectorFeature>
  @UIBinding var local: LocalState

  /// The state of the terminal, which is not part of the feature.
  struct LocalState: Equatable {
    enum Pane { case list, details }

    var pane = Pane.list
    /// The selected line of the details.
    var line = 0
    /// The field of a prompt, for the position of the cursor.
    var field = TextField()
  }

  /// Creates the screen of an inspector. Copies share the cursor.
  init(store: StoreOf<InspectorFeature>) {
    self._store = UIBindable(wrappedValue: store)
    self._local = UIBinding(wrappedValue: LocalState())
  }
}

extension InspectorScreen {
  /// The widest terminal on which the details are below the list.
  private static let widestWithRows = 119

  /// Returns the screen.
  func screen(size: TerminalSize) -> Screen {
    var screen = Screen([header(width: size.columns)])
    let room = TerminalSize(columns: size.columns, rows: max(size.rows - 2, 0))
    let isWide = size.columns > Self.widestWithRows
    let split = SplitPane(isWide ? .columns : .rows, fraction: isWide ? 0.55 : 0.5)
    screen.append(
      split.screen(size: room) { size in
        list(size: size, hasCursor: local.pane == .list)
      } second: { size in
        details(size: size, hasCursor: local.pane == .details)
      }
    )
    while screen.lines.count < size.rows - 1 { screen.append("") }
    let footer = footer(width: size.columns)
    let covered = box(size: size).map { screen.showing($0, in: size) } ?? screen
    var shown = Screen(Array(covered.lines.prefix(max(size.rows - 1, 0))), cursor: covered.cursor)
    shown.append(footer)
    return shown
  }

  /// The program, the shown moment, and the number of actions.
  private func header(width: Int) -> StyledText {
    var left: StyledText = " " + StyledText(store.program.name).bold()
    if let process = store.program.process { left += "  pid \(process)" }
    let stores = store.timeline.storesByNumber
    if let shown = stores.first(where: { $0.shown != nil }), let number = shown.shown {
      left += "  " + StyledText("shows #\(number)").bold()
      if shown.refused > 0 { left += "  \(shown.refused) refused" }
    } else {
      left += store.hasEnded ? "  ended" : "  live"
    }
    if store.isPlaying { left += "  playing \(store.speed)/s" }
    if let mark = store.mark { left += "  compared with #\(mark.number)" }
    var right: StyledText = ""
    if store.timeline.missed > 0 { right += StyledText("\(store.timeline.missed) missed  ") }
    let (rows, actions) = (store.rows.count, store.timeline.records.count)
    right += rows == actions ? "\(actions) actions " : "\(rows) of \(actions) actions "
    let space = max(width - right.width, 0)
    return (left.truncated(to: space).padded(to: space) + right).clipped(to: width).inverse()
  }

  /// The result of the last request, or the keys.
  private func footer(width: Int) -> StyledText {
    if let notice = store.notice { return StyledText(notice).foreground(.yellow).truncated(to: width) }
    if let prompt = store.prompt {
      switch prompt {
      case .filter, .note, .send: return StyledText()
      case .resume, .help: break
      }
    }
    return HelpBar(keys).line(width: width)
  }
}

// MARK: - The list

extension InspectorScreen {
  private static let table = Table([
    Table.Column("", width: 1), Table.Column("#", width: 6, alignment: .trailing),
    Table.Column("Time", width: 9, alignment: .trailing), Table.Column("Cause", width: 8), Table.Column("Action"),
    Table.Column("Took", width: 6, alignment: .trailing),
  ])

  private func list(size: TerminalSize, hasCursor: Bool) -> Screen {
    guard !store.rows.isEmpty else {
      let text = store.rows.filter.isEmpty ? "No actions yet." : "No action passes the filter. Escape removes it."
      return Screen([filterLine, StyledText(text).dim()].compactMap { $0 })
    }
    let selection = store.selection ?? 0
    var screen = Screen()
    if let filterLine { screen.append(filterLine.truncated(to: size.columns)) }
    let room = TerminalSize(columns: size.columns, rows: max(size.rows - screen.lines.count, 0))
    let list = ScrollingList(selection: selection, firstRow: max(selection - room.rows / 2, 0))
    let timeline = store.timeline
    screen.append(Self.table.screen(of: store.rows, list: list, size: room) { cells(of: $0, in: timeline) })
    if !hasCursor { screen.cursor = nil }
    return screen
  }

  /// The filter; `nil` if all actions are shown.
  private var filterLine: StyledText? {
    let filter = store.rows.filter
    guard !filter.isEmpty else { return nil }
    var parts: [String] = []
    if let number = filter.store { parts.append(store.timeline.stores[number]?.title ?? "store \(number)") }
    if let cause = filter.cause { parts.append("sent by \(cause.rawValue)") }
    if !filter.text.isEmpty { parts.append("“\(filter.text)”") }
    return StyledText("Only " + parts.joined(separator: ", ")).foreground(.yellow)
  }

  private func cells(of position: Int, in timeline: Timeline) -> [StyledText] {
    let record = timeline.records[position]
    let moment = record.moment
    let isForgotten = timeline.isForgotten(position)
    var name = timeline.actionText(position)
    if isForgotten { name = name.struckThrough().dim() }
    let indentation = record.depth > 0 ? String(repeating: " ", count: min(Int(record.depth), 8) * 2 - 2) + "└ " : ""
    return [
      mark(of: moment, isForgotten: isForgotten, in: timeline),
      StyledText(timeline.stores.count > 1 ? "\(moment.store):\(moment.number)" : "\(moment.number)"),
      StyledText(timeText(record.time)).dim(), causeText(record.cause), StyledText(indentation).dim() + name,
      StyledText(durationText(record.duration)).dim(),
    ]
  }

  private func mark(of moment: Moment, isForgotten: Bool, in timeline: Timeline) -> StyledText {
    guard !isForgotten else { return "" }
    if timeline.stores[moment.store]?.shown == moment.number { return StyledText(">").bold().foreground(.yellow) }
    if store.mark == moment { return StyledText("=").bold().foreground(.cyan) }
    return timeline.stores[moment.store]?.notes[moment.number] == nil ? "" : StyledText("*").foreground(.yellow)
  }

  private func causeText(_ cause: CauseKind) -> StyledText {
    let color: Color =
      switch cause {
      case .user: .green
      case .observer: .yellow
      case .effect: .magenta
      case .reducer: .blue
      }
    return StyledText(cause.rawValue).foreground(color)
  }
}

extension Timeline {
  /// The name of an action, and its values dimmed.
  func actionText(_ position: Int) -> StyledText {
    let record = records[position]
    let payload = action(of: record).flatMap { ActionName($0).payload }
    var name = StyledText(name(of: record))
    if let mark = record.comparisonMark { name += " " + StyledText(mark).foreground(.yellow) }
    return payload.map { name + " " + StyledText(String($0.compactText.prefix(200))).dim() } ?? name
  }
}
