import Counterpoint
import Observation
import Synchronization
import Testing

extension Screens {
  /// `store.case`: the store of the feature that is there, or the data.
  @MainActor
  @Suite struct StoreCaseTests {
    private func store(_ state: Destination.State) -> StoreOf<Destination> {
      Store(initialState: state) { Destination.body }
    }

    @Test func features() {
      let root = store(.counter(Counting.State(count: 1)))
      guard case .counter(let counter) = root.case else {
        Issue.record("The state is a counter.")
        return
      }
      #expect(counter.count == 1)
      counter.send(.increment)
      #expect(root.withState { $0 } == .counter(Counting.State(count: 2)))
      #expect(root.case.counter === counter)
      #expect(root.case.stepper == nil)

      #expect(store(.again(item: Counting.State(count: 3))).case.again?.count == 3)
    }

    @Test func otherEnumReducers() {
      let root = store(.settings(.default(Counting.State())))
      let counter = root.case.settings?.case.default
      counter?.send(.increment)
      #expect(root.withState(\.settings?.default?.count) == 1)
      #expect(root.case.settings?.case.sound == nil)
    }

    @Test func data() {
      let question = Question { TextState("Really?") }
      #expect(store(.question(question)).case.question == question)
      #expect(store(.document(Document(title: "Plan"))).case.document == Document(title: "Plan"))
      #expect(store(.list([1, 2])).case.list == [1, 2])
      #expect(store(.nothing).case.is(\.nothing))
      guard case .pair(1, name: "a") = store(.pair(1, name: "a")).case else {
        Issue.record("The values belong to the case.")
        return
      }
    }

    @Test func dataWithActionsOfItsOwn() {
      let root = Store(initialState: Sheet.State.title("Plan")) {
        Reduce<Sheet.State, Sheet.Action> { state, action in
          if case .title(let title) = action { state = .title(title) }
          return .none
        }
      }
      let title = root.case.title
      #expect(title?.withState { $0 } == "Plan")
      title?.send("Map")
      #expect(root.withState { $0 } == .title("Map"))

      root.send(.title("Atlas"))
      #expect(title?.withState { $0 } == "Atlas")
    }

    @Test func tellsWhenTheCaseChangesAndNotWhenAFeatureDoes() {
      let root = Store(initialState: Presenter.State(destination: .counter(Counting.State()))) { Presenter() }
      let destination = root.scope(\.destination, action: \.destination)
      let told = Tally()
      withObservationTracking {
        _ = destination.case
      } onChange: {
        told.note()
      }
      root.send(.destination(.counter(.increment)))
      #expect(told.count == 0)
      root.send(.show(.nothing))
      #expect(told.count == 1)
      #expect(destination.case.is(\.nothing))
    }

    @Test func onAnyActor() async {
      await Desk().use()
    }
  }

  private actor Desk {
    func use() {
      let store = Store(initialState: .counter(Counting.State())) { Destination.body }
      store.case.counter?.send(.increment)
      #expect(store.withState(\.counter?.count) == 1)
    }
  }

  @Reducer
  enum Sheet {
    @ReducerCaseIgnored case title(String)
    @ReducerCaseIgnored case number(Int)
    case other

    enum Action {
      case title(String)
      case number(Never)
      case other
    }
  }
}

extension Screens.Sheet.State: Equatable {}

/// Counts, on whatever thread.
private final class Tally: Sendable {
  private let times = Atomic<Int>(0)

  var count: Int { times.load(ordering: .sequentiallyConsistent) }

  func note() {
    times.add(1, ordering: .sequentiallyConsistent)
  }
}
