import Counterpoint
@_spi(Internals) import CounterpointInspector
import CounterpointTerminal

extension InspectorScreen {
  /// The tabs, and the lines of the selected one.
  func details(size: TerminalSize, hasCursor: Bool) -> Screen {
    let tabs = DetailTab.allCases
    var screen = Screen([
      Tabs(tabs.map { StyledText($0.title) }, selection: tabs.firstIndex(of: store.tab) ?? 0).line(width: size.columns)
    ])
    let lines = detailLines
    let room = TerminalSize(columns: size.columns, rows: max(size.rows - 1, 0))
    guard hasCursor else {
      screen.append(Screen(lines.prefix(room.rows).map { ("  " + $0).truncated(to: size.columns) }))
      return screen
    }
    let list = ScrollingList(selection: local.line, firstRow: max(local.line - room.rows / 2, 0))
    screen.append(list.screen(of: lines, size: room) { $0 })
    return screen
  }

  /// The lines of the selected tab.
  var detailLines: [StyledText] {
    switch store.tab {
    case .changes: changeLines
    case .state: stateLines
    case .action: actionLines
    case .chain: chainLines
    case .effects: effectLines
    case .shared: sharedLines
    }
  }

  private func placeholder(_ text: String) -> [StyledText] { [StyledText(text).dim()] }

  /// The explanation for a missing state.
  private var missing: [StyledText] {
    guard store.selection != nil else { return placeholder("No action is selected.") }
    return store.details?.failure.map { [StyledText($0).foreground(.yellow)] } ?? placeholder("Loading…")
  }

  private var changeLines: [StyledText] {
    guard let details = store.details, let changes = details.changes else { return missing }
    let remark = details.remarkOnChanges.map { [StyledText($0).foreground(.yellow)] } ?? []
    guard !changes.isEmpty else { return remark.isEmpty ? placeholder("The state is the same.") : remark }
    let lines = changes.flatMap { change -> [StyledText] in
      let path = StyledText(change.path.description.isEmpty ? "state" : change.path.description)
      let old = change.old.map { StyledText("- " + $0.compactText).foreground(.red) }
      let new = change.new.map { StyledText("+ " + $0.compactText).foreground(.green) }
      return [path.bold()] + [old, new].compactMap { $0.map { "  " + $0 } }
    }
    return remark + lines
  }

  private var stateLines: [StyledText] {
    guard let details = store.details, details.state != nil else { return missing }
    let outdated = details.outdated
    let remark = details.remarkOnState.map { [StyledText($0).foreground(.yellow)] } ?? []
    let lines = store.tree.rows.map { row in
      let sign = row.isExpanded.map { $0 ? "▾ " : "▸ " } ?? "  "
      var line = StyledText(String(repeating: "  ", count: row.depth) + sign)
      line += StyledText(row.label).bold() + " " + StyledText(row.summary).styled { $0.isDim = row.isExpanded != nil }
      if outdated.contains(row.path.description) { line += StyledText(" older value").foreground(.yellow) }
      switch row.change {
      case .added: return line.foreground(.green) + StyledText(" added").foreground(.green).dim()
      case .changed: return line.foreground(.cyan) + StyledText(" changed").foreground(.cyan).dim()
      case .removed, nil: return line
      }
    }
    return remark + lines
  }

  private var actionLines: [StyledText] {
    guard let record = store.selectedRecord else { return missing }
    let timeline = store.timeline
    var lines: [StyledText] = []
    let location = timeline.location(of: record)
    lines.append("\(StyledText("Cause").bold())     \(record.cause.rawValue)  \(location)")
    lines.append("\(StyledText("Store").bold())     \(timeline.stores[Int(record.store)]?.title ?? "\(record.store)")")
    if let note = timeline.stores[Int(record.store)]?.notes[Int(record.number)] {
      lines.append("\(StyledText("Note").bold())      \(StyledText(note).foreground(.yellow))")
    }
    if let changes = timeline.changes(of: record) { lines.append("\(StyledText("Changed").bold())   \(changes)") }
    for read in timeline.reads(of: record) {
      lines.append("\(StyledText("Read").bold())      \(read.name) = \(read.value ?? "not coded")")
    }
    if let action = timeline.action(of: record) {
      lines += action.indentedLines.map { StyledText($0) }
    } else {
      lines.append(StyledText("The action can't be coded: " + timeline.text(of: record)).foreground(.yellow))
    }
    return lines
  }

  private var chainLines: [StyledText] {
    guard let position = store.selectedPosition else { return missing }
    let timeline = store.timeline
    func line(_ index: Int, depth: Int) -> StyledText {
      let record = timeline.records[index]
      let indentation = depth > 0 ? String(repeating: "  ", count: depth - 1) + "└ " : ""
      let name = timeline.actionText(index)
      return "\(indentation)#\(record.number) \(index == position ? name.bold() : name)  "
        + StyledText(timeline.location(of: record)).dim()
    }
    let (causes, consequences) = timeline.chain(of: position)
    return causes.enumerated().map { line($0.element, depth: $0.offset) }
      + consequences.map { line($0, depth: causes.count) }
  }

  private var effectLines: [StyledText] {
    let effects = store.timeline.effects(at: store.selectedPosition)
    guard !effects.isEmpty else { return placeholder("No effect was in flight.") }
    return effects.map { effect in
      let age = StyledText(effect.age.leftPadded(to: 10)).foreground(.magenta)
      return "\(age)  \(StyledText(effect.name).bold())  \(effect.facts)  " + StyledText(effect.location).dim()
    }
  }

  private var sharedLines: [StyledText] {
    let changes = store.timeline.sharedChanges
    guard !changes.isEmpty else { return placeholder("No other code has changed a shared value.") }
    return changes.reversed().map { change in
      "\(StyledText(change.name).bold()) = \(change.value)  "
        + StyledText("after #\(change.moment.number), by code outside the store").dim()
    }
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(width - count, 0)) + self
  }
}
