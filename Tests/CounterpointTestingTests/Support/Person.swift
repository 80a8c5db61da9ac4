import Counterpoint

/// The feature of seed 003: an identity, an age and a mood.
@Reducer
struct Person {
  @ObservableState
  struct State: Equatable {
    var name = "Krzysztof"
    var surname = "Zabłocki"
    var age = 33
    var mood = 0
  }

  enum Action: Equatable {
    case changeIdentity(name: String, surname: String)
    case changeAge(Int)
    case changeMood(Int)
    case advanceAgeAndMoodAfterDelay
    case changeNothing
    case waitForEver
  }

  /// Whether the mood changes before the age.
  var isMoodFirst = false
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .changeIdentity(let name, let surname):
        state.name = name
        state.surname = surname
        return .none
      case .advanceAgeAndMoodAfterDelay:
        let actions: [Action] = [.changeAge(state.age + 1), .changeMood(state.mood + 1)]
        return .merge(
          (isMoodFirst ? actions.reversed() : actions).map { action in
            .run { [clock] send in
              try await clock.sleep(for: .seconds(1))
              await send(action)
            }
          }
        )
      case .changeAge(let age):
        state.age = age
        return .none
      case .changeMood(let mood):
        state.mood = mood
        return .none
      case .changeNothing:
        return .none
      case .waitForEver:
        return .run { [clock] _ in try await clock.sleep(for: .seconds(1_000_000)) }
      }
    }
  }
}
