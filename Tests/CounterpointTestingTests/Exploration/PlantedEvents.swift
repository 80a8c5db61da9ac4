import Counterpoint
import CounterpointTesting

/// A stopwatch whose "stop" doesn't end the ticks.
@Reducer struct GhostTicks {
  @ObservableState struct State: Equatable {
    var isOn = false
    var ghosts = 0
  }
  enum Action: Equatable { case startTapped, stopTapped, tick }
  var isFixed = false

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startTapped:
        state.isOn = true
        return .run { [clock] send in
          for _ in 0..<3 {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
        .cancellable(id: "ticks", cancelInFlight: true)
      case .stopTapped:
        state.isOn = false
        return isFixed ? .cancel(id: "ticks") : .none
      case .tick:
        if !state.isOn { state.ghosts += 1 }
        return .none
      }
    }
  }
}

/// Two alarms at the same time, of which only one order is right.
@Reducer struct TwoAlarms {
  @ObservableState struct State: Equatable {
    var isSet = false
    var rung: [String] = []
  }
  enum Action: Equatable { case setTapped, rang(String) }
  var isFixed = false

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .setTapped:
        state.isSet = true
        return .merge(
          ["first", "second"].map { name in
            .run { [clock] send in
              try await clock.sleep(for: .seconds(1))
              await send(.rang(name))
            }
          }
        )
      case .rang(let name):
        if !isFixed || name == "first" || state.rung == ["first"] { state.rung.append(name) }
        return .none
      }
    }
  }
}

/// A feature whose initial effect breaks it.
@Reducer struct BrokenAtStart {
  @ObservableState struct State: Equatable { var count = 0 }
  enum Action: Equatable { case broke, tapped }
  var isFixed = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .broke = action, !isFixed { state.count += 1 }
      return .none
    }
    .onMount { _ in .run { send in await send(.broke) } }
  }
}

/// A text whose undo is counted.
@Reducer struct CountedUndo {
  @ObservableState struct State: Equatable {
    var text = "a"
    var undone = 0
    var history = UndoHistory<String>()
  }
  enum Action: Equatable {
    case edited(String)
    case history(UndoAction)
  }
  var isFixed = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edited(let text): state.text = text
      case .history(.undo): if !isFixed { state.undone += 1 }
      case .history: break
      }
      return .none
    }
    .undoable(\.text, history: \.history, action: \.history)
  }
}

/// A login with a password that no source can contain.
@Reducer struct SecretLogin {
  struct Password: Equatable {
    private let characters: [Character]
    init(_ text: String) { characters = Array(text) }
  }
  @ObservableState struct State: Equatable { var failures = 0 }
  enum Action: Equatable { case logIn(Password), retry }
  var isFixed = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .logIn(Password("wrong")) = action, !isFixed { state.failures += 1 }
      return .none
    }
  }
}

/// A list that removes a row for each of two taps, although there is only one.
@Reducer struct Fragile {
  @ObservableState struct State: Equatable { var rows = ["a"] }
  enum Action: Equatable { case deleteTapped, deleted }
  var isFixed = false

  @Dependency(QueryClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteTapped:
        return .run { [client] send in
          _ = try? await client.load("row")
          await send(.deleted)
        }
      case .deleted:
        // Traps if there is no row.
        if !isFixed || !state.rows.isEmpty { state.rows.removeLast() }
        return .none
      }
    }
  }
}

/// A delivery that must come after the order, which two effects send.
@Reducer struct Parcels {
  @ObservableState struct State: Equatable { var isPaid = false }
  enum Action: Equatable { case orderTapped, paid, delivered }
  var isFixed = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .orderTapped:
        return .merge(.run { await $0(.paid) }, .run { await $0(.delivered) })
      case .paid:
        state.isPaid = true
      case .delivered:
        precondition(isFixed || state.isPaid, "The parcel is not paid.")
      }
      return .none
    }
  }
}
