import Counterpoint
@_spi(Internals) import CounterpointSupport
import Testing

// The code of the guide "Run a store on an actor", to the letter.

@Reducer
nonisolated struct Session {
  @ObservableState
  struct State: Equatable {
    var lines: [String] = []
  }

  enum Action {
    case lineReceived(String)
    case pong(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .lineReceived(let line):
        state.lines.append(line)
        return .run { send in await send(.pong(line)) }
      case .pong(let line):
        state.lines.append("> \(line)")
        return .none
      }
    }
  }
}

actor Connection {
  lazy var store = Store(initialState: Session.State(), isolation: self) { Session() }

  func receive(_ line: String) async -> [String] {
    await store.send(.lineReceived(line)).finish()
    return store.lines
  }
}

@Test func connectionsHaveStoresOfTheirOwn() async {
  let answers = await withTaskGroup(of: [String].self) { group in
    for number in 1...100 {
      group.addTask { await Connection().receive("ping \(number)") }
    }
    var answers: Set<[String]> = []
    for await lines in group { answers.insert(lines) }
    return answers
  }
  #expect(answers.count == 100)
  #expect(answers.contains(["ping 7", "> ping 7"]))
}

extension Connection {
  var handle: StoreRef<Session.State, Session.Action> { store.ref }
}

@Test func aCallbackReachesTheStore() async {
  let connection = Connection()
  let handle = await connection.handle
  await Task.detached { await handle.send(.lineReceived("from afar")).finish() }.value
  #expect(await connection.receive("near").contains("from afar"))
}

@MainActor
final class Window {
  let store = Store(initialState: Session.State(), on: MainActor.shared) { Session() }
}

@MainActor
func converse(_ lines: some Sequence<String>, show: (String) -> Void) async {
  let store = Store(initialState: Session.State()) { Session() }
  for line in lines {
    await store.send(.lineReceived(line)).finish()
    show(store.lines.last ?? "")
  }
}

@MainActor
@Test func aProgramThatReadsLines() async {
  var shown: [String] = []
  await converse(["hello", "goodbye"]) { shown.append($0) }
  #expect(shown == ["> hello", "> goodbye"])
}

actor Conversation {
  private lazy var store = Store(initialState: Session.State(), isolation: self) { Session() }
  private var observation: ObserveToken?

  /// Shows the newest line, now and whenever there is another one.
  func begin(show: @escaping @Sendable (String) -> Void) {
    let store = store
    observation = observe { show(store.lines.last ?? "") }
  }

  func read(_ line: String) -> StoreTask {
    store.send(.lineReceived(line))
  }

  /// Shows the newest line once more: a run of the observation may still be pending, and is dropped with it.
  func end(show: (String) -> Void) {
    observation = nil
    show(store.lines.last ?? "")
  }
}

func converseMeanwhile(_ lines: some Sequence<String>, show: @escaping @Sendable (String) -> Void) async {
  let conversation = Conversation()
  await conversation.begin(show: show)
  var tasks: [StoreTask] = []
  for line in lines { tasks.append(await conversation.read(line)) }
  // The input has ended, what it has started may not.
  for task in tasks { await task.finish() }
  await conversation.end(show: show)
}

@Test func aProgramThatShowsWhatHappensMeanwhile() async {
  let shown = Locked<[String]>([])
  await converseMeanwhile(["hello", "goodbye"]) { line in shown.withLock { $0.append(line) } }
  #expect(shown.withLock { $0.first } == "")
  // The effects of both lines answer in any order.
  #expect(["> hello", "> goodbye"].contains(shown.withLock { $0.last }))
}
