import Counterpoint
import Testing

/// Bindings of features as people write them: with macros, and with operators that present and stack.
@MainActor
@Suite struct MacroBindingTests {
  @UIBindable private var store = Store(initialState: Shelf.State(), on: MainActor.shared) { Shelf() }

  @Test func properties() {
    $store.title.wrappedValue = "Fugues"
    store.label.color = "red"
    #expect(store.shout == "FUGUES")
    $store.label.color.wrappedValue += "dish"
    #expect(store.label.color == "reddish")
    #expect(Shelf.Action.set(\.title, "x").is(\.binding.title))
  }

  @Test func aDestination() {
    let destination = $store.scope(\.$destination, action: \.destination)
    #expect(destination.book.wrappedValue == nil)
    store.send(.bookTapped)
    #expect(destination.book.wrappedValue?.name == "Art of Fugue")
    #expect(destination.hint.wrappedValue == nil)
    destination.book.wrappedValue = nil
    #expect(store.destination == nil)
    store.send(.hintTapped)
    #expect(destination.hint.wrappedValue == "Press H")
    destination.hint.wrappedValue = nil
    #expect(store.destination == nil)
  }

  @Test func aChildOfADestination() throws {
    store.send(.bookTapped)
    @UIBindable var book = try #require($store.scope(\.$destination, action: \.destination).book.wrappedValue)
    $book.name.wrappedValue = "Musical Offering"
    #expect(store.destination == .book(Book.State(name: "Musical Offering")))
  }

  @Test func aStack() {
    let path = $store.scope(\.path, action: \.path).pathView()
    store.send(.deeperTapped)
    store.send(.deeperTapped)
    #expect(path.wrappedValue.count == 2)
    path.wrappedValue.removeLast()
    #expect(store.path.count == 1)
  }

  @Test func aScreensOwnActions() {
    @UIBindable var desk = Store(initialState: Desk.State()) { Desk() }
    desk.note = "a"
    $desk.note.wrappedValue += "b"
    #expect(desk.note == "ab")
  }
}

@Reducer
private struct Book {
  @ObservableState
  struct State: Equatable {
    var name = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}

@Reducer
private struct Shelf {
  @Reducer
  enum Destination {
    case book(Book)
    @ReducerCaseIgnored case hint(String)
  }

  @ObservableState
  struct Label: Equatable {
    var color = ""
  }

  @ObservableState
  struct State {
    var title = ""
    var shout = ""
    var label = Label()
    @Presents var destination: Destination.State?
    var path = StackState<Book.State>()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case bookTapped
    case hintTapped
    case deeperTapped
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Book>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.title): state.shout = state.title.uppercased()
      case .binding, .destination, .path: break
      case .bookTapped: state.destination = .book(Book.State(name: "Art of Fugue"))
      case .hintTapped: state.destination = .hint("Press H")
      case .deeperTapped: state.path.append(Book.State())
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path) { Book() }
  }
}

extension Shelf.Destination.State: Equatable {}

@Reducer
private struct Desk {
  @ObservableState
  struct State {
    var note = ""
  }

  enum Action: ViewAction {
    case view(View)

    enum View: BindableAction {
      case binding(BindingAction<State>)
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
  }
}
