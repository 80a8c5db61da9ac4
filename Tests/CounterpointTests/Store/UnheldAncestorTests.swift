import Counterpoint
import OrderedCollections
import Testing

/// A store that is held without the stores above it follows its state all the same: the state of a row's child, or of a
/// screen in a stack.
@MainActor
@Suite struct UnheldAncestorTests {
  @Reducer struct Leaf {
    @ObservableState struct State: Equatable, Identifiable {
      var id = 0
      var n = 0
    }
    enum Action: Sendable { case increment }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.n += 1
        return .none
      }
    }
  }

  @Reducer enum Mode { case one(Leaf), other(Leaf) }

  /// A feature with a leaf in each kind of place.
  @Reducer struct Row {
    @ObservableState struct State: Identifiable {
      var id = 0
      var child = Leaf.State()
      var optional: Leaf.State? = Leaf.State()
      @Presents var sheet: Leaf.State? = Leaf.State()
      var rows: IdentifiedArrayOf<Leaf.State> = [Leaf.State()]
      var mode = Mode.State.one(Leaf.State())

      mutating func setAll(_ n: Int) {
        child.n = n
        optional?.n = n
        sheet?.n = n
        rows[id: 0]?.n = n
        mode.modify(\.one) { $0.n = n }
      }
    }
    enum Action: Sendable {
      case child(Leaf.Action)
      case optional(Leaf.Action)
      case sheet(PresentationAction<Leaf.Action>)
      case rows(IdentifiedActionOf<Leaf>)
      case mode(Mode.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(\.child, action: \.child) { Leaf() }
      Scope(\.mode, action: \.mode) { Mode.body }
      EmptyReducer()
        .ifLet(\.optional, action: \.optional) { Leaf() }
        .ifLet(\.$sheet, action: \.sheet) { Leaf() }
        .forEach(\.rows, action: \.rows) { Leaf() }
    }
  }

  @Reducer enum Screen { case leaf(Leaf), row(Row) }

  /// A root with a row in each kind of place.
  @Reducer struct Root {
    @ObservableState struct State {
      var screens = StackState<Screen.State>([.row(Row.State())])
      var path = StackState<Row.State>([Row.State()])
      var rows: IdentifiedArrayOf<Row.State> = [Row.State()]
      var optional: Row.State? = Row.State()
      @Presents var sheet: Row.State? = Row.State()
      @Presents var destination: Screen.State? = .row(Row.State())

      /// Edits each row in place.
      mutating func edit(_ edit: (inout Row.State) -> Void) {
        screens[id: screens.ids[0]]?.modify(\.row, edit)
        path[id: path.ids[0]].map { _ in edit(&path[id: path.ids[0]]!) }
        edit(&rows[id: 0]!)
        edit(&optional!)
        edit(&sheet!)
        destination?.modify(\.row, edit)
      }

      /// Assigns each row.
      mutating func assign(_ make: (Row.State) -> Row.State) {
        if case .row(let row) = screens[id: screens.ids[0]] { screens[id: screens.ids[0]] = .row(make(row)) }
        path[id: path.ids[0]] = make(path[0])
        rows[id: 0] = make(rows[0])
        optional = optional.map(make)
        sheet = sheet.map(make)
        if case .row(let row) = destination { destination = .row(make(row)) }
      }

      mutating func removeAll() {
        screens.removeAll()
        path.removeAll()
        rows.removeAll()
        (optional, sheet, destination) = (nil, nil, nil)
      }
    }
    enum Action {
      case edit(@Sendable (inout State) -> Void)
      case screens(StackActionOf<Screen>)
      case path(StackActionOf<Row>)
      case rows(IdentifiedActionOf<Row>)
      case optional(Row.Action)
      case sheet(PresentationAction<Row.Action>)
      case destination(PresentationAction<Screen.Action>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .edit(let edit) = action { edit(&state) }
        return .none
      }
      .forEach(\.screens, action: \.screens)
      .forEach(\.path, action: \.path) { Row() }
      .forEach(\.rows, action: \.rows) { Row() }
      .ifLet(\.optional, action: \.optional) { Row() }
      .ifLet(\.$sheet, action: \.sheet) { Row() }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  enum RowPlace: CaseIterable { case screens, path, rows, optional, sheet, destination, destinationCase }
  enum LeafPlace: CaseIterable { case child, optional, sheet, rows, mode, modeCase }

  let root = Store(initialState: Root.State(), on: MainActor.shared) { Root() }

  private func row(_ place: RowPlace) throws -> StoreOf<Row> {
    switch place {
    case .screens: try #require(root.scope(\.screens, action: \.screens)[0].case.row)
    case .path: root.scope(\.path, action: \.path)[0]
    case .rows: root.scope(\.rows, action: \.rows)[0]
    case .optional: try #require(root.scope(\.optional, action: \.optional))
    case .sheet: try #require(root.scope(\.sheet, action: \.sheet.presented))
    case .destination: try #require(root.scope(\.destination?.row, action: \.destination.row))
    case .destinationCase: try #require(root.scope(\.destination, action: \.destination.presented)?.case.row)
    }
  }

  private func leaf(_ place: LeafPlace, of row: StoreOf<Row>) throws -> StoreOf<Leaf> {
    switch place {
    case .child: row.scope(\.child, action: \.child)
    case .optional: try #require(row.scope(\.optional, action: \.optional))
    case .sheet: try #require(row.scope(\.sheet, action: \.sheet.presented))
    case .rows: row.scope(\.rows, action: \.rows)[0]
    case .mode: try #require(row.scope(\.mode, action: \.mode).scope(\.one, action: \.one))
    case .modeCase: try #require(row.scope(\.mode, action: \.mode).case.one)
    }
  }

  private func edit(_ edit: @escaping @Sendable (inout Root.State) -> Void) { root.send(.edit(edit)) }

  @Test(arguments: RowPlace.allCases, LeafPlace.allCases)
  func aLeafFollowsItsState(_ rowPlace: RowPlace, _ leafPlace: LeafPlace) throws {
    let leaf = try leaf(leafPlace, of: row(rowPlace))
    let changes: [(n: Int, change: () -> Void)] = [
      (1, { leaf.send(.increment) }),
      (70, { edit { $0.edit { $0.setAll(70) } } }),
      (71, { leaf.send(.increment) }),
      (
        80,
        {
          edit { state in
            state.assign { row in
              var row = row
              row.setAll(80)
              return row
            }
          }
        }
      ),
      (
        50,
        {
          edit { state in
            state.assign { _ in
              var row = Row.State()
              row.setAll(50)
              return row
            }
          }
        }
      ),
      (51, { leaf.send(.increment) }),
    ]
    for (n, change) in changes {
      #expect(notifications(reading: { _ = leaf.n }, during: change) == 1)
      #expect(leaf.n == n)
    }
    edit { $0.removeAll() }
    #expect(leaf.n == 51)
    edit { $0 = Root.State() }
    #expect(leaf.n == 51)
  }

  /// The store of an element is found again by what is held below it.
  @Test func theStoreOfAnElementIsTheSameForAllBelowIt() throws {
    for place in [RowPlace.path, .rows] {
      let leaf = try leaf(.child, of: row(place))
      #expect(try self.leaf(.child, of: row(place)) === leaf)
    }
  }
}
