import Counterpoint
import CounterpointTerminal

extension InspectorScreen {
  /// The commands of the keys.
  enum Command {
    case user(UserAction)
    case open(Prompt)
    /// Moves the selection of the list or of the details.
    case move(by: Int)
    case moveToStart
    case moveToEnd
    case focusOtherPane
    case select
    /// Goes back to the list, and there removes the filter, or else the mark.
    case escape
    case quit
  }

  /// The rows that page up and page down move.
  private static let page = 10

  /// The keys without a prompt.
  var keys: KeyMap<Command> { movementKeys + actionKeys }

  private var movementKeys: KeyMap<Command> {
    [
      KeyBinding(
        .up,
        "k",
        title: "select an action or a line",
        label: "↑ ↓ j k",
        visibility: .help,
        action: .move(by: -1)
      ),
      KeyBinding(.down, "j", title: "", visibility: .hidden, action: .move(by: 1)),
      KeyBinding(.pageUp, title: "", visibility: .hidden, action: .move(by: -Self.page)),
      KeyBinding(.pageDown, title: "", visibility: .hidden, action: .move(by: Self.page)),
      KeyBinding(.home, title: "", visibility: .hidden, action: .moveToStart),
      KeyBinding(.end, "G", title: "", visibility: .hidden, action: .moveToEnd),
      KeyBinding(
        .tab,
        .backTab,
        title: local.pane == .list ? "Details" : "Actions",
        help: "go to the other pane",
        action: .focusOtherPane
      ),
      KeyBinding(.enter, title: "go to the details, expand", visibility: .help, action: .select),
      KeyBinding(
        .left,
        "h",
        title: "select a tab",
        label: "← → 1-6",
        visibility: .help,
        action: .user(.tabMoved(by: -1))
      ),
      KeyBinding(.right, "l", title: "", visibility: .hidden, action: .user(.tabMoved(by: 1))),
    ] + tabKeys
  }

  private var tabKeys: KeyMap<Command> {
    KeyMap(
      DetailTab.allCases.enumerated().map { index, tab in
        KeyBinding(
          .character(Character("\(index + 1)")),
          title: "",
          visibility: .hidden,
          action: .user(.tabSelected(tab))
        )
      }
    )
  }

  private var actionKeys: KeyMap<Command> {
    [
      KeyBinding("/", title: "Filter", help: "filter by text", action: .open(.filter)),
      KeyBinding("s", title: "Show", help: "show this moment", action: .user(.showButtonTapped)),
      KeyBinding("g", title: "Live", help: "go live", action: .user(.goLiveButtonTapped)),
      KeyBinding(" ", title: store.isPlaying ? "Stop" : "Play", action: .user(.playButtonTapped)),
      KeyBinding(
        "d",
        title: store.mark == nil ? "Mark" : "Unmark",
        help: "compare with this moment",
        action: .user(.markButtonTapped)
      ),
      KeyBinding("p", .backspace, title: "Cause", help: "select the cause", action: .user(.causeButtonTapped)),
      KeyBinding("a", title: "Send", help: "send an action", action: .open(.send)),
      KeyBinding("n", title: "Note", help: "note at this moment", action: .open(.note)),
      KeyBinding("r", title: "Resume", help: "resume from this moment", action: .user(.resumeButtonTapped)),
      KeyBinding("+", "=", title: "play faster", visibility: .help, action: .user(.speedButtonTapped(faster: true))),
      KeyBinding("-", title: "play slower", visibility: .help, action: .user(.speedButtonTapped(faster: false))),
      KeyBinding("c", title: "filter by the cause", visibility: .help, action: .user(.causeFilterButtonTapped)),
      KeyBinding("v", title: "filter by the store", visibility: .help, action: .user(.storeFilterButtonTapped)),
      KeyBinding(.escape, title: "remove the filter and the mark", visibility: .help, action: .escape),
      KeyBinding("q", title: "Quit", action: .quit),
      KeyBinding("?", title: "Help", visibility: .pinned, action: .open(.help)),
    ]
  }
}

extension InspectorScreen {
  /// Handles an event. A prompt is modal.
  ///
  /// - Returns: Whether to quit.
  func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
    if let prompt = store.prompt {
      handle(event, in: prompt)
      return nil
    }
    switch keys.action(for: event) {
    case .user(let action): perform(action)
    case .open(let prompt): open(prompt)
    case .move(let rows): moveSelection(by: rows)
    case .moveToStart: if local.pane == .list { send(.rowSelected(0)) } else { local.line = 0 }
    case .moveToEnd:
      if local.pane == .list { send(.lastRowSelected) } else { local.line = max(detailLines.count - 1, 0) }
    case .focusOtherPane: local.pane = local.pane == .list ? .details : .list
    case .select: select()
    case .escape: escape()
    case .quit: return .quit
    case nil: break
    }
    return nil
  }

  private func send(_ action: UserAction) { store.send(.user(action)) }

  /// Sends an action. Another tab begins with its first line.
  private func perform(_ action: UserAction) {
    switch action {
    case .tabMoved, .tabSelected: local.line = 0
    default: break
    }
    send(action)
  }

  private func moveSelection(by rows: Int) {
    switch local.pane {
    case .list:
      local.line = 0
      send(.selectionMoved(by: rows))
    case .details: local.line = min(max(local.line + rows, 0), max(detailLines.count - 1, 0))
    }
  }

  private func select() {
    if local.pane == .list {
      local.pane = .details
    } else if store.tab == .state {
      // A remark can be above the tree.
      let row = local.line - (store.details?.remarkOnState == nil ? 0 : 1)
      if row >= 0 { send(.treeRowToggled(row)) }
    }
  }

  private func escape() {
    if local.pane == .details {
      local.pane = .list
    } else if !store.rows.filter.isEmpty {
      send(.filterCleared)
    } else if store.mark != nil {
      send(.markCleared)
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
