public import Counterpoint
public import CounterpointTerminal
import Observation

/// The pages of the gallery, each with a part of the widgets.
@MainActor
@Observable
public final class GalleryScreen {
  enum Command: Hashable {
    case show(Page)
    case start, stop
    case edit
    case changeTheme
    case help
    case quit
  }

  private let store: StoreOf<Work>
  /// Edits a text in another program; `nil` where there is none.
  private let edit: (@MainActor (String) async -> String?)?

  private var page = Page.text
  private var text = TextPage()
  private var choices = ChoicesPage()
  private var list = FilteredList()
  private var tree = TreePage()
  private var log = LogViewer()
  private var table = TablePage()
  // lint-features:ignore state-in-view: A gallery shows widgets as a view uses them, and the help is one of them.
  private var isHelpShown = false
  private var theme: Theme
  /// The size of the terminal. The first event of a session carries it.
  private var size = TerminalSize.standard

  /// Creates the screen of the gallery.
  ///
  /// - Parameters:
  ///   - store: The work and its log.
  ///   - theme: The theme until the user changes it.
  ///   - edit: Edits a text in another program, and returns the new text.
  public init(store: StoreOf<Work>, theme: Theme = .standard, edit: (@MainActor (String) async -> String?)? = nil) {
    self.store = store
    self.theme = theme
    self.edit = edit
  }

  /// Returns the screen, for the terminal and for scripts.
  ///
  /// - Parameter size: The size of the screen.
  public func screen(size: TerminalSize) -> Screen {
    Theme.$current.withValue(theme) {
      let screen = layout.screen(size: size)
      guard isHelpShown else { return screen }
      return screen.showing(Box(title: "Keys", body: keys.helpText), in: size)
    }
  }

  private var layout: Layout {
    .rows([
      .line { width in self.tabs.line(width: width) },
      .fill { size in self.body(size: size) },
      .line { width in
        HelpBar(self.pageHints + HelpBar(self.keys).hints, last: HelpBar(self.keys).last).line(width: width)
      },
    ])
  }

  private var tabs: Tabs {
    Tabs(Page.allCases.map { StyledText($0.title) }, selection: Page.allCases.firstIndex(of: page) ?? 0)
  }

  private func body(size: TerminalSize) -> Screen {
    switch page {
    case .text: text.screen(size: size)
    case .choices: choices.screen(size: size)
    case .list: list.screen(of: Self.names, size: size) { StyledText($0) }
    case .tree: tree.screen(size: size)
    case .work: work(size: size)
    case .log: log.screen(of: store.log, size: size)
    case .table: table.screen(size: size)
    }
  }

  private func work(size: TerminalSize) -> Screen {
    let bar = ProgressBar(store.done, of: store.total)
    let sign: StyledText = store.spinner.map { $0.text + " Working" } ?? (bar.percent == 100 ? "Done" : "Ready")
    return Screen([sign, bar.line(width: min(size.columns, 40))])
  }

  private static let names = [
    "apple", "apricot", "banana", "blackberry", "cherry", "date", "elderberry", "fig", "grape", "kiwi", "lemon",
    "mango",
    "nectarine", "orange", "papaya", "pear", "pineapple", "plum", "quince", "raspberry", "strawberry",
  ]
}

extension GalleryScreen {
  /// The keys of all pages.
  private var keys: KeyMap<Command> {
    var keys = KeyMap(
      Page.allCases.enumerated().map { index, page in
        KeyBinding(.function(index + 1), title: page.title, visibility: .help, action: Command.show(page))
      }
    )
    if page == .work {
      keys.bindings += [
        KeyBinding("s", title: "Start", isEnabled: store.spinner == nil, action: .start),
        KeyBinding("x", title: "Stop", isEnabled: store.spinner != nil, action: .stop),
      ]
    }
    if page == .text, edit != nil {
      keys.bindings.append(KeyBinding(.function(9), title: "Editor", help: "notes in $EDITOR", action: .edit))
    }
    keys.bindings += [
      KeyBinding(.function(10), title: "Theme", help: "standard, dark, light", action: .changeTheme),
      KeyBinding(.control("q"), title: "Quit", action: .quit),
      KeyBinding(.function(12), title: "Help", visibility: .pinned, action: .help),
    ]
    return keys
  }

  /// The hints of the page's widgets.
  private var pageHints: [HelpBar.Hint] {
    switch page {
    case .text: [HelpBar.Hint("tab", "Next field")]
    case .choices: HelpBar(choices.keys).hints + [HelpBar.Hint("tab", "Other list")]
    case .list: HelpBar(list.keys).hints
    case .tree: HelpBar(TreeList<String>.keys).hints
    case .work: []
    case .log: HelpBar(log.keys).hints
    case .table: HelpBar(table.keys).hints
    }
  }

  /// Handles an event.
  ///
  /// - Parameter event: The event of the terminal.
  /// - Returns: Whether to quit.
  public func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
    if case .resize(let size) = event { self.size = size }
    if isHelpShown, case .key = event {
      isHelpShown = false
      return nil
    }
    switch keys.action(for: event) {
    case .show(let page): self.page = page
    case .start: store.send(.startButtonTapped)
    case .stop: store.send(.stopButtonTapped)
    case .edit: editNotes()
    case .changeTheme: theme = theme == .standard ? .dark : theme == .dark ? .light : .standard
    case .help: isHelpShown = true
    case .quit: return .quit
    case nil: handle(event)
    }
    return nil
  }

  private func handle(_ event: TerminalEvent) {
    let frame = layout.frames(in: size)[1]
    if case .mouse(let mouse) = event, mouse.position.row == 0, let page = page(atColumn: mouse.position.column) {
      if mouse.kind == .press(.left) { self.page = page }
      return
    }
    guard let event = event.relative(to: frame) else { return }
    switch page {
    case .text: _ = text.handle(event, size: frame.size)
    case .choices: _ = choices.handle(event, size: frame.size)
    case .list: list.handle(event, rows: Self.names, height: frame.size.rows) { $0 }
    case .tree: _ = tree.handle(event, size: frame.size)
    case .work: break
    case .log: _ = log.handle(event, lines: store.log, size: frame.size)
    case .table: _ = table.handle(event, size: frame.size)
    }
  }

  private func page(atColumn column: Int) -> Page? {
    tabs.tab(atColumn: column, width: size.columns).map { Page.allCases[$0] }
  }

  private func editNotes() {
    guard let edit else { return }
    Task {
      if let edited = await edit(text.notes.text) { text.notes = TextArea(edited) }
    }
  }

  /// Starts or stops the work for a script, which waits for it.
  func startWork() -> StoreTask { store.send(.startButtonTapped) }
}
