import Counterpoint
import CounterpointTestSupport
import Observation
import Testing

extension Screens {
  /// Enums with `@Reducer` on stacks and in presentations, through their stores.
  @MainActor
  @Suite struct EnumStackTests {
    private let store: StoreOf<Presenter>

    init() {
      store = Store(
        initialState: Presenter.State(
          path: StackState([
            .counter(Counting.State()), .settings(.sound(Counting.State())),
            .question(Question { TextState("Really?") }),
            .list([1, 2]),
          ])
        )
      ) {
        Presenter()
      }
    }

    private func element(_ number: Int) throws -> StoreOf<Destination> {
      let id = store.withState { Array($0.path.ids)[number] }
      return try #require(store.scope(\.path, action: \.path).scope(id: id))
    }

    @Test func theCaseOfAnElement() throws {
      let element = try element(0)
      let counter = try #require(element.case.counter)
      counter.send(.incrementLater)
      #expect(counter.count == 1)
      #expect(element.case.counter === counter)
      #expect(element.case.stepper == nil)
      #expect(store.withState { $0.path.first } == .counter(Counting.State(count: 1)))
    }

    @Test func anEnumInAnElement() throws {
      let settings = try #require(try element(1).case.settings)
      settings.case.sound?.send(.increment)
      #expect(settings.withState(\.sound?.count) == 100)
      #expect(settings.case.default == nil)
    }

    @Test func dataInAnElement() throws {
      #expect(try element(2).case.question?.title == TextState("Really?"))
      #expect(try element(3).case.list == [1, 2])
    }

    /// A presentation clears its prompt; an element of a stack stays until it is popped.
    @Test func aPromptOnAStackStaysUntilItIsPopped() throws {
      let id = store.withState { Array($0.path.ids)[2] }
      try element(2).send(.question(.yes))
      #expect(store.withState(\.path.count) == 4)
      store.send(.path(.popFrom(id: id)))
      #expect(store.withState(\.path.count) == 2)
    }

    @Test func anElementThatGoesOverToAnotherCase() throws {
      let element = try element(0)
      let counter = try #require(element.case.counter)
      counter.send(.increment)
      let id = store.withState { Array($0.path.ids)[0] }
      #expect(
        notifications(reading: { _ = element.case }, during: { store.send(.replace(id, .stepper(.init()))) }) == 1
      )
      #expect(element.case.counter == nil)
      element.case.stepper?.send(.increment)
      #expect(store.withState { $0.path[id: id] } == .stepper(Counting.State(count: 10)))
      // The store of the counter shows it as it was.
      #expect(counter.count == 1)
      let reported = issues { counter.send(.increment) }
      #expect(reported.count == 1)
      #expect(reported.first?.message.contains("ifCaseLet") == true)
    }

    @Test func whoReadsTheCaseIsNotToldOfWhatHappensInside() throws {
      let element = try element(0)
      #expect(
        notifications(reading: { _ = element.case }, during: { element.case.counter?.send(.increment) }) == 0
      )
      #expect(
        notifications(
          reading: { _ = element.case.counter?.count },
          during: { element.case.counter?.send(.increment) }
        ) == 1
      )
      #expect(
        notifications(reading: { _ = store.path }, during: { element.case.counter?.send(.increment) }) == 0
      )
    }

    @Test func anElementByItsID() throws {
      let id = store.withState { Array($0.path.ids)[0] }
      let element = try #require(store.scope(\.path[id: id], action: \.path[id: id]))
      element.send(.counter(.increment))
      #expect(element.case.counter?.count == 1)
      #expect(
        Presenter.Action.path(.element(id: id, action: .counter(.increment))).is(\.path[id: id].counter.increment)
      )
      #expect(store.withState { $0.path[id: id, case: \.counter]?.count } == 1)
    }

    @Test func theCollectionOfAllElements() {
      let elements: StoreCollection<StackElementID, Destination.State, Destination.Action> = store.scope(
        \.path,
        action: \.path
      )
      #expect(elements.map { $0.case.is(\.counter) } == [true, false, false, false])
    }

    // MARK: Presentations

    @Test func theCaseOfWhatIsPresented() throws {
      store.send(.present(.counter(Counting.State())))
      let sheet = try #require(store.scope(\.sheet, action: \.sheet.presented))
      let counter = try #require(sheet.case.counter)
      counter.send(.increment)
      #expect(store.sheet?.counter?.count == 1)
      #expect(store.scope(\.sheet?.counter, action: \.sheet.counter)?.count == 1)
      #expect(store.scope(\.sheet?.stepper, action: \.sheet.stepper) == nil)
    }

    @Test func anAlertIsData() {
      store.send(.present(.alert(AlertState { TextState("Really?") })))
      let sheet = store.scope(\.sheet, action: \.sheet.presented)
      #expect(sheet?.case.alert?.title == TextState("Really?"))
      store.send(.sheet(.presented(.alert(.yes))))
      #expect(store.sheet == nil)
      #expect(store.scope(\.sheet, action: \.sheet.presented) == nil)
    }

    @Test func aPromptThatTheParentReplacesStays() {
      store.send(.present(.question(Question { TextState("Really?") })))
      let next = Destination.State.alert(AlertState { TextState("Surely?") })
      let store = Store(initialState: store.withState { $0 }) {
        CombineReducers {
          Reduce<Presenter.State, Presenter.Action> { state, action in
            if case .sheet(.presented(.question)) = action { state.sheet = next }
            return .none
          }
        }
        .ifLet(\.$sheet, action: \.sheet)
      }
      store.send(.sheet(.presented(.question(.yes))))
      #expect(store.sheet == next)
    }
  }
}
