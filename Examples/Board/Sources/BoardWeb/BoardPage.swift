public import Board
public import Counterpoint

/// The board in a browser.
public enum BoardPage {
  /// Exactly what is shown. The cards are not copied into it: a rendering reads the rows that the page has.
  public struct State: Equatable, Sendable {
    /// The cards.
    public let board: BoardReference
    /// Whether there is a change to undo.
    public let canUndo: Bool
    /// The editor of a card; `nil` if none is open.
    public let editor: CardEditor?
    /// This visitor among the members.
    public let me: Member.ID?
    /// The present visitors.
    public let members: [Member]
    /// The card of the page, if it does not exist.
    public let missingCard: Card.ID?
    /// The result of the last action; empty if there is nothing to report.
    public let message: String
    /// The title of the next card.
    public let newTitle: String
    /// The text that titles have to contain; empty for all cards.
    public let search: String
    /// The card that the visitor moves.
    public let selection: Card.ID?

    /// The name of the visitor.
    public var name: String { members.first { $0.id == me }?.name ?? "" }
    /// The title in the editor.
    public var title: String { editor?.title ?? "" }
    /// The notes in the editor.
    public var notes: String { editor?.notes ?? "" }
    /// The route of the page.
    public var route: BoardRoute {
      if let missingCard { return .card(missingCard) }
      if let editor { return .card(editor.original.id) }
      return .board(search: search.isEmpty ? nil : search)
    }
  }

  /// Exactly what a visitor can do.
  public enum Action: Codable, Equatable, Sendable {
    case addButtonClicked(Column.ID)
    case deleteButtonClicked(Card.ID)
    case drop(Card.ID, CardPlace)
    case move(Card.ID, CardDirection)
    case nameButtonClicked
    case nameTyped(String)
    case newTitleTyped(String)
    case notesTyped(String)
    case opened(BoardRoute)
    case saveButtonClicked
    case searchButtonClicked
    case searchTyped(String)
    case select(Card.ID?)
    case titleTyped(String)
    case undoButtonClicked
  }
}

/// The shared board with its revision. Two references are equal if their revisions are, in O(1).
public struct BoardReference: Equatable, Sendable {
  private let board: Shared<CardBoard>
  private let revision: Int

  /// Creates a reference to the current revision.
  ///
  /// - Parameter board: The shared board.
  public init(_ board: Shared<CardBoard>) {
    self.board = board
    self.revision = board.wrappedValue.revision
  }

  /// The newest board. A rendering reads it once, so its counts and its rows belong together. Nothing keeps a copy, so
  /// the next change of a column happens in place.
  var current: CardBoard { board.wrappedValue }

  /// Compares the revisions.
  public static func == (left: Self, right: Self) -> Bool { left.revision == right.revision }
}

extension BoardPage.State {
  /// Creates the page's state from the feature's.
  public init(state: BoardFeature.State) {
    self.board = BoardReference(state.$board)
    self.canUndo = state.lastChange != nil
    self.editor = state.editor
    self.me = state.me
    self.members = state.members.elements
    self.missingCard = state.missingCard
    self.message = state.message
    self.newTitle = state.newTitle
    self.search = state.search
    self.selection = state.selection
  }
}

extension BoardFeature.Action {
  /// Converts a visitor's action to the feature's.
  public init(pageAction action: BoardPage.Action) {
    switch action {
    case .addButtonClicked(let column): self = .addButtonTapped(column)
    case .deleteButtonClicked(let id): self = .deleteButtonTapped(id)
    case .drop(let id, let place): self = .cardDropped(id, place)
    case .move(let id, let direction): self = .moveButtonTapped(id, direction)
    case .nameButtonClicked: self = .nameSubmitted
    case .nameTyped(let name): self = .nameChanged(name)
    case .newTitleTyped(let title): self = .newTitleChanged(title)
    case .notesTyped(let notes): self = .notesChanged(notes)
    case .opened(.board(let search)): self = .boardOpened(search: search ?? "")
    case .opened(.card(let id)): self = .editButtonTapped(id)
    case .saveButtonClicked: self = .saveButtonTapped
    case .searchButtonClicked: self = .searchSubmitted
    case .searchTyped(let search): self = .searchChanged(search)
    case .select(let id): self = .cardSelected(id)
    case .titleTyped(let title): self = .titleChanged(title)
    case .undoButtonClicked: self = .undoButtonTapped
    }
  }
}

extension StoreOf<BoardFeature> {
  /// The board as a page shows it.
  public var page: ViewStore<BoardPage.State, BoardPage.Action> {
    view(state: BoardPage.State.init(state:), action: BoardFeature.Action.init(pageAction:))
  }
}
