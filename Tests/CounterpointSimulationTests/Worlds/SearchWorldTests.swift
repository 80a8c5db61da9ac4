import Counterpoint
import CounterpointSimulation
import CounterpointTestSupport
import Testing

/// A program asks a server over a network, and each query cancels the one before: an answer to an earlier query never
/// arrives.
@Suite struct SearchWorldTests {
  private static let expectation = "only the newest query is answered"

  private func story(isCanceled: Bool) -> @Sendable (World) async throws -> Void {
    { world in
      let answered = Recorder<Search.Answer>()
      let server = world.machine("server") { try await Search.serve(world) }
      let program = world.machine("program") {
        try await Search(world: world, answered: answered, isCanceled: isCanceled).run()
      }
      world.invariant(Self.expectation) { answered.entries.allSatisfy { $0.query == $0.newest } }
      world.faults = [
        .pause([server, program]), .kill([server]), .partition([server]), .loseConnections([server]),
        .clockSkew([server, program]),
      ]
      await world.run(for: .seconds(10))
      world.faults = []
      await world.run(for: .seconds(3))
      if isCanceled { try world.expect("queries are answered", answered.entries.count > 10) }
    }
  }

  @Test func aCanceledQueryIsNotAnswered() async throws { try await simulate(seeds: 1...10, story(isCanceled: true)) }

  /// The fault is a query without a cancellation.
  @Test func aPlantedFaultIsFound() async throws {
    let found = try await failure(seeds: 1...10, story(isCanceled: false))
    #expect(found.expectation == Self.expectation, "\(found)")
  }
}

@Reducer
private struct Search {
  struct Answer: Sendable {
    let query: Int
    /// The newest query when the answer arrived.
    let newest: Int
  }

  struct State: Equatable {
    var query = 0
  }

  enum Action {
    case started
    case asked
    case answered(Int)
    /// The network has failed. The next query follows.
    case failed
  }

  @Dependency(\.continuousClock) var clock
  let world: World
  let answered: Recorder<Answer>
  let isCanceled: Bool

  private enum ID { case query }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .milliseconds(20))
            await send(.asked)
          }
        }
      case .asked:
        state.query += 1
        let answer = Effect<Action>.run { [world, query = state.query] send in
          let connection = try await world.network.connect(to: "server", port: 80)
          defer { connection.close() }
          try connection.send(query)
          for try await case let answer as Int in connection.messages { return await send(.answered(answer)) }
        } catch: { _, send in
          await send(.failed)
        }
        return isCanceled ? answer.cancellable(id: ID.query, cancelInFlight: true) : answer
      case .answered(let query):
        answered.note(Answer(query: query, newest: state.query))
        return .none
      case .failed:
        return .none
      }
    }
  }

  /// Runs a store on the main actor of the machine until the task is canceled.
  @MainActor func run() async throws {
    let store = Store(initialState: State()) { self }
    await store.send(.started).finish()
    try Task.checkCancellation()
  }

  /// Answers each query with itself.
  static func serve(_ world: World) async throws {
    let connections = try world.network.listen(on: 80)
    try await withThrowingDiscardingTaskGroup { group in
      for await connection in connections {
        group.addTask {
          defer { connection.close() }
          do {
            for try await case let query as Int in connection.messages { try connection.send(query) }
          } catch is NetworkError {
            // The client asks again.
          }
        }
      }
    }
  }
}
