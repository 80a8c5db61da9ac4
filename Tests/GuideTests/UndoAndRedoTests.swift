import Counterpoint
import CounterpointTesting
import Testing

// The code of the guide "Undo and redo", to the letter.

@Reducer
struct Checklist {
  @ObservableState
  struct State: Equatable {
    var items: [String] = []
    var selection: String?
    var history = UndoHistory<[String]>()
  }

  enum Action {
    case addTapped(String)
    case history(UndoAction)
    case itemTapped(String)
    case removeTapped(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped(let item):
        state.items.append(item)

      case .itemTapped(let item):
        state.selection = item

      case .removeTapped(let item):
        state.items.removeAll { $0 == item }

      case .history:
        // The items have been restored.
        if let selection = state.selection, !state.items.contains(selection) {
          state.selection = nil
        }
      }
      return .none
    }
    .undoable(\.items, history: \.history, action: \.history)
  }
}

@Test func aRemovalIsUndone() async {
  let store = TestStore(initialState: Checklist.State(items: ["Milk", "Bread"])) {
    Checklist()
  }

  await store.send(.removeTapped("Milk")) {
    $0.history.record($0.items)
    $0.items = ["Bread"]
  }
  await store.send(.history(.undo)) {
    $0.items = $0.history.undo($0.items)
  }
  #expect(store.state.items == ["Milk", "Bread"])
}

@Test func theSelectionIsCorrected() async {
  let store = TestStore(initialState: Checklist.State()) {
    Checklist()
  }

  await store.send(.addTapped("Milk")) {
    $0.history.record($0.items)
    $0.items = ["Milk"]
  }
  await store.send(.itemTapped("Milk")) { $0.selection = "Milk" }
  await store.send(.history(.undo)) {
    $0.items = $0.history.undo($0.items)
    $0.selection = nil
  }
}

@Reducer
struct Poster {
  struct Canvas: Equatable {
    var title = ""
    var position = 0
    var colors = ["black"]
  }

  @ObservableState
  struct State: Equatable {
    var canvas = Canvas()
    var history = UndoHistory<Canvas>()
  }

  enum Action {
    case colorsLoaded([String])
    case dragBegan
    case dragEnded
    case dragged(to: Int)
    case history(UndoAction)
    case titleChanged(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .colorsLoaded(let colors):
        state.canvas.colors = colors

      case .dragged(let position):
        state.canvas.position = position

      case .titleChanged(let title):
        state.canvas.title = title

      case .dragBegan, .dragEnded, .history:
        break
      }
      return .none
    }
    .undoable(\.canvas, history: \.history, action: \.history, limit: 1_000) { action in
      switch action {
      case .titleChanged: .group("title")
      case .dragBegan: .beginGroup
      case .dragEnded: .endGroup
      case .colorsLoaded: .excluded
      case .dragged, .history: .step
      }
    }
  }
}

@Test func aTitleAndADragAreOneStepEach() async {
  let store = TestStore(initialState: Poster.State()) {
    Poster()
  }

  await store.send(.titleChanged("H")) {
    $0.history.record($0.canvas)
    $0.canvas.title = "H"
  }
  await store.send(.titleChanged("Hi")) { $0.canvas.title = "Hi" }

  await store.send(.dragBegan)
  await store.send(.dragged(to: 1)) {
    $0.history.record($0.canvas)
    $0.canvas.position = 1
  }
  await store.send(.dragged(to: 2)) { $0.canvas.position = 2 }
  await store.send(.dragEnded)

  await store.send(.history(.undo)) {
    $0.canvas = $0.history.undo($0.canvas)
  }
  #expect(store.state.canvas == Poster.Canvas(title: "Hi"))
}

@Test func aResponseIsNoStep() async {
  let store = TestStore(initialState: Poster.State()) {
    Poster()
  }

  await store.send(.colorsLoaded(["red"])) { $0.canvas.colors = ["red"] }
  await store.send(.history(.undo))
}

@Reducer
struct Pantry {
  @ObservableState
  struct State: Equatable {
    @Shared(.inMemory("pantry")) var items: [String] = []
    var history = UndoHistory<[String]>()
  }

  enum Action {
    case addTapped(String)
    case history(UndoAction)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped(let item):
        state.$items.withLock { $0.append(item) }

      case .history:
        break
      }
      return .none
    }
    .undoable(shared: \.$items, history: \.history, action: \.history)
  }
}

@Test func aChangeIsUndoneUnlessAnotherFeatureFollows() async {
  let first = TestStore(initialState: Pantry.State()) { Pantry() }
  let second = TestStore(initialState: Pantry.State()) { Pantry() }

  await first.send(.addTapped("Rice")) {
    $0.history.record([])
    $0.$items.withLock { $0 = ["Rice"] }
  }
  await second.send(.addTapped("Salt")) {
    $0.history.record(["Rice"])
    $0.$items.withLock { $0 = ["Rice", "Salt"] }
  }
  // It would remove the salt too.
  await first.send(.history(.undo)) { $0.history.clear() }
  await second.send(.history(.undo)) {
    $0.history.undo(["Rice", "Salt"])
    $0.$items.withLock { $0 = ["Rice"] }
  }
}
