import Counterpoint

/// A counter whose actions are recorded.
@Reducer
struct Tally {
  @ObservableState
  struct State: Codable, Equatable {
    var count = 0
    var title = ""
  }

  enum Action: Codable, Sendable {
    case increment
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

/// A list of which one row changes at a time.
@Reducer
struct Register {
  struct Row: Codable, Equatable, Identifiable {
    let id: Int
    var count = 0
    var title: String
  }

  @ObservableState
  struct State: Codable, Equatable {
    var rows: IdentifiedArrayOf<Row>

    /// Creates a state of about 1 MB of JSON.
    static var large: State {
      State(
        rows: IdentifiedArray(
          uniqueElements: (0..<10_000).map { Row(id: $0, title: String(repeating: "row ", count: 17)) }
        )
      )
    }
  }

  enum Action: Codable, Sendable {
    case increment(id: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment(let id): state.rows[id: id]?.count += 1
      }
      return .none
    }
  }
}

/// A tree of features, in whose rows views change a field.
@Reducer
struct Outline {
  @Reducer
  struct Group {
    @Reducer
    struct Row {
      @ObservableState
      struct State: Codable, Equatable, Identifiable {
        let id: Int
        var count = 0
        var title = "row"
      }

      enum Action: Codable, Sendable {
        case increment
      }

      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.count += 1
          return .none
        }
      }
    }

    @ObservableState
    struct State: Codable, Equatable, Identifiable {
      let id: Int
      var rows: IdentifiedArrayOf<Row.State>
    }

    enum Action: Codable, Sendable {
      case rows(IdentifiedActionOf<Row>)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.rows, action: \.rows) { Row() }
    }
  }

  @ObservableState
  struct State: Codable, Equatable {
    var groups: IdentifiedArrayOf<Group.State>

    /// Creates a tree with ten rows in each group.
    init(rows count: Int) {
      groups = IdentifiedArray(
        uniqueElements: (0..<count / 10).map { group in
          Group.State(id: group, rows: IdentifiedArray(uniqueElements: (0..<10).map { Group.Row.State(id: $0) }))
        }
      )
    }
  }

  enum Action: Codable, Sendable {
    case groups(IdentifiedActionOf<Group>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.groups, action: \.groups) { Group() }
  }
}

/// Two counters that an exploration searches: 11 × 11 states.
@Reducer
struct Grid {
  @ObservableState
  struct State: Equatable {
    var x = 0
    var y = 0
  }

  enum Action: Sendable {
    case right
    case up
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .right: state.x += 1
      case .up: state.y += 1
      }
      return .none
    }
  }
}
