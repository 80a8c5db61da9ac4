import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

/// The effects of mounts in a test store.
@Suite struct MountTests {
  private func makeStore(_ state: Lobby.State = Lobby.State()) -> TestStoreOf<Lobby> {
    TestStore(initialState: state) {
      Lobby()
    } withDependencies: {
      $0.messages = MessageClient { "welcome to \($0)" }
    }
  }

  @Test func theEffectOfTheRootIsReceivedFirst() async {
    let store = makeStore()
    await store.receive(\.news, "welcome to lobby") { $0.news = "welcome to lobby" }
    await store.send(.open("a")) { $0.room = Room.State(name: "a") }
    await store.receive(\.room.presented.heard, "welcome to a") { $0.room?.messages = ["welcome to a"] }
    await store.send(.room(.dismiss)) { $0.room = nil }
  }

  /// The effects run as soon as the test waits, so that a `send` right after the creation is handled before.
  @Test func anActionRightAfterTheCreationIsHandledFirst() async {
    let store = makeStore()
    await store.send(.open("a")) { $0.room = Room.State(name: "a") }
    await store.receive(\.news, "welcome to lobby") { $0.news = "welcome to lobby" }
    await store.receive(\.room.presented.heard, "welcome to a") { $0.room?.messages = ["welcome to a"] }
  }

  @Test func parentsStartBeforeChildrenAndElementsInOrder() async {
    var state = Lobby.State()
    state.room = Room.State(name: "a")
    state.rooms = [Room.State(name: "c"), Room.State(name: "b")]
    let store = makeStore(state)
    await store.receive(\.news, "welcome to lobby") { $0.news = "welcome to lobby" }
    await store.receive(\.room.presented.heard, "welcome to a") { $0.room?.messages = ["welcome to a"] }
    await store.receive(\.rooms[id: "c"].heard, "welcome to c") { $0.rooms[id: "c"]?.messages = ["welcome to c"] }
    await store.receive(\.rooms[id: "b"].heard, "welcome to b") { $0.rooms[id: "b"]?.messages = ["welcome to b"] }
  }

  @Test func anActionOfTheMountIsAssertedLikeAnyOther() async {
    let store = TestStore(initialState: Counting.State()) { Counting() }
    await store.receive(\.increment) { $0.count = 1 }
    await store.send(.increment) { $0.count = 2 }
  }

  @Test func theEffectsOfAnActionStartBeforeDismountsAndMounts() async {
    let log = Recorder<String>()
    let store = TestStore(initialState: Lobby.State()) {
      Lobby()
    } withDependencies: {
      $0.messages = MessageClient(
        welcome: { $0 },
        leave: { log.note("-\($0)") },
        join: { log.note("+\($0)") },
        opening: { log.note("opening \($0)") }
      )
    }
    store.exhaustivity = .off
    await store.send(.open("a"))
    await store.send(.open("b"))
    #expect(log.entries == ["+lobby", "opening a", "+a", "opening b", "-a", "+b"])
  }

  /// The body that `@Reducer` writes for an enum is type-erased.
  @Test func aFeatureInAnEnumOfFeaturesIsMounted() async {
    let log = Recorder<String>()
    let store = TestStore(initialState: House.State()) {
      House()
    } withDependencies: {
      $0.messages = MessageClient(welcome: { $0 }, leave: { log.note("-\($0)") }, join: { log.note("+\($0)") })
    }
    await store.send(.visit("a")) { $0.destination = .room(Room.State(name: "a")) }
    await store.receive(\.destination.presented.room.heard, "a") {
      $0.destination = .room(Room.State(name: "a", messages: ["a"]))
    }
    await store.send(.count) { $0.destination = .counting(Counting.State()) }
    await store.receive(\.destination.presented.counting.increment) {
      $0.destination = .counting(Counting.State(count: 1))
    }
    #expect(log.entries == ["+a", "-a"])
  }

  @Test func anEffectOfTheRootThatIsStillRunningFails() async throws {
    let clock = TestClock()
    let failures = await issues {
      let store = TestStore(initialState: Counting.State()) {
        Counting(isStarting: false).onMount { _ in .run { _ in try await clock.sleep(for: .seconds(1)) } }
      }
      await store.send(.increment) { $0.count = 1 }
    }
    #expect(failures.count == 1)
    let failure = try #require(failures.first)
    #expect(failure.headline.hasPrefix("An effect that began when a feature was mounted with the store is still in"))
    #expect(failure.fileID.hasSuffix("MountTests.swift"))
  }

