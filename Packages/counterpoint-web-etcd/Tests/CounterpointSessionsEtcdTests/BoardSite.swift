import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsEtcd
import DependencyInjection
import Foundation
import StateSharing
import StateSharingEtcd

/// A program with one list of cards for all visitors, which is in the cluster.
enum BoardSite {
  /// The part of a visitor's state that moves between the servers.
  struct Draft: Codable, Equatable, Sendable {
    var title = ""
    /// The cards that are not in the cluster yet, as far as the visitor's store knows.
    var pending: [String] = []
  }

  struct State: Sendable {
    var draft: Draft
    @Shared var cards: [String]
  }

  struct ViewState: Equatable, Sendable {
    var title: String
    var cards: [String]
  }

  enum Action: Codable, Equatable, Sendable {
    case add
    case typed(String)
    case stored(String)
    case restored
  }

  static let key = SessionKey("000102030405060708090a0b0c0d0e0f")!

  /// Creates the site in the program of a server.
  static func make() -> WebSite<ViewState, Action> {
    @Dependency(\.etcd) var cluster
    let cards = Shared(wrappedValue: [String](), .etcd("cards"))
    return WebSite(app(cards), key: key, visitors: EtcdVisitorStore(cluster), saving: .everyAction)
  }

  private static func app(_ cards: Shared<[String]>) -> WebApp<ViewState, Action> {
    WebApp(
      title: "Board",
      fields: { [WebField("title", $0.binding(get: \.title, send: Action.typed))] },
      initialState: { Draft() },
      store: { draft, actor in
        Store(initialState: State(draft: draft, cards: cards), isolation: actor) { Reduce(Self.reduce) }
      },
      snapshot: { $0.draft },
      restored: Action.restored,
      viewStore: { store in
        store.view(
          state: { ViewState(title: $0.draft.title, cards: $0.cards) },
          action: { $0 as Action }
        )
      },
      screen: { state in
        html {
          Element.field("title", value: state.title)
          Element.button(Action.add) { "Add" }
          Element(.ul) { for card in state.cards { Element(.li, key: card) { card } } }
        }
      }
    )
  }

  private static func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .typed(let title):
      state.draft.title = title
      return .none
    case .add:
      // Another one each time, so that an action that is handled twice adds two.
      @Dependency(\.uuid) var uuid
      let card = "\(state.draft.title) \(uuid().uuidString.prefix(8))"
      state.draft.title = ""
      state.draft.pending.append(card)
      return store(card, in: state.$cards)
    case .stored(let card):
      state.draft.pending.removeAll { $0 == card }
      return .none
    case .restored:
      return .merge(state.draft.pending.map { store($0, in: state.$cards) })
    }
  }

  /// Stores a card in the cluster, once, however often it is called.
  private static func store(_ card: String, in cards: Shared<[String]>) -> Effect<Action> {
    .run { send in
      while true {
        do {
          try await cards.withTransaction { if !$0.contains(card) { $0.append(card) } }
          break
        } catch let error where !(error is CancellationError) {
          try await Task.sleep(for: .milliseconds(200))
        }
      }
      await send(.stored(card))
    }
  }

  /// The cards on a page.
  static func cards(on page: [HTML]) -> [String] {
    page.markup.split(separator: "<li>").dropFirst().map { String($0.prefix { $0 != "<" }) }
  }

  /// The title of a card, as a visitor has typed it.
  static func title(of card: String) -> String { String(card.prefix { $0 != " " }) }
}
