import Counterpoint
import CounterpointTerminal
import GalleryTerminal

/// The gallery on a terminal, as a person plays it.
@MainActor
struct Person {
  static let size = TerminalSize(columns: 60, rows: 12)

  let store: StoreOf<Work>
  let screen: GalleryScreen

  init(
    log: [String] = logLines(count: 100),
    theme: Theme = .standard,
    edit: (@MainActor (String) async -> String?)? = nil
  ) {
    store = Store(initialState: Work.State(log: log)) { Work() }
    screen = GalleryScreen(store: store, theme: theme, edit: edit)
    send(.resize(Self.size))
  }

  /// - Returns: Whether the last key quits.
  @discardableResult
  func press(_ keys: Key...) -> Bool {
    keys.map { screen.command(for: .key($0)) }.last == .quit
  }

  func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  func send(_ event: TerminalEvent) { _ = screen.command(for: event) }

  func mouse(_ kind: MouseEvent.Kind, column: Int, row: Int) {
    send(.mouse(MouseEvent(kind, at: ScreenPosition(column: column, row: row))))
  }

  var shown: Screen { screen.screen(size: Self.size) }

  /// The visible text.
  var text: String { shown.plainText(size: Self.size) }
}
