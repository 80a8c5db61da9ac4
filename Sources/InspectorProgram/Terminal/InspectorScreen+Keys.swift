import Counterpoint
import CounterpointTerminal

extension InspectorScreen {
  /// The rows that page up and page down move.
  private static let page = 10

  /// Handles an event. A prompt is modal.
  ///
  /// - Returns: Whether to quit.
  func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
    if let prompt = store.prompt {
      handle(event, in: prompt)
      return nil
    }
    guard case .key(let key) = event else { return nil }
    if key == "q" { return .quit }
    if !move(key) { act(key) }
    return nil
  }

  private func send(_ action: UserAction) { store.send(.user(action)) }

  /// Handles the keys that move the selection or the focus.
  private func move(_ key: Key) -> Bool {
    switch key {
    case .up, "k": moveSelection(by: -1)
    case .down, "j": moveSelection(by: 1)
    case .pageUp: moveSelection(by: -Self.page)
    case .pageDown: moveSelection(by: Self.page)
    case .home: if local.pane == .list { send(.rowSelected(0)) } else { local.line = 0 }
    case .end, "G":
      if local.pane == .list { send(.lastRowSelected) } else { local.line = max(detailLines.count - 1, 0) }
    case .tab, .backTab: local.pane = local.pane == .list ? .details : .list
    case .left, "h": selectTab(.tabMoved(by: -1))
    case .right, "l": selectTab(.tabMoved(by: 1))
    case .enter:
      if local.pane == .list {
        local.pane = .details
      } else if store.tab == .state {
        send(.treeRowToggled(local.line))
      }
    case .escape: escape()
    default:
      guard case .character(let character) = key.code, key.modifiers.isEmpty, let number = character.wholeNumberValue,
        DetailTab.allCases.indices.contains(number - 1)
      else { return false }
      selectTab(.tabSelected(DetailTab.allCases[number - 1]))
    }
    return true
  }

  private func moveSelection(by rows: Int) {
    switch local.pane {
    case .list:
      local.line = 0
      send(.selectionMoved(by: rows))
    case .details: local.line = min(max(local.line + rows, 0), max(detailLines.count - 1, 0))
    }
  }

  private func selectTab(_ action: UserAction) {
    local.line = 0
    send(action)
  }

  /// Goes back to the list, and there removes the filter, or else the mark.
  private func escape() {
    if local.pane == .details {
      local.pane = .list
    } else if !store.rows.filter.isEmpty {
      send(.filterCleared)
    } else if store.mark != nil {
      send(.markCleared)
    }
  }

  private func act(_ key: Key) {
    switch key {
    case "/": open(.filter)
    case "n": open(.note)
    case "a": open(.send)
    case "?": open(.help)
    case "r": send(.resumeButtonTapped)
    case "s": send(.showButtonTapped)
    case "g": send(.goLiveButtonTapped)
    case " ": send(.playButtonTapped)
    case "+", "=": send(.speedButtonTapped(faster: true))
    case "-": send(.speedButtonTapped(faster: false))
    case "d": send(.markButtonTapped)
    case "p", .backspace: send(.causeButtonTapped)
    case "c": send(.causeFilterButtonTapped)
    case "v": send(.storeFilterButtonTapped)
    default: break
    }
  }

  private func open(_ prompt: Prompt) {
    send(.promptOpened(prompt))
    local.field = TextField(store.draft)
  }

  private func handle(_ event: TerminalEvent, in prompt: Prompt) {
    switch (prompt, event) {
    case (.resume, .key("y")), (.resume, .key(.enter)): send(.promptSubmitted)
    case (.resume, .key), (.help, .key): send(.promptDismissed)
    case (_, .key(.enter)): send(.promptSubmitted)
    case (_, .key(.escape)):
      if prompt == .filter { send(.draftEdited("")) }
      send(.promptDismissed)
    case (.send, .key(.tab)):
      send(.completeButtonTapped)
      local.field = TextField(store.draft)
    default:
      guard prompt.hasText, local.field.handle(event) == .edited else { return }
      send(.draftEdited(local.field.text))
    }
  }
}
