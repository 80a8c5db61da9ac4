import Counterpoint
import CounterpointHTML
import CounterpointRoutes
import CounterpointSessions

/// A program with addresses, for plays in browsers: a list of books with a search, a page of each book with a form for
/// notes, and a form for new books that leads to the page of the book.
@Reducer
struct Library {
  @CasePathable
  enum Route: Codable, Hashable {
    case shelf
    case book(Int)
    case search(String)
    case new
    /// Leads to the shelf, as a page does that a visitor may not see.
    case locked

    static let routes = Routes<Self> {
      CounterpointRoutes.Route(\.shelf)
      CounterpointRoutes.Route(\.book) {
        "books"
        Component(Int.self)
      }
      CounterpointRoutes.Route(\.search) {
        "search"
        Query("q", String.self)
      }
      CounterpointRoutes.Route(\.new) { "new" }
      CounterpointRoutes.Route(\.locked) { "locked" }
    }
  }

  struct Book: Equatable {
    var title: String
    var notes: [String] = []
  }

  @ObservableState
  struct State: Equatable {
    @Shared(.books) var books
    var route = Route.shelf
    /// The number of clicks since this store was made.
    var count = 0
    var note = ""
    var title = ""

    /// The book of the page; `nil` if there is none with this number.
    var book: Book? {
      guard case .book(let number) = route, books.indices.contains(number) else { return nil }
      return books[number]
    }

    var text: String {
      if case .search(let text) = route { text } else { "" }
    }
  }

  enum Action: Codable {
    case opened(Route)
    case countButtonClicked
    case nextButtonClicked
    case noteChanged(String), noteAdded
    case searchChanged(String)
    case titleChanged(String), bookAdded
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .opened(.locked): state.route = .shelf
      case .opened(let route):
        state.route = route
        state.note = ""
      case .countButtonClicked: state.count += 1
      case .nextButtonClicked:
        if case .book(let number) = state.route { state.route = .book((number + 1) % state.books.count) }
      case .noteChanged(let text): state.note = text
      case .noteAdded:
        guard case .book(let number) = state.route, state.book != nil else { break }
        let note = state.note
        state.$books.withLock { $0[number].notes.append(note) }
        state.note = ""
      case .searchChanged(let text): if text != state.text { state.route = .search(text) }
      case .titleChanged(let text): state.title = text
      case .bookAdded:
        guard !state.title.isEmpty else { break }
        let book = Book(title: state.title)
        state.$books.withLock { $0.append(book) }
        state.route = .book(state.books.count - 1)
        state.title = ""
      }
      return .none
    }
  }
}

extension SharedKey where Self == InMemoryKey<[Library.Book]>.Default {
  fileprivate static var books: Self {
    Self[.inMemory("books"), default: (0..<100).map { Library.Book(title: "Book \($0)") }]
  }
}

extension Library {
  static let app = WebApp<State, Action>(
    title: "Library",
    addresses: WebAddresses(
      Route.routes,
      route: \.route,
      action: { .opened($0) },
      replaces: { old, new in
        if case (.search, .search) = (old, new) { true } else { false }
      },
      notFound: {
        html {
          Element(.main) {
            Element(.h1, .id("missing")) { "The library has no such page" }
            Element.link(to: Route.shelf, in: Route.routes, .id("to-shelf")) { "Shelf" }
          }
        }
      }
    ),
    head: { state in
      guard case .book = state.route else { return PageHead() }
      return state.book.map { PageHead(title: $0.title) } ?? PageHead(title: "No such book", isFound: false)
    },
    fields: { store in
      [
        WebField("note", store.binding(get: \.note, send: Action.noteChanged)),
        WebField("search", store.binding(get: \.text, send: Action.searchChanged)),
        WebField("title", store.binding(get: \.title, send: Action.titleChanged)),
      ]
    },
    viewStore: { actor in Store(initialState: State(), isolation: actor) { Library() }.view },
    screen: { state in
      html {
        Element(.nav, .label("Library")) {
          Element.link(to: Route.shelf, in: Route.routes, .id("shelf")) { "Shelf" }
          " "
          Element.link(to: Route.search(""), in: Route.routes, .id("search")) { "Search" }
          " "
          Element.link(to: Route.new, in: Route.routes, .id("new")) { "New book" }
          " "
          Element.link(to: Route.locked, in: Route.routes, .id("locked")) { "Locked" }
          " "
          Element.link(to: Route.book(4242), in: Route.routes, .id("book-4242")) { "Lost book" }
          " "
          Element(.a, .href("/elsewhere"), .id("elsewhere")) { "Elsewhere" }
        }
        Element(.main) {
          page(state)
          Element.button(Action.countButtonClicked, .id("count")) { "Count" }
          Element(.output, .id("counted")) { "\(state.count)" }
        }
      }
    }
  )

  @HTMLBuilder private static func page(_ state: State) -> [HTML] {
    switch state.route {
    case .shelf, .locked:
      Element(.h1) { "Shelf" }
      list(state.books.indices, state)
    case .search(let text):
      Element(.h1) { "Search" }
      Element.field("search", label: "Title", .text(text))
      list(state.books.indices.filter { state.books[$0].title.contains(text) }, state)
    case .book:
      if let book = state.book {
        Element(.h1) { book.title }
        Element.form(submit: Action.noteAdded, .id("notes")) {
          Element.field("note", label: "Note", .text(state.note), sends: .onSubmit)
          Element.button(Action.noteAdded, .id("add-note")) { "Add" }
        }
        Element(.ul, .id("noted")) {
          for (index, note) in book.notes.enumerated() { Element(.li, key: "\(index)") { note } }
        }
        Element.button(Action.nextButtonClicked, .id("next")) { "Next" }
      } else {
        Element(.h1) { "No such book" }
      }
    case .new:
      Element(.h1) { "New book" }
      Element.form(submit: Action.bookAdded) {
        Element.field("title", label: "Title", .text(state.title))
        Element.button(Action.bookAdded, .id("add-book")) { "Add" }
      }
    }
  }

  private static func list(_ numbers: some Sequence<Int>, _ state: State) -> Element {
    Element(.ul, .id("books")) {
      for number in numbers {
        Element(.li, key: "\(number)") {
          Element.link(to: Route.book(number), in: Route.routes, .id("book-\(number)")) { state.books[number].title }
        }
      }
    }
  }
}
