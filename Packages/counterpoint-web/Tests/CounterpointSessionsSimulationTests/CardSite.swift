import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
@_spi(Internals) import CounterpointSupport
import Foundation

/// A program with a list of cards for each visitor.
enum CardSite {
  struct State: Codable, Equatable, Sendable {
    var title = ""
    var cards: [String] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case add
    case typed(String)
  }

  static let key = SessionKey("000102030405060708090a0b0c0d0e0f")!

  static func site(_ visitors: any VisitorStore, saving: VisitorSaving = .everyAction) -> WebSite<State, Action> {
    WebSite(app, key: key, visitors: visitors, saving: saving)
  }

  private static let app = WebApp<State, Action>(
    title: "Cards",
    fields: { [WebField("title", $0.binding(get: \.title, send: Action.typed))] },
    initialState: { State() },
    store: { state, actor in
      Store(initialState: state, isolation: actor) {
        Reduce<State, Action> { state, action in
          switch action {
          case .typed(let title): state.title = title
          case .add:
            state.cards.append(state.title)
            state.title = ""
          }
          return .none
        }
      }
    },
    snapshot: { $0 },
    viewStore: { $0.view },
    screen: { state in
      html {
        Element.field("title", value: state.title)
        Element.button(Action.add) { "Add" }
        Element(.ul) { for card in state.cards { Element(.li, key: card) { card } } }
      }
    }
  )

  /// The cards on a page.
  static func cards(on page: [HTML]) -> [String] {
    page.flatMap { node -> [String] in
      guard case .element(let element) = node else { return [] }
      return element.name == "li" ? [element.text] : cards(on: element.children)
    }
  }
}

/// The cards that the site has acknowledged, by the numbers of their visitors.
final class Acknowledgements: Sendable {
  private let cards = Locked<[Int: [String]]>([:])
  private let areOver = Locked(false)

  /// Whether visitors add no more cards.
  var isOver: Bool { areOver.withLock(\.self) }

  /// Lets visitors add no more cards.
  func end() { areOver.withLock { $0 = true } }

  func acknowledge(_ card: String, by visitor: Int) { cards.withLock { $0[visitor, default: []].append(card) } }

  var count: Int { cards.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// Returns a text about a card that is on a page twice, or an acknowledged one that is missing; `nil` if none is.
  ///
  /// - Parameter isComplete: Whether the page is up to date.
  func damage(on page: [HTML], of visitor: Int, isComplete: Bool) -> String? {
    let shown = CardSite.cards(on: page)
    if Set(shown).count != shown.count { return "visitor \(visitor) sees a card twice: \(shown)" }
    guard isComplete else { return nil }
    let lost = cards.withLock { $0[visitor, default: []] }.filter { !shown.contains($0) }
    return lost.isEmpty ? nil : "visitor \(visitor) misses \(lost): \(shown)"
  }

  /// Adds cards, one after the other, and notes those that the site acknowledges.
  func addCards(
    _ visitor: TestVisitor<CardSite.State, CardSite.Action>,
    number: Int,
    every pause: Duration
  ) async throws {
    try await visitor.open()
    var count = 0
    while !isOver {
      count += 1
      let card = "v\(number)c\(count)"
      do {
        try await visitor.type(card, into: "title")
        try await visitor.click("Add")
        acknowledge(card, by: number)
      } catch let error as TestVisitorError where [403, 410].contains(error.status) {
        // The site has forgotten the page, and the card may be there.
        try await visitor.open()
      }
      try await Task.sleep(for: pause)
    }
  }
}
