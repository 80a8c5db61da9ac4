import Counterpoint
import CounterpointTesting
import Foundation
import StateSharingTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The code of the guide "Keep state on a server", to the letter.

nonisolated struct Ballot: Codable, Equatable, Sendable {
  var votes: [String: Int] = [:]
}

nonisolated struct BallotServer: Sendable {
  let address: String
  /// The clock for pauses and timeouts.
  var clock: (any Clock<Duration>)? = ContinuousClock()
  var read: @Sendable (_ name: String, _ deadline: ContinuousClock.Instant) async throws -> SharedStored<Ballot>
  var write: @Sendable (Ballot, _ name: String, BallotKey.Ticket, UUID) async throws -> SharedCommit<Ballot>
  var follow: @Sendable (_ name: String, SharedSubscriber<Ballot>) -> SharedSubscription
}

struct BallotKey: AsyncTransactionalSharedKey {
  struct Ticket: Sendable {
    let version: SharedVersion
    let deadline: ContinuousClock.Instant
  }

  let name: String
  let server: BallotServer

  init(_ name: String) {
    @Dependency(BallotServer.self) var server
    self.name = name
    self.server = server
  }

  var id: String { "\(server.address)/\(name)" }
  var clock: (any Clock<Duration>)? { server.clock }

  func begin(_ request: SharedTransactionRequest) async throws -> (stored: SharedStored<Ballot>, ticket: Ticket) {
    let stored = try await server.read(name, request.deadline)
    return (stored, Ticket(version: stored.version, deadline: request.deadline))
  }

  func commit(_ value: Ballot, _ ticket: Ticket, writeID: UUID) async throws -> SharedRemoteCommit<Ballot, Ticket> {
    switch try await server.write(value, name, ticket, writeID) {
    case .committed(let version): .committed(version)
    case .conflict(let stored): .conflict(stored, ticket: Ticket(version: stored.version, deadline: ticket.deadline))
    }
  }

  func subscribe(context: LoadContext<Ballot>, subscriber: SharedSubscriber<Ballot>) -> SharedSubscription {
    server.follow(name, subscriber)
  }

  func resolve(base: Ballot?, mine: Ballot, theirs: Ballot?) -> Ballot? {
    var both = theirs ?? Ballot()
    for (dish, votes) in mine.votes { both.votes[dish, default: 0] += votes - (base?.votes[dish] ?? 0) }
    return both
  }
}

extension SharedKey where Self == BallotKey.Default {
  static var ballot: Self { Self[BallotKey("lunch"), default: Ballot()] }
}

