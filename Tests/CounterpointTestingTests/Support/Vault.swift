import Counterpoint

/// A feature whose state other files can't create.
@Reducer struct Vault {
  @ObservableState struct State: Codable, Equatable {
    private var code: [Int]
    var tries = 0

    private init(code: [Int]) { self.code = code }

    static func locked() -> State { State(code: [4, 2]) }
  }

  enum Action: Codable {
    case open
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.tries += 1
      return .none
    }
  }
}
