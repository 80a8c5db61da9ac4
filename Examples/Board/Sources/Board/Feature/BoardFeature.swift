public import Counterpoint

/// A board that many visitors see and change at once.
@Reducer
public struct BoardFeature {
  /// The state of one visitor, with the values that all share.
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The cards of all visitors.
    @Shared public var board: CardBoard
    /// The editor of a card; `nil` if none is open.
    public internal(set) var editor: CardEditor?
    /// The last change of this visitor, which can be undone; `nil` if there is none.
    public internal(set) var lastChange: CardChange?
    /// This visitor among the members; `nil` before they have joined.
    public internal(set) var me: Member.ID?
    /// The present visitors.
    @Shared(.presence) public var members
    /// The result of the last action; empty if there is nothing to report.
    public internal(set) var message = ""
    /// The card that was to be opened, if it does not exist.
    public internal(set) var missingCard: Card.ID?
    /// The title of the next card.
    public internal(set) var newTitle = ""
    /// The text that titles have to contain; empty for all cards.
    public internal(set) var search = ""
    /// The card that the visitor is on; `nil` if there is none.
    public internal(set) var selection: Card.ID?

    /// Creates a state.
    ///
    /// - Parameter board: The cards of all visitors.
    public init(board: Shared<CardBoard>) {
      self._board = board
    }
  }

  /// The actions of a visitor.
  @CasePathable
  public enum Action: Codable, Equatable, Sendable {
    /// Adds a card with the entered title to a column.
    case addButtonTapped(Column.ID)
    /// The visitor is among the members from now on.
    case arrived(Member.ID)
    /// Leaves the card, and shows the cards with a text in their titles.
    case boardOpened(search: String)
    /// Moves a card to a place.
    case cardDropped(Card.ID, CardPlace)
    /// The visitor is on a card, or on none.
    case cardSelected(Card.ID?)
    /// Deletes a card.
    case deleteButtonTapped(Card.ID)
    /// Opens the editor of a card.
    case editButtonTapped(Card.ID)
    /// Closes the editor without a change.
    case editorDismissed
    /// The visitor sees the board.
    case joined
    /// The visitor no longer sees the board.
    case left
    /// Moves a card by one.
    case moveButtonTapped(Card.ID, CardDirection)
    /// Changes the name of the visitor.
    case nameChanged(String)
    /// Reports the name of the visitor.
    case nameSubmitted
    /// Changes the title of the next card.
    case newTitleChanged(String)
    /// Changes the notes in the editor.
    case notesChanged(String)
    /// Stores what was edited.
    case saveButtonTapped
    /// Shows only the cards with a text in their titles.
    case searchChanged(String)
    /// Reports the number of found cards.
    case searchSubmitted
    /// Changes the title in the editor.
    case titleChanged(String)
    /// Undoes the last move or deletion of the visitor.
    case undoButtonTapped
  }

  /// The maximum lengths of texts.
  public enum Limit {
    /// The number of characters of a name.
    public static let name = 30
    /// The number of characters of the notes of a card.
    public static let notes = 5_000
    /// The number of characters of the text of a search.
    public static let search = 100
    /// The number of characters of a title.
    public static let title = 200
  }

  private enum CancelID { case presence }

  @Dependency(\.uuid) private var uuid

  /// Creates the feature.
  public init() {}

  /// Changes the shared values by small operations, so the changes of all visitors survive.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .joined:
        return join(&state)
      case .arrived(let id):
        state.arrive(id)
      case .left:
        state.me = nil
        return .cancel(id: CancelID.presence)
      case .nameChanged(let name):
        state.rename(to: name)
      case .nameSubmitted:
        state.reportName()
      case .cardSelected(let id):
        state.message = ""
        if let id, state.board[id] == nil { state.reportMissingCard() } else { state.select(id) }
      case .newTitleChanged(let title):
        state.newTitle = title.line(limit: Limit.title)
      case .addButtonTapped(let column):
        state.add(to: column, id: uuid())
      case .moveButtonTapped(let id, let direction):
        state.move(id) { $0.move(id, direction) }
      case .cardDropped(let id, let place):
        state.move(id) { $0.move(id, to: place) }
      case .deleteButtonTapped(let id):
        state.delete(id)
      case .undoButtonTapped:
        state.undo()
      case .editButtonTapped(let id):
        state.edit(id)
      case .titleChanged(let title):
        state.editor?.title = title.line(limit: Limit.title)
      case .notesChanged(let notes):
        state.editor?.notes = String(notes.prefix(Limit.notes))
      case .saveButtonTapped:
        state.save()
      case .editorDismissed:
        state.closeEditor()
        state.message = ""
      case .searchChanged(let search):
        state.search = search.line(limit: Limit.search)
      case .searchSubmitted:
        state.reportFoundCards()
      case .boardOpened(let search):
        state.closeEditor()
        state.search = search.line(limit: Limit.search)
      }
      return .none
    }
  }

  /// Adds the visitor to the members for the lifetime of the effect, which is at most that of the store.
  private func join(_ state: inout State) -> Effect<Action> {
    guard state.me == nil else { return .none }
    let id = uuid()
    state.me = id
    return .run { [members = state.$members] send in
      await send(.arrived(id))
      // Suspended until the effect is canceled, for example because the page was closed.
      for await _ in AsyncStream<Never>.makeStream().stream {}
      members.withLock { _ = $0.remove(id: id) }
    }
    .cancellable(id: CancelID.presence)
  }
}
