import Counterpoint

extension Telephony {
  @Reducer
  struct Phone {
    let countryCode: String

    enum Action: Equatable {
      case dialled(String)
      case called
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .dialled(let number):
          state.number = countryCode + number
          return .send(.called)
        case .called:
          state.calls += 1
          return .none
        }
      }
    }
  }
}

extension Telephony.Phone {
  struct State: Equatable {
    var number = ""
    var calls = 0
  }
}