  @Test func anEffectOfAMountThatIsStillRunningFails() async throws {
    let clock = TestClock()
    let failures = await issues {
      let store = TestStore(initialState: Branching.State()) { Branching(clock: clock) }
      await store.send(.toggle) { $0.child = Counting.State() }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.contains("An effect of '.toggle'") == true)
  }

  @Test func effectsOfTheRootCanBeSkipped() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counting.State()) {
      Counting(isStarting: false).onMount { _ in .run { _ in try await clock.sleep(for: .seconds(1)) } }
    }
    let notices = await issues { await store.skipInFlightEffects() }
    #expect(notices.map(\.headline) == ["Skipped assertions: 1 effect in flight was skipped, of:"])
  }

  @Test func theExplorerMountsTheRoot() async {
    let report = await explore(
      Counting.State(),
      depth: 2,
      invariants: [.always("the start was counted") { $0.count > 0 }]
    ) { _ in
      [.increment]
    } reducer: {
      Counting()
    }
    #expect(report.counterexample == nil)
    #expect(report.states > 1)
  }

  @Test func aRecordedTestReceivesWhatTheRootSends() async {
    let source = await TestStore.record([.increment], initialState: Counting.State()) { Counting() }
    let steps = source.split(separator: "\n").filter { $0.contains("await store.") }
    #expect(steps.map { $0.contains("receive") } == [true, false])
  }
}

struct MessageClient: Sendable {
  var welcome: @Sendable (String) -> String
  var leave: @Sendable (String) -> Void = { _ in }
  var join: @Sendable (String) -> Void = { _ in }
  var opening: @Sendable (String) -> Void = { _ in }
}

extension MessageClient: TestDependencyKey {
  static var testValue: MessageClient { MessageClient { $0 } }
}

extension DependencyValues {
  var messages: MessageClient {
    get { self[MessageClient.self] }
    set { self[MessageClient.self] = newValue }
  }
}

@Reducer
struct Room {
  @ObservableState
  struct State: Equatable, Identifiable {
    let name: String
    var messages: [String] = []
    var id: String { name }
  }

  enum Action {
    case heard(String)
  }

  @Dependency(\.messages) var messages

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .heard(let message):
        state.messages.append(message)
        return .none
      }
    }
    .onMount { state in
      .run { [name = state.name] send in
        messages.join(name)
        await send(.heard(messages.welcome(name)))
      }
    }
    .onDismount(keeping: \.name) { name in
      .run { _ in messages.leave(name) }
    }
  }
}

@Reducer
struct Lobby {
  @ObservableState
  struct State: Equatable {
    var news = ""
    @Presents var room: Room.State?
    var rooms: IdentifiedArrayOf<Room.State> = []
  }

  enum Action {
    case news(String)
    case open(String)
    case room(PresentationAction<Room.Action>)
    case rooms(IdentifiedActionOf<Room>)
  }

  @Dependency(\.messages) var messages

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .news(let news):
        state.news = news
        return .none
      case .open(let name):
        state.room = Room.State(name: name)
        return .run { _ in messages.opening(name) }
      case .room, .rooms:
        return .none
      }
    }
    .onMount { _ in
      .run { send in
        messages.join("lobby")
        await send(.news(messages.welcome("lobby")))
      }
    }
    .ifLet(\.$room, action: \.room) { Room() }
    .forEach(\.rooms, action: \.rooms) { Room() }
  }
}

@Reducer
struct Counting {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case increment
  }

  var isStarting = true

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      return .none
    }
    .onMount { _ in isStarting ? .send(.increment) : .none }
  }
}

@Reducer
struct Branching {
  @ObservableState
  struct State: Equatable {
    var child: Counting.State?
  }

  enum Action {
    case toggle
    case child(Counting.Action)
  }

  let clock: TestClock<Duration>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .toggle = action { state.child = state.child == nil ? Counting.State() : nil }
      return .none
    }
    .ifLet(\.child, action: \.child) {
      Counting(isStarting: false).onMount { _ in .run { _ in try await clock.sleep(for: .seconds(1)) } }
    }
  }
}

@Reducer
struct House {
  @Reducer
  enum Destination {
    case counting(Counting)
    case room(Room)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }

  enum Action {
    case count
    case destination(PresentationAction<Destination.Action>)
    case visit(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .count: state.destination = .counting(Counting.State())
      case .visit(let name): state.destination = .room(Room.State(name: name))
      case .destination: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension House.Destination.State: Equatable {}
