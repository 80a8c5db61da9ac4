public import Board
public import Counterpoint
public import CounterpointSessions

extension WebApp<BoardPage.State, BoardPage.Action> {
  /// The board for browsers. All visitors share the cards, and see each other.
  ///
  /// - Parameter board: The cards.
  public static func board(_ board: Shared<CardBoard>) -> Self {
    WebApp(
      title: "Board",
      styleSheet: standardStyleSheet + String(decoding: PackageResources.board_css, as: UTF8.self),
      assets: [.script("/board.js", String(decoding: PackageResources.board_js, as: UTF8.self))],
      addresses: WebAddresses(
        BoardRoute.routes,
        route: \.route,
        action: { .opened($0) },
        replaces: { old, new in
          // Each step of a search takes the place of the last one.
          guard case (.board, .board) = (old, new) else { return false }
          return true
        }
      ),
      head: { state in
        guard let editor = state.editor else { return PageHead() }
        return PageHead(title: "\(editor.original.title) – Board")
      },
      fields: { store in
        [
          WebField("name", store.binding(get: \.name, send: BoardPage.Action.nameTyped)),
          WebField("new", store.binding(get: \.newTitle, send: BoardPage.Action.newTitleTyped)),
          WebField("notes", store.binding(get: \.notes, send: BoardPage.Action.notesTyped)),
          WebField("search", store.binding(get: \.search, send: BoardPage.Action.searchTyped)),
          WebField("title", store.binding(get: \.title, send: BoardPage.Action.titleTyped)),
        ]
      },
      hookEvents: [
        HookEvent(CardDrop.event, CardDrop.self) { drop, state in
          guard drop.index >= 0, state.board.current.columns[id: drop.column] != nil else { return nil }
          return .drop(drop.id, CardPlace(column: drop.column, index: drop.index))
        }
      ],
      viewStore: { actor in
        let store = Store(initialState: BoardFeature.State(board: board), isolation: actor) { BoardFeature() }
        store.send(.joined)
        return store.page
      },
      screen: \.html
    )
  }
}
