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
