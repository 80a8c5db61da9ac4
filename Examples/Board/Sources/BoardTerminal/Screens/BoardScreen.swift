public import Board
public import Counterpoint
import CounterpointTerminal

/// The board on a terminal. Use it on the store's actor.
public struct BoardScreen {
  @UIBindable var store: StoreOf<BoardFeature>
  @UIBinding var local: LocalState

  /// Creates the screen of a board. Copies share the cursor.
  ///
  /// - Parameter store: The board.
  public init(store: StoreOf<BoardFeature>) {
    self._store = UIBindable(wrappedValue: store)
    self._local = UIBinding(wrappedValue: LocalState())
  }
}

/// The state of the terminal, which is not part of the feature.
struct LocalState: Equatable {
  /// The meaning of keys.
  enum Mode: Equatable {
    /// The arrow keys move the cursor.
    case browsing
    /// The arrow keys move the card.
    case moving
    /// The keys edit the title of a new card, the text of the search, or the title of a card.
    case adding, searching, editing
  }

  var mode = Mode.browsing
  /// The text that is edited.
  var field = TextField()
  /// The position of the cursor while it is on no card.
  var cursor = Cursor()
}

/// The position of the cursor.
struct Cursor: Equatable {
  var column = 0
  var row = 0
}

extension BoardScreen {
  /// The cards of a column that are shown.
  func cards(of column: Column) -> BoardRows {
    store.search.isEmpty ? .all(column.cards) : .found(column.cards(matching: store.search))
  }

  /// The position of the cursor: on its card, wherever other visitors have moved that card, or in an empty place.
  var cursor: Cursor {
    let board = store.board
    if let id = store.selection, let place = board.place(of: id), let column = board.columns.index(id: place.column) {
      if store.search.isEmpty { return Cursor(column: column, row: place.index) }
      if let row = cards(of: board.columns[column]).index(of: id) { return Cursor(column: column, row: row) }
    }
    let column = min(local.cursor.column, board.columns.count - 1)
    return Cursor(column: column, row: min(local.cursor.row, max(cards(of: board.columns[column]).count - 1, 0)))
  }

  /// The card at the cursor; `nil` in an empty column.
  var card: Card? {
    let cursor = cursor
    let cards = cards(of: store.board.columns[cursor.column])
    return cards.indices.contains(cursor.row) ? cards[cursor.row] : nil
  }

  /// Moves the cursor.
  func moveCursor(_ direction: CardDirection) {
    var cursor = cursor
    let columns = store.board.columns
    switch direction {
    case .left: cursor.column = max(cursor.column - 1, 0)
    case .right: cursor.column = min(cursor.column + 1, columns.count - 1)
    case .up: cursor.row -= 1
    case .down: cursor.row += 1
    }
    let cards = cards(of: columns[cursor.column])
    cursor.row = max(min(cursor.row, cards.count - 1), 0)
    local.cursor = cursor
    store.send(.cardSelected(cards.isEmpty ? nil : cards[cursor.row].id))
  }
}

/// The shown cards of a column, without a copy of those that no search has selected.
enum BoardRows: RandomAccessCollection {
  case all(IdentifiedArrayOf<Card>)
  case found([Card])

  var startIndex: Int { 0 }
  var endIndex: Int {
    switch self {
    case .all(let cards): cards.count
    case .found(let cards): cards.count
    }
  }

  subscript(index: Int) -> Card {
    switch self {
    case .all(let cards): cards[index]
    case .found(let cards): cards[index]
    }
  }

  /// The index of a card.
  func index(of id: Card.ID) -> Int? {
    switch self {
    case .all(let cards): cards.index(id: id)
    case .found(let cards): cards.firstIndex { $0.id == id }
    }
  }
}
