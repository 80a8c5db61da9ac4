import Counterpoint
import Testing

/// Screens that send what a user did there, whatever they are.
@MainActor
@Suite struct ViewActionTests {
  private let store = Store(initialState: Tally.State(), on: MainActor.shared) { Tally() }

  @Test func aValue() {
    let screen = TallyScreen(store: store)
    screen.send(.plus)
    screen.send(.add(3))
    #expect(store.withState(\.count) == 4)
  }

  @Test func anObjectOnTheMainActor() {
    let controller = TallyController(store: store)
    controller.plusTapped()
    #expect(store.withState(\.count) == 1)
  }

  @Test func effectsCanBeWaitedFor() async {
    await TallyScreen(store: store).send(.later).finish()
    #expect(store.withState(\.count) == 10)
  }

  @Test func whatIsGeneric() {
    func press<Screen: ViewActionSending<Tally.State, Tally.Action>>(_ screen: Screen) { screen.send(.plus) }
    press(TallyScreen(store: store))
    #expect(store.withState(\.count) == 1)
  }
}

private struct Tally: Reducer {
  @ObservableState
  struct State {
    var count = 0
  }

  enum Action: ViewAction {
    case answered(Int)
    case view(View)

    enum View {
      case plus, add(Int), later
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .answered(let number):
        state.count += number
      case .view(.plus):
        state.count += 1
      case .view(.add(let number)):
        state.count += number
      case .view(.later):
        return .run { send in await send(.answered(10)) }
      }
      return .none
    }
  }
}

@ViewAction(for: Tally.self)
private struct TallyScreen {
  let store: StoreOf<Tally>
}

@MainActor
@ViewAction(for: Tally.self)
private final class TallyController {
  let store: StoreOf<Tally>

  init(store: StoreOf<Tally>) {
    self.store = store
  }

  func plusTapped() {
    send(.plus)
  }
}