nonisolated extension BallotServer {
  nonisolated struct Page: Codable {
    var ballot: Ballot?
    var version: UInt64
    var writeIDs: [UUID]

    var stored: SharedStored<Ballot> {
      SharedStored(value: ballot, version: SharedVersion(version), writeIDs: writeIDs)
    }
  }

  init(at address: String, clock: any Clock<Duration> = ContinuousClock()) {
    @Sendable func ask(
      _ name: String,
      query: String = "",
      sending page: Page? = nil,
      until deadline: ContinuousClock.Instant
    ) async throws -> (Page, Int) {
      guard let url = URL(string: "\(address)/\(name)\(query)") else { throw URLError(.badURL) }
      var request = URLRequest(url: url)
      request.timeoutInterval = max(1, ContinuousClock.now.duration(to: deadline) / .seconds(1))
      if let page {
        request.httpMethod = "PUT"
        request.httpBody = try JSONEncoder().encode(page)
      }
      let (data, response) = try await URLSession.shared.data(for: request)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      guard status == 200 || status == 409 else {
        let error = URLError(.badServerResponse)
        // The server will never accept this ballot. An unauthorized client (401) or one over the limit (429) may
        // retry later.
        let isRefused = page != nil && [400, 413, 422].contains(status)
        throw isRefused ? SharedStorageError.refused(underlying: error) : error
      }
      return (try JSONDecoder().decode(Page.self, from: data), status)
    }

    self.address = address
    self.clock = clock
    read = { name, deadline in try await ask(name, until: deadline).0.stored }
    write = { ballot, name, ticket, id in
      let (page, status) = try await ask(
        name,
        sending: Page(ballot: ballot, version: ticket.version.number, writeIDs: [id]),
        until: ticket.deadline
      )
      return status == 200 ? .committed(page.stored.version) : .conflict(page.stored)
    }
    follow = { name, subscriber in
      let task = Task {
        // The last version; `nil` at the beginning and after a failure: then the server answers at once with the
        // stored value.
        var version: UInt64?, isConnected = true
        while !Task.isCancelled {
          do {
            let query = version.map { "?after=\($0)" } ?? ""
            // In a task of its own: on Linux, a request that is canceled at the wrong moment keeps its thread
            // forever.
            let page = try await Task { try await ask(name, query: query, until: .now + .seconds(60)).0 }.value
            version = page.version
            subscriber.yield(stored: page.stored)
            if !isConnected { subscriber.yieldConnection(.connected) }
            isConnected = true
          } catch {
            if isConnected { subscriber.yieldConnection(.degraded(error)) }
            isConnected = false
            version = nil
            try? await clock.sleep(for: .seconds(1))
          }
        }
      }
      return SharedSubscription { task.cancel() }
    }
  }
}

nonisolated extension BallotServer: DependencyKey {
  static var liveValue: Self { BallotServer(at: "https://ballots.example.org") }
  static var testValue: Self { BallotServer(InMemorySharedEngine()) }

  init(_ engine: InMemorySharedEngine<Ballot>) {
    address = UUID().uuidString
    clock = nil
    read = { name, _ in try await engine.read(name) }
    write = { ballot, name, ticket, id in
      try await engine.write(ballot, to: name, ifVersion: ticket.version, writeID: id)
    }
    follow = { name, subscriber in engine.follow(name, subscriber) }
  }
}

@Test func votesAreAddedToThoseOfOthers() async throws {
  let engine = InMemorySharedEngine<Ballot>()
  try await withDependencies {
    $0[BallotServer.self] = BallotServer(engine)
  } operation: {
    @Shared(.ballot) var ballot
    let writing = engine.hold(.write)
    $ballot.withLock { $0.votes["Soup", default: 0] += 1 }
    #expect(ballot.votes == ["Soup": 1])

    // Another client is faster.
    await writing.reached()
    engine.store(Ballot(votes: ["Soup": 2, "Salad": 1]), in: "lunch")
    writing.letGo()

    try await $ballot.save()
    #expect(ballot.votes == ["Soup": 3, "Salad": 1])
    #expect(engine.stored("lunch").value == ballot)
  }
}

@Test func aVoteIsCountedOnceWhenItsAnswerIsLost() async throws {
  let engine = InMemorySharedEngine<Ballot>()
  try await withDependencies {
    $0[BallotServer.self] = BallotServer(engine)
  } operation: {
    @Shared(.ballot) var ballot
    engine.loseAnswers()
    try await $ballot.withTransaction { $0.votes["Soup", default: 0] += 1 }
    #expect(engine.stored("lunch").value?.votes == ["Soup": 1])
  }
}

@Test func votesWaitForTheConnection() async throws {
  let engine = InMemorySharedEngine<Ballot>()
  try await withDependencies {
    $0[BallotServer.self] = BallotServer(engine)
  } operation: {
    @Shared(.ballot) var ballot
    engine.disconnect()
    $ballot.withLock { $0.votes["Soup", default: 0] += 1 }
    #expect(ballot.votes == ["Soup": 1])
    #expect($ballot.loadError != nil)

    engine.connect()
    try await $ballot.save()
    #expect(engine.stored("lunch").value == ballot)
  }
}
