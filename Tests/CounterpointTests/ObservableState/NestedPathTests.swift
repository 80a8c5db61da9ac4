import Counterpoint
import Testing

/// Law 4 for paths that lead through several observable states: `\.shelf.box.rows`.
@MainActor
@Suite struct NestedPathTests {
  private let store: StoreOf<PathHouseEditor>

  init() {
    store = Store(initialState: PathHouse()) { PathHouseEditor() }
  }

  private func address(_ rows: [Int]) -> Int {
    unsafe rows.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }

  /// Sends actions, after each of which the rows must be where they were.
  private func expectInPlace(_ rows: (PathHouse) -> [Int], _ action: PathHouseEditor.Action) {
    let before = store.withState { address(rows($0)) }
    for _ in 0..<4 {
      store.send(action)
      #expect(store.withState { address(rows($0)) } == before)
    }
    #expect(store.withState { rows($0)[3] } == 4)
  }

  @Test func aFieldOfAField() {
    expectInPlace(\.shelf.rows, .rows(3))
  }

  @Test func threeDeep() {
    expectInPlace(\.shelf.box.rows, .boxRows(3))
  }

  @Test func anOptionalInside() {
    expectInPlace({ $0.shelf.spare?.rows ?? [] }, .spare(.touch(3)))
  }

  @Test func whatIsPresentedInside() {
    expectInPlace({ $0.shelf.sheet?.rows ?? [] }, .sheet(.presented(.touch(3))))
  }

  @Test func aListInside() {
    expectInPlace({ $0.shelf.list[id: 1]?.rows ?? [] }, .list(.element(id: 1, action: .touch(3))))
  }

  @Test func aStackInside() throws {
    let id = try #require(store.withState { $0.shelf.path.ids.first })
    expectInPlace({ $0.shelf.path.first?.rows ?? [] }, .path(.element(id: id, action: .touch(3))))
  }

  @Test func aComputedPropertyIsWrittenThroughItsSetter() {
    store.send(.computed(3))
    #expect(store.withState(\.shelf.rows)[3] == 1)
    #expect(store.withState(\.writes) == 1)
  }

  // MARK: Notifications

  @Test func anObserverOfTheFieldIsNotified() {
    #expect(notifications(reading: { _ = store.shelf.box.rows }, during: { store.send(.boxRows(3)) }) == 1)
    #expect(notifications(reading: { _ = store.shelf.rows }, during: { store.send(.boxRows(3)) }) == 0)
    #expect(notifications(reading: { _ = store.shelf.box }, during: { store.send(.boxRows(3)) }) == 0)
    #expect(notifications(reading: { _ = store.shelf }, during: { store.send(.boxRows(3)) }) == 0)
    #expect(notifications(reading: { _ = store.writes }, during: { store.send(.boxRows(3)) }) == 0)
  }

  @Test func whoHasTheStoreIsTold() {
    let box = store.scope(\.shelf.box, action: \.box)
    #expect(notifications(reading: { _ = box.rows }, during: { store.send(.boxRows(3)) }) == 1)
    #expect(notifications(reading: { _ = box.rows }, during: { store.send(.box(.touch(3))) }) == 1)
    #expect(notifications(reading: { _ = box.rows }, during: { store.send(.rows(3)) }) == 0)
    #expect(notifications(reading: { _ = box.state }, during: { store.send(.replaceBox) }) == 1)
    #expect(notifications(reading: { _ = box.state }, during: { store.send(.replaceShelf) }) == 1)
  }

  @Test func aCopyTakenBeforeAnEditInsideIsAnother() {
    let shelf = store.withState(\.shelf)
    let box = shelf.box
    store.send(.boxRows(3))
    #expect(store.withState(\.shelf)._$id != shelf._$id)
    #expect(store.withState(\.shelf.box)._$id != box._$id)
    #expect(notifications(reading: { _ = store.shelf.box.rows }, during: { store.send(.putBack(shelf)) }) == 1)
  }
}

@ObservableState
struct PathHouse {
  var shelf = PathShelf()
  var writes = 0

  var computed: [Int] {
    get { shelf.rows }
    set {
      shelf.rows = newValue
      writes += 1
    }
  }
}

@ObservableState
struct PathShelf {
  var rows = Array(repeating: 0, count: 1_000)
  var box = PathBox.State()
  var spare: PathBox.State? = PathBox.State()
  @Presents var sheet: PathBox.State? = PathBox.State()
  var list: IdentifiedArrayOf<PathBox.State> = [PathBox.State(id: 1)]
  var path = StackState([PathBox.State()])
}

@Reducer
struct PathBox {
  @ObservableState
  struct State: Identifiable {
    var id = 0
    var rows = Array(repeating: 0, count: 1_000)
  }

  enum Action {
    case touch(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .touch(let row): state.rows[row] += 1
      }
      return .none
    }
  }
}

struct PathHouseEditor: Reducer {
  typealias State = PathHouse

  @CasePathable
  enum Action {
    case rows(Int)
    case boxRows(Int)
    case computed(Int)
    case box(PathBox.Action)
    case spare(PathBox.Action)
    case sheet(PresentationAction<PathBox.Action>)
    case list(IdentifiedActionOf<PathBox>)
    case path(StackActionOf<PathBox>)
    case replaceBox
    case replaceShelf
    case putBack(PathShelf)
  }

  private var touch: Reduce<[Int], Int> {
    Reduce { rows, row in
      rows[row] += 1
      return .none
    }
  }

  var body: some Reducer<PathHouse, Action> {
    Scope(\.shelf.rows, action: \.rows) { touch }
    Scope(\.shelf.box.rows, action: \.boxRows) { touch }
    Scope(\.computed, action: \.computed) { touch }
    Scope(\.shelf.box, action: \.box) { PathBox() }
    Reduce { state, action in
      switch action {
      case .replaceBox: state.shelf.box = PathBox.State()
      case .replaceShelf: state.shelf = PathShelf()
      case .putBack(let shelf): state.shelf = shelf
      default: break
      }
      return .none
    }
    .ifLet(\.shelf.spare, action: \.spare) { PathBox() }
    .ifLet(\.shelf.$sheet, action: \.sheet) { PathBox() }
    .forEach(\.shelf.list, action: \.list) { PathBox() }
    .forEach(\.shelf.path, action: \.path) { PathBox() }
  }
}
