import CaseKeyPaths
import CounterpointCore
import Testing

// The code of the guide "Work without macros", to the letter.

struct Lamp: Reducer {
  struct State: Equatable {
    var isOn = false
  }

  enum Action: CasePathable {
    case toggled
    case dimmed(Double)

    struct AllCasePaths: Sendable {
      var dimmed: AnyCasePath<Action, Double> {
        AnyCasePath(embed: { .dimmed($0) }, extract: { if case .dimmed(let level) = $0 { level } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .toggled: state.isOn.toggle()
      case .dimmed(let level): state.isOn = level > 0
      }
      return .none
    }
  }
}

@MainActor
@Test func aLampWithoutMacros() {
  let store = Store(initialState: Lamp.State()) { Lamp() }
  store.send(.toggled)
  #expect(store.withState(\.isOn))
  #expect(Lamp.Action.dimmed(0.5)[case: \.dimmed] == 0.5)
}
