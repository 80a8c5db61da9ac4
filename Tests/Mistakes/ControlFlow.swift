import Counterpoint

// Mistakes that the compiler finds only in a file without others.

@Reducer
struct Counter {
  @ObservableState
  struct State {
    var count = 0
  }

  enum Action {
    case tap
    case reset
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let number: Int
      switch action {
      case .tap:
        state.count += number  // error: constant 'number' used before being initialized
      case .reset:
        state.count = 0
        return .none
      }
    }  // error: missing return in closure expected to return 'Effect<Counter.Action>'
  }
}

@Reducer
struct StateInATask {
  @ObservableState
  struct State {
    var count = 0
  }

  enum Action {
    case tap
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      Task { state.count += 1 }  // error: escaping closure captures 'inout' parameter 'state'
      return .none
    }
  }
}

@Reducer
struct StateInACallback {
  @ObservableState
  struct State {
    var count = 0
  }

  enum Action {
    case tap
  }

  let later: (@escaping () -> Void) -> Void

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      later { state.count += 1 }  // error: escaping closure captures 'inout' parameter 'state'
      return .none
    }
  }
}
