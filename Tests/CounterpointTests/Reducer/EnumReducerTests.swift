import Counterpoint
import CounterpointTestSupport
import Testing

extension Screens {
  /// Each feature of an enum with `@Reducer` runs in its own case.
  @MainActor
  @Suite struct EnumReducerTests {
    private func presenter(_ destination: Destination.State) -> StoreOf<Presenter> {
      Store(initialState: Presenter.State(destination: destination)) { Presenter() }
    }

    @Test func runsTheFeatureOfTheCase() {
      let store = presenter(.counter(Counting.State()))
      store.send(.destination(.counter(.increment)))
      #expect(store.withState(\.destination) == .counter(Counting.State(count: 1)))
      store.send(.destination(.counter(.incrementLater)))
      #expect(store.withState(\.destination.counter?.count) == 2)
    }

    @Test func runsTheReducerOfTheDefaultValue() {
      let store = presenter(.stepper(Counting.State()))
      store.send(.destination(.stepper(.increment)))
      #expect(store.withState(\.destination.stepper?.count) == 10)
    }

    @Test func keepsTheLabel() {
      let store = presenter(.again(item: Counting.State()))
      store.send(.destination(.again(item: .increment)))
      #expect(store.withState(\.destination) == .again(item: Counting.State(count: 1)))
    }

    @Test func runsAnEnumReducerInAnother() {
      let store = presenter(.settings(.sound(Counting.State())))
      store.send(.destination(.settings(.sound(.increment))))
      #expect(store.withState(\.destination.settings?.sound?.count) == 100)

      store.send(.show(.settings(.default(Counting.State()))))
      store.send(.destination(.settings(.default(.incrementLater))))
      #expect(store.withState(\.destination) == .settings(.default(Counting.State(count: 1))))
    }

    @Test func leavesDataToTheParent() {
      let store = presenter(.question(Question { TextState("Really?") }))
      store.send(.destination(.question(.no)))
      #expect(store.withState(\.destination.question?.title) == TextState("Really?"))
      store.send(.destination(.question(.yes)))
      #expect(store.withState(\.destination) == .list([1]))
    }

    @Test func reportsActionsOfAnotherCase() {
      let store = presenter(.nothing)
      let reported = issues { store.send(.destination(.counter(.increment))) }
      #expect(reported.count == 1)
      let message = reported.first?.message ?? ""
      #expect(message.contains("ifCaseLet") && message.contains("increment"))
      // The location is that of the enum, which the user can find.
      #expect(reported.first?.fileID.hasSuffix("Destination.swift") == true)
      #expect(store.withState(\.destination) == .nothing)
    }

    @Test func presentedPromptsGoWithTheirOwnActionsOnly() {
      let store = presenter(.nothing)
      for prompt in [
        Destination.State.alert(AlertState { TextState("Really?") }),
        .question(Question { TextState("Really?") }),
      ] {
        store.send(.present(prompt))
        #expect(issues { store.send(.sheet(.presented(.counter(.increment)))) }.count == 1)
        #expect(store.withState(\.sheet) == prompt)
        // A late answer to the other prompt.
        store.send(.sheet(.presented(prompt.is(\.alert) ? .question(.yes) : .alert(.yes))))
        #expect(store.withState(\.sheet) == prompt)
        store.send(.sheet(.presented(prompt.is(\.alert) ? .alert(.yes) : .question(.yes))))
        #expect(store.withState(\.sheet) == nil)
      }
    }

    @Test func runsInPresentationsAndStacks() {
      let store = presenter(.nothing)
      store.send(.present(.stepper(Counting.State())))
      store.send(.sheet(.presented(.stepper(.incrementLater))))
      #expect(store.withState(\.sheet) == .stepper(Counting.State(count: 10)))

      store.send(.path(.push(id: 0, state: .counter(Counting.State()))))
      store.send(.path(.element(id: 0, action: .counter(.increment))))
      #expect(store.withState { $0.path[id: 0] } == .counter(Counting.State(count: 1)))
    }

    @Test func everyCaseHasAPath() {
      #expect(
        Array(Destination.State.allCasePaths) == [
          \.counter, \.stepper, \.again, \.settings, \.alert, \.question, \.document, \.pair, \.list, \.nothing,
        ]
      )
      #expect(Array(Destination.Action.allCasePaths).count == 10)
      #expect(Destination.Action.counter(.increment).is(\.counter.increment))
      #expect(Destination.State.pair(1, name: "a").pair?.name == "a")
    }

    @Test func typesThatGenericCodeNeeds() {
      #expect(Destination.State.StateReducer.self == Destination.self)
      #expect(Settings.Body.State.StateReducer.self == Settings.self)
      // An enum reducer runs as an instance too, whose case means nothing.
      let store = Store(initialState: .counter(Counting.State())) { Destination.nothing }
      store.send(.counter(.increment))
      #expect(store.withState(\.counter?.count) == 1)
    }
  }
}
