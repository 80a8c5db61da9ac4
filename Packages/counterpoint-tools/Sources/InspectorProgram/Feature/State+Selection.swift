@_spi(Internals) import CounterpointInspector

extension InspectorFeature.State {
  /// The position of the selected action in the timeline.
  var selectedPosition: Int? { selection.map { rows[$0] } }

  var selectedRecord: ActionRecord? { selectedPosition.map { timeline.records[$0] } }

  var selectedMoment: Moment? { selectedRecord?.moment }

  /// The store that receives the user's actions.
  var targetStore: Int? {
    selectedMoment?.store ?? rows.filter.store ?? timeline.storesByNumber.first?.description.number
  }

  /// The moments to compare: the selected one with the mark, or with the moment before.
  var comparison: Comparison? {
    selectedMoment.map { Comparison(old: mark ?? timeline.moment(before: $0), new: $0) }
  }

  /// Selects a row. Beyond the ends, the first or the last row is selected.
  mutating func select(_ row: Int) {
    guard !rows.isEmpty else { return }
    selection = min(max(row, 0), rows.count - 1)
    isFollowing = selection == rows.count - 1
  }

  mutating func selectLastRow() {
    selection = rows.isEmpty ? nil : rows.count - 1
    isFollowing = true
  }

  /// Selects the action that has caused the selected one. A filter that hides it is cleared.
  mutating func selectCause() {
    guard let position = selectedPosition, let cause = timeline.chain(of: position).causes.dropLast().last else {
      notice = "The action was sent by the program itself."
      return
    }
    if rows.row(atOrBefore: cause).map({ rows[$0] }) != cause { setFilter(TimelineFilter()) }
    if let row = rows.row(atOrBefore: cause) { select(row) }
  }

  mutating func moveTab(by count: Int) {
    let tabs = DetailTab.allCases
    let index = (tabs.firstIndex(of: tab) ?? 0) + count
    tab = tabs[(index % tabs.count + tabs.count) % tabs.count]
  }

  mutating func toggleMark() {
    guard let moment = selectedMoment else { return }
    mark = mark == moment ? nil : moment
  }

  mutating func updateTree() {
    guard let details, let value = details.state else {
      tree = JSONTree()
      return
    }
    tree.update(value, changes: details.changes ?? [])
  }
}

// MARK: - Filters

extension InspectorFeature.State {
  /// Replaces the filter. The selected action stays selected if it passes, and otherwise the last one before it.
  mutating func setFilter(_ filter: TimelineFilter) {
    let position = selectedPosition
    rows.setFilter(filter, timeline)
    if !isFollowing, let position {
      selection = rows.isEmpty ? nil : rows.row(atOrBefore: position) ?? 0
    } else {
      selectLastRow()
    }
    guard selection == nil else { return }
    details = nil
    updateTree()
  }

  mutating func setFilterText(_ text: String) {
    var filter = rows.filter
    filter.text = text
    setFilter(filter)
  }

  mutating func moveCauseFilter() {
    var filter = rows.filter
    let causes = CauseKind.allCases
    let next = filter.cause.map { (causes.firstIndex(of: $0) ?? 0) + 1 } ?? 0
    filter.cause = next < causes.count ? causes[next] : nil
    setFilter(filter)
  }

  mutating func moveStoreFilter() {
    var filter = rows.filter
    let stores = timeline.storesByNumber.map(\.description.number)
    filter.store = if let store = filter.store { stores.first { $0 > store } } else { stores.first }
    setFilter(filter)
  }
}

// MARK: - Prompts

extension InspectorFeature.State {
  mutating func open(_ prompt: Prompt) {
    self.prompt = prompt
    completion = Completion()
    switch prompt {
    case .filter: draft = rows.filter.text
    case .note: draft = selectedMoment.flatMap { timeline.stores[$0.store]?.notes[$0.number] } ?? ""
    case .send, .resume, .help: draft = ""
    }
  }

  /// Replaces the typed text. The filter changes at once.
  mutating func edit(_ text: String) {
    draft = text
    completion = Completion()
    if prompt == .filter { setFilterText(text) }
  }

  /// Replaces the typed text by the next candidate.
  mutating func complete() {
    let typed = completion.typed ?? draft
    let candidates = Completion.candidates(for: typed, in: timeline.examples)
    guard !candidates.isEmpty else { return }
    draft = candidates[completion.next % candidates.count]
    completion = Completion(typed: typed, next: completion.next + 1)
  }
}
