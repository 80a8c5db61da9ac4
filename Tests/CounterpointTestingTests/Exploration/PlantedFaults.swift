import Counterpoint
import CounterpointTesting

/// Answers a query; see the tests for the answers.
struct QueryClient: TestDependencyKey, Sendable {
  var load: @Sendable (_ query: String) async throws -> String

  static var testValue: Self { Self { "results of \($0)" } }
  /// Answers at any time, or fails.
  static var explored: Self {
    Self { try await Draw.answer([.success("results of \($0)"), .failure(Offline())]) }
  }

  struct Offline: Error {}
}

/// A search in which a late answer may replace a newer one.
@Reducer struct LateAnswer {
  @ObservableState struct State: Codable, Hashable {
    var query = ""
    var results = ""
    var isLoading = false

    /// Whether the results belong to the query, unless others are on their way.
    var fits: Bool { isLoading || results.isEmpty || results == "results of \(query)" }
  }
  enum Action: Codable, Equatable {
    case queryChanged(String)
    case response(String?)
  }
  var isFixed = false

  @Dependency(QueryClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        state.isLoading = true
        let effect = Effect<Action>.run { [client] send in
          await send(.response(try? await client.load(query)))
        }
        return isFixed ? effect.cancellable(id: "search", cancelInFlight: true) : effect
      case .response(let results):
        state.isLoading = false
        state.results = results ?? ""
        return .none
      }
    }
  }
}

/// A flow of two screens, in which a second tap on "next" pushes a second screen.
@Reducer struct DoublePush {
  @Reducer struct Screen {
    @ObservableState struct State: Equatable { var title = "" }
    enum Action: Equatable { case nextTapped }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }
  @ObservableState struct State: Equatable { var path = StackState<Screen.State>() }
  enum Action: Equatable {
    case startTapped
    case path(StackAction<Screen.State, Screen.Action>)
  }
  var isFixed = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startTapped:
        state.path.append(Screen.State(title: "first"))
      case .path(.element(let id, .nextTapped)):
        if isFixed, state.path.ids.last != id { return .none }
        state.path.append(Screen.State(title: "second"))
      case .path:
        break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Screen() }
  }
}

/// A download whose "cancel" cancels under another identifier.
@Reducer struct LostCancellation {
  @ObservableState struct State: Hashable {
    var isLoading = false
    var wasCanceled = false
    var text: String?
  }
  enum Action: Equatable { case startTapped, cancelTapped, loaded(String) }
  var isFixed = false

  @Dependency(QueryClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startTapped:
        guard !state.isLoading else { return .none }
        state = State(isLoading: true)
        return .run { [client] send in
          await send(.loaded((try? await client.load("file")) ?? "nothing"))
        }
        .cancellable(id: "download")
      case .cancelTapped:
        state = State(wasCanceled: true)
        return .cancel(id: isFixed ? "download" : "downloads")
      case .loaded(let text):
        state.isLoading = false
        state.text = text
        return .none
      }
    }
  }
}

/// Two effects that both set the headline.
@Reducer struct Race {
  @ObservableState struct State: Hashable {
    var hasAppeared = false
    var headline = ""
    var arrived = 0
    var isNewest = false
  }
  enum Action: Equatable { case appeared, cached(String), loaded(String) }
  var isFixed = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        state.hasAppeared = true
        return .merge(.run { await $0(.cached("It may rain")) }, .run { await $0(.loaded("It rains")) })
      case .cached(let headline):
        state.arrived += 1
        if !isFixed || !state.isNewest { state.headline = headline }
      case .loaded(let headline):
        state.arrived += 1
        state.isNewest = true
        state.headline = headline
      }
      return .none
    }
  }
}

/// A poll without a pause.
@Reducer struct Endless {
  @ObservableState struct State: Hashable { var isOn = false }
  enum Action: Equatable { case toggled, polled }
  var isFixed = false

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .toggled = action else { return .none }
      state.isOn.toggle()
      guard state.isOn else { return .cancel(id: "poll") }
      return .run { [clock] send in
        while !Task.isCancelled {
          if isFixed { try await clock.sleep(for: .seconds(1)) }
          await send(.polled)
        }
      }
      .cancellable(id: "poll")
    }
  }
}

/// An effect that waits for an answer that never comes.
@Reducer struct Waiting {
  @ObservableState struct State: Hashable { var hasBegun = false }
  enum Action: Equatable { case began, ended }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .began = action else { return .none }
      state.hasBegun = true
      return .run { send in
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
        await send(.ended)
      }
    }
  }
}

/// A feature whose state has a hash that leaves out what changes.
@Reducer struct CoarseHash {
  struct Item: Hashable {
    let id: Int
    var count = 0

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  struct State: Equatable { var items = [Item(id: 1)] }
  enum Action { case tapped }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.items[0].count += 1
      return .none
    }
  }
}
