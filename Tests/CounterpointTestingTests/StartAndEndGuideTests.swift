import Counterpoint
import CounterpointTesting
import Testing

// The code of the guide "Start and end with a feature", to the letter.

@DependencyClient
struct ChatClient: Sendable {
  var messages: @Sendable (_ room: String) -> AsyncStream<String> = { _ in AsyncStream { $0.finish() } }
  var search: @Sendable (_ query: String) async throws -> [String]
  var leave: @Sendable (_ room: String) async -> Void
}

extension ChatClient: TestDependencyKey {
  static let testValue = ChatClient()
}

@Reducer
struct ChatRoom {
  @ObservableState
  struct State: Equatable {
    let name: String
    var messages: [String] = []
  }

  enum Action {
    case received(String)
  }

  @Dependency(ChatClient.self) var chat

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .received(let message):
        state.messages.append(message)
        return .none
      }
    }
    .onMount { state in
      .run { [chat, name = state.name] send in
        for await message in chat.messages(name) { await send(.received(message)) }
      }
    }
    .onDismount(keeping: \.name) { name in
      .run { [chat] _ in await chat.leave(name) }
    }
  }
}

@Reducer
struct ChatSearch {
  @ObservableState
  struct State: Equatable {
    var query = ""
    var hits: [String] = []
  }

  enum Action {
    case found([String])
    case typed(String)
  }

  @Dependency(ChatClient.self) var chat

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .found(let hits):
        state.hits = hits
        return .none
      case .typed(let query):
        state.query = query
        return .none
      }
    }
    .onMount(id: \.query) { state in
      guard !state.query.isEmpty else { return .none }
      return .run { [chat, query = state.query] send in
        await send(.found(try await chat.search(query: query)))
      }
    }
  }
}

@Reducer
struct ChatLobby {
  @ObservableState
  struct State: Equatable {
    @Presents var room: ChatRoom.State?
  }

  enum Action {
    case room(PresentationAction<ChatRoom.Action>)
    case roomTapped(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .roomTapped(let name) = action { state.room = ChatRoom.State(name: name) }
      return .none
    }
    .ifLet(\.$room, action: \.room) { ChatRoom() }
  }
}

@Test func aRoomListensWhileItIsOpen() async {
  let left = LockIsolated<[String]>([])
  let store = TestStore(initialState: ChatLobby.State()) {
    ChatLobby()
  } withDependencies: {
    $0[ChatClient.self].messages = { room in
      AsyncStream { $0.yield("Welcome to \(room)") }
    }
    $0[ChatClient.self].leave = { room in left.withValue { $0.append(room) } }
  }

  await store.send(.roomTapped("Bach")) { $0.room = ChatRoom.State(name: "Bach") }
  await store.receive(\.room.presented.received, "Welcome to Bach") {
    $0.room?.messages = ["Welcome to Bach"]
  }
  await store.send(.room(.dismiss)) { $0.room = nil }
  #expect(left.value == ["Bach"])
}

@Test func aRoomListensFromTheStart() async {
  let store = TestStore(initialState: ChatRoom.State(name: "Bach")) {
    ChatRoom()
  } withDependencies: {
    $0[ChatClient.self].messages = { _ in
      AsyncStream {
        $0.yield("Welcome")
        $0.finish()
      }
    }
  }

  await store.receive(\.received, "Welcome") { $0.messages = ["Welcome"] }
}

@Test func onlyTheLastQueryIsAnswered() async {
  let store = TestStore(initialState: ChatSearch.State()) {
    ChatSearch()
  } withDependencies: {
    $0[ChatClient.self].search = { query in
      if query == "ba" { try await Task.never() }
      return ["\(query)!"]
    }
  }

  await store.send(.typed("ba")) { $0.query = "ba" }
  await store.send(.typed("bach")) { $0.query = "bach" }
  await store.receive(\.found) { $0.hits = ["bach!"] }
}

struct Logged<Base: Reducer>: Reducer {
  let base: Base
  let log: (String) -> Void

  var body: some Reducer<Base.State, Base.Action> {
    Reduce { _, action in
      log("\(action)")
      return .none
    }
    base
  }
}

extension Reducer {
  func logged(_ log: @escaping (String) -> Void) -> some Reducer<State, Action> {
    Logged(base: self, log: log)
  }
}

@Test func aLoggedRoomListensToo() async {
  let log = LockIsolated<[String]>([])
  let store = TestStore(initialState: ChatRoom.State(name: "Bach")) {
    ChatRoom().logged { line in log.withValue { $0.append(line) } }
  } withDependencies: {
    $0[ChatClient.self].messages = { _ in
      AsyncStream {
        $0.yield("Welcome")
        $0.finish()
      }
    }
  }

  await store.receive(\.received, "Welcome") { $0.messages = ["Welcome"] }
  #expect(log.value == ["received(\"Welcome\")"])
}
