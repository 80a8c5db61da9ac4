import Counterpoint
import Testing

/// Features that `@Reducer` completes: they compile, wherever they stand, and they run.
@MainActor
@Suite struct StructReducerTests {
  @Test func featuresOfSeveralFiles() {
    let store = Store(initialState: Contacts.State()) { Contacts() }

    store.send(.first(.phone(.dialled("22"))))
    #expect(store.withState(\.first.phone) == Telephony.Phone.State(number: "+4822", calls: 1))
    #expect(store.withState(\.log) == ["called Blob"])

    store.send(.second(.renamed("Blob II")))
    #expect(store.withState(\.log) == ["called Blob", "renamed to Blob II"])

    store.scope(\.first.phone, action: \.first.phone).send(.called)
    #expect(store.withState(\.first.phone.calls) == 2)
  }

  @Test func statesThatAreEnums() {
    let store = Store(initialState: Theme.State.plain) { Theme() }
    store.send(.chosen(hue: 120))
    #expect(store.withState { $0.is(\.coloured) })
    // The state has dynamic members.
    #expect(store.withState(\.coloured) == 120)
    store.send(.reset)
    #expect(store.withState(\.coloured) == nil)
  }

  @Test func genericFeatures() {
    let store = Store(initialState: History<Int>.State()) { History(limit: 2) }
    for value in 1...3 { store.send(.added(value)) }
    #expect(store.withState(\.values) == [2, 3])
    #expect(History<Int>.Action.added(3)[case: \.added] == 3)
  }

  @Test func typesFromTheLogic() {
    let stored = Store(initialState: 1) { Stored() }
    stored.send(true)
    #expect(stored.withState { $0 } == 2)

    let concrete = Store(initialState: 1) { Concrete() }
    concrete.send(true)
    #expect(concrete.withState { $0 } == 0)

    let opaque = Store(initialState: 1) { Opaque() }
    opaque.send(true)
    #expect(opaque.withState { $0 } == 10)

    let passed = Store(initialState: 1) { PassedOn<Int, Bool>(base: Stored().eraseToReduce()) }
    passed.send(true)
    #expect(passed.withState { $0 } == 2)
  }

  @Test func buildersOfEveryBody() {
    let store = Store(initialState: 1) { Branches(isDoubling: true) }
    store.send(true)
    #expect(store.withState { $0 } == 4)
  }

  @Test func conformancesByHand() {
    let store = Store(initialState: ByHand.State()) { ByHand() }
    store.send(.tap)
    #expect(store.withState(\.count) == 1)
    #expect(ByHand.Action.tap.is(\.tap))
  }
}

extension StructReducerTests {
  @Reducer
  struct History<Value: Equatable & Sendable> {
    let limit: Int

    struct State: Equatable {
      var values: [Value] = []
    }

    enum Action: Equatable {
      case added(Value)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .added(let value):
          state.values = (state.values + [value]).suffix(limit)
          return .none
        }
      }
    }
  }

  @Reducer
  struct Stored {
    let body = Reduce<Int, Bool> { state, _ in
      state += 1
      return .none
    }
  }

  @Reducer
  struct Concrete {
    var body: Reduce<Int, Bool> {
      Reduce { state, _ in
        state = 0
        return .none
      }
    }
  }

  @Reducer
  struct Opaque {
    var body: some Reducer<Int, Bool> {
      return Reduce { state, _ in
        state = 10
        return .none
      }
    }
  }

  /// The state and the action are generic parameters.
  @Reducer
  struct PassedOn<State, Action> {
    let base: Reduce<State, Action>

    var body: some Reducer<State, Action> { base }
  }

  @Reducer
  struct Branches {
    var isDoubling = false

    var body: some Reducer<Int, Bool> {
      if isDoubling {
        Reduce { state, _ in
          state *= 2
          return .none
        }
      }
      Stored()
      Stored()
    }
  }

  @Reducer
  struct ByHand: Counterpoint.Reducer {
    struct State: Equatable {
      var count = 0
    }

    enum Action: Counterpoint.CasePathable {
      case tap
    }

    @ReducerBuilder<Self.State, Action>
    var body: some Counterpoint.ReducerOf<Self> {
      EmptyReducer()
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }
}
