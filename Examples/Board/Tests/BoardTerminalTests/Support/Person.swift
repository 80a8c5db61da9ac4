import Board
import BoardTerminal
import Counterpoint
import CounterpointTerminal

/// A board on a terminal, as a person types on it.
@MainActor
struct Person {
  static let size = TerminalSize(columns: 72, rows: 12)

  let board: Shared<CardBoard>
  let store: StoreOf<BoardFeature>
  let screen: BoardScreen

  init(cards: Int = 5) {
    let board = Shared<CardBoard>(value: .filled(cards))
    self.board = board
    store = Store(initialState: BoardFeature.State(board: board)) {
      BoardFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    screen = BoardScreen(store: store)
  }

  /// - Returns: Whether the last key quits.
  @discardableResult
  func press(_ keys: Key...) -> Bool {
    keys.map { screen.command(for: .key($0)) }.last == .quit
  }

  func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// The visible screen.
  var visible: Screen { screen.screen(size: Self.size) }
  /// The visible text.
  var text: String { visible.plainText(size: Self.size) }
  /// The titles of the cards by columns.
  var titles: [[String]] { board.wrappedValue.columns.map { $0.cards.map(\.title) } }
}
