import Counterpoint

/// A feature with an enum for its state.
@Reducer
struct Theme {
  enum State: Equatable {
    case plain
    case coloured(hue: Int)
  }

  @CasePathable
  enum Action {
    case chosen(hue: Int)
    case reset
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .chosen(let hue): state = .coloured(hue: hue)
      case .reset: state = .plain
      }
      return .none
    }
  }
}
