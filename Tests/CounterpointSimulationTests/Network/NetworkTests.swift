import CounterpointSimulation
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Testing

@Suite struct NetworkTests {
  /// Accepts connections, and notes and answers each message.
  private static func serve(_ world: World, _ received: Recorder<String> = Recorder()) async throws {
    let connections = try world.network.listen(on: 80)
    try await withThrowingDiscardingTaskGroup { group in
      for await connection in connections {
        group.addTask {
          defer { connection.close() }
          do {
            for try await message in connection.messages {
              received.note("\(message)")
              try connection.send("answer to \(message)")
            }
          } catch is NetworkError {
            // The client asks again.
          }
        }
      }
    }
  }

  /// Returns the first answer to a message on a new connection.
  private static func ask(_ world: World, _ message: String, _ machine: String = "server") async throws -> String {
    let connection = try await world.network.connect(to: machine, port: 80)
    defer { connection.close() }
    try connection.send(message)
    for try await answer in connection.messages { return "\(answer)" }
    throw NetworkError.closed
  }

  @Test func messagesOfAConnectionArriveInOrderAndOnce() async throws {
    try await simulate(seeds: 1...30) { world in
      let received = Recorder<String>()
      let server = world.machine("server") { try await Self.serve(world, received) }
      let client = world.machine("client") {
        try await Task.sleep(for: .milliseconds(10))
        let connection = try await world.network.connect(to: "server", port: 80)
        for number in 0..<20 { try connection.send(number) }
        var answers: [String] = []
        for try await answer in connection.messages {
          answers.append("\(answer)")
          if answers.count == 20 { break }
        }
        connection.close()
        try world.expect("the answers are in order", answers == (0..<20).map { "answer to \($0)" })
      }
      world.faults = [.partition([server]), .pause([server, client])]
      await world.run(for: .seconds(20))
      try world.expect("all messages arrive once", received.entries == (0..<20).map(String.init))
    }
  }

  @Test func messagesOfSeveralConnectionsOvertakeOneAnother() async throws {
    let orders = Recorder<[String]>()
    try await simulate(seeds: 1...40) { world in
      let received = Recorder<String>()
      world.machine("server") { try await Self.serve(world, received) }
      world.machine("client") {
        try await Task.sleep(for: .milliseconds(10))
        async let first = Self.ask(world, "a")
        async let second = Self.ask(world, "b")
        async let third = Self.ask(world, "c")
        _ = try await (first, second, third)
      }
      await world.run(for: .seconds(5))
      orders.note(received.entries)
    }
    #expect(orders.entries.allSatisfy { $0.sorted() == ["a", "b", "c"] })
    #expect(Set(orders.entries).count == 6)
  }

  /// Runs a program that connects to a server, and returns the error.
  private func errors(
    seeds: ClosedRange<Int> = 1...5,
    _ story: @escaping @Sendable (World, _ error: Recorder<NetworkError>) async throws -> Void
  ) async throws -> [NetworkError] {
    let errors = Recorder<NetworkError>()
    try await simulate(seeds: seeds) { world in
      let found = Recorder<NetworkError>()
      try await story(world, found)
      if let error = found.entries.first { errors.note(error) }
    }
    return errors.entries
  }

  private static func note(_ errors: Recorder<NetworkError>, _ body: () async throws -> Void) async throws {
    do { try await body() } catch let error as NetworkError { errors.note(error) }
  }

  @Test(arguments: [true, false]) func aMachineWithoutItsProgramRefusesAConnection(hasPower: Bool) async throws {
    let found = try await errors { world, errors in
      let server = world.machine("server") { try await Self.serve(world) }
      world.machine("client") {
        try await Task.sleep(for: .seconds(1))
        try await Self.note(errors) { _ = try await Self.ask(world, "a") }
      }
      if hasPower { server.kill() } else { server.crash() }
      await world.run(for: .seconds(15))
    }
    #expect(Set(found) == [hasPower ? .refused : .timedOut])
  }

  @Test func aConnectionToAPortWithoutAProgramIsRefused() async throws {
    let found = try await errors { world, errors in
      world.machine("server") { try await Task.sleep(for: .seconds(100)) }
      world.machine("client") { try await Self.note(errors) { _ = try await Self.ask(world, "a") } }
      await world.run(for: .seconds(5))
    }
    #expect(Set(found) == [.refused])
  }

  @Test func aMachineThatIsOffDoesNotAnswer() async throws {
    let found = try await errors { world, errors in
      let server = world.machine("server") { try await Self.serve(world) }
      server.crash()
      world.machine("client") { try await Self.note(errors) { _ = try await Self.ask(world, "a") } }
      await world.run(for: .seconds(11))
    }
    #expect(Set(found) == [.timedOut])
  }

  @Test func aPortHasOneProgram() async throws {
    let found = try await errors { world, errors in
      world.machine("server") {
        try await Self.note(errors) {
          let first = try world.network.listen(on: 80)
          _ = try world.network.listen(on: 80)
          withExtendedLifetime(first) {}
        }
      }
      await world.run(for: .seconds(1))
    }
    #expect(Set(found) == [.portInUse(80)])
  }

  @Test func aPortIsFreeAfterItsIteration() async throws {
    try await simulate(seeds: 1...5) { world in
      world.machine("server") {
        for _ in 0..<3 {
          let first = Task { for await _ in try world.network.listen(on: 80) {} }
          try await Task.sleep(for: .seconds(1))
          first.cancel()
          try await first.value
        }
      }
      await world.run(for: .seconds(5))
    }
  }

  /// Starts a server and a client with a connection, runs a closure, and returns what the client notes.
  private func notes(
    ofClient client: @escaping @Sendable (NetworkConnection, Recorder<String>) async throws -> Void,
    during story: @escaping @Sendable (World, _ server: Machine) async throws -> Void
  ) async throws -> [String] {
    let all = Recorder<String>()
    try await simulate(seeds: 1...10) { world in
      let notes = Recorder<String>()
      let server = world.machine("server") { try await Self.serve(world) }
      world.machine("client") {
        try await Task.sleep(for: .milliseconds(10))
        let connection = try await world.network.connect(to: "server", port: 80)
        do {
          try await client(connection, notes)
        } catch {
          notes.note("\(error)")
        }
      }
      await world.run(for: .seconds(3))
      try await story(world, server)
      all.note(notes.entries.joined(separator: ", "))
    }
    return Array(Set(all.entries)).sorted()
  }

  @Test func aKilledProcessClosesItsConnections() async throws {
    let notes = try await notes { connection, notes in
      for try await _ in connection.messages {}
      notes.note("closed")
    } during: { world, server in
      server.kill()
      await world.run(for: .seconds(3))
    }
    #expect(notes == ["closed"])
  }

  @Test func aMachineThatRunsAgainResetsOldConnections() async throws {
    let notes = try await notes { connection, notes in
      // What is sent while the machine is off is lost.
      for _ in 0..<3 {
        try await Task.sleep(for: .seconds(4))
        try connection.send("a")
        notes.note("sent")
      }
      for try await message in connection.messages { notes.note("\(message)") }
    } during: { world, server in
      server.crash()
      await world.run(for: .seconds(3))
      server.restart()
      await world.run(for: .seconds(20))
    }
    #expect(notes == ["sent, sent, closed"])
  }

  @Test func aCutKeepsConnectionsAndMessagesOnTheirWay() async throws {
    try await simulate(seeds: 1...20) { world in
      let received = Recorder<String>()
      let server = world.machine("server") { try await Self.serve(world, received) }
      let answers = Recorder<String>()
      world.machine("client") {
        try await Task.sleep(for: .milliseconds(10))
        let connection = try await world.network.connect(to: "server", port: 80)
        try await Task.sleep(for: .seconds(10) - world.now)
        try connection.send("a")
        for try await answer in connection.messages { answers.note("\(answer)") }
      }
      // The message is on its way, and does not arrive.
      while world.now < .seconds(10) { await world.run(for: .seconds(10) - world.now) }
      await world.run(for: .microseconds(90))
      world.network.cut([server])
      await world.run(for: .seconds(60))
      try world.expect("nothing has arrived", received.entries == [])
      world.network.heal()
      await world.run(for: .seconds(5))
      try world.expect("the message and its answer have arrived", received.entries == ["a"])
      try world.expect("the answer has arrived", answers.entries == ["answer to a"])
    }
  }

  @Test func aCutInOneDirectionStopsAnswersOnly() async throws {
    try await simulate(seeds: 1...10) { world in
      let received = Recorder<String>()
      let answers = Recorder<String>()
      let server = world.machine("server") { try await Self.serve(world, received) }
      let client = world.machine("client") {
        try await Task.sleep(for: .milliseconds(10))
        let connection = try await world.network.connect(to: "server", port: 80)
        try await Task.sleep(for: .seconds(5))
        try connection.send("a")
        for try await answer in connection.messages { answers.note("\(answer)") }
      }
      await world.run(for: .seconds(4))
      world.network.cut([server], from: [client], .outgoing)
      await world.run(for: .seconds(10))
      try world.expect("the message has arrived", received.entries == ["a"])
      try world.expect("its answer has not", answers.entries == [])
      world.network.heal()
      await world.run(for: .seconds(5))
      try world.expect("the answer has arrived", answers.entries == ["answer to a"])
    }
  }

  @Test func aLostConnectionLosesARequestOrTheAnswer() async throws {
    let outcomes = Recorder<String>()
    let report = try await simulate(seeds: 1...60) { world in
      let received = Recorder<String>()
      let server = world.machine("server") { try await Self.serve(world, received) }
      let outcome = Recorder<String>()
      world.machine("client") {
        try await Task.sleep(for: .milliseconds(10))
        do { outcome.note(try await Self.ask(world, "a")) } catch { outcome.note("\(error)") }
      }
      world.faults = [.loseConnections([server], oneIn: 5)]
      await world.run(for: .seconds(20))
      let isExecuted = received.entries == ["a"]
      outcomes.note("\(outcome.entries.first ?? "no answer"), \(isExecuted ? "executed" : "not executed")")
    }
    let found = Set(outcomes.entries)
    #expect(found.isSuperset(of: ["answer to a, executed", "reset, executed", "reset, not executed"]), "\(found)")
    // One end that notices nothing waits.
    #expect(found.contains("no answer, executed"), "\(found)")
    #expect(report.faultCounts["loseConnections"]! > 10)
  }

  @Test func aStoryIsAClient() async throws {
    try await simulate(seeds: 1...5) { world in
      world.machine("server") { try await Self.serve(world) }
      await world.run(for: .seconds(1))
      let answer = try await Self.ask(world, "a")
      try world.expect("the story has an answer", answer == "answer to a")
    }
  }

  @Test func aMessageOnASlowLinkTakesHalfASecondLonger() async throws {
    let report = try await simulate(seeds: 1...10) { world in
      let server = world.machine("server") { try await Self.serve(world) }
      let slow = Recorder<Duration>()
      world.machine("client") {
        while true {
          let began = world.now
          let answer = try await Self.ask(world, "a")
          try world.expect("an answer arrives", answer == "answer to a")
          slow.note(world.now - began)
        }
      }
      await world.run(for: .seconds(5))
      world.faults = [.slowLink([server], every: .milliseconds(100))]
      await world.run(for: .seconds(1))
      let before = slow.entries.count
      await world.run(for: .seconds(20))
      // Its links are slow nearly all the time: a request and its answer take a second, and a connection as well.
      try world.expect("answers are slow", (1...25).contains(slow.entries.count - before))
      world.faults = []
      await world.run(for: .seconds(3))
      let middle = slow.entries.count
      await world.run(for: .seconds(20))
      try world.expect("answers are fast again", slow.entries.count - middle > 30)
    }
    #expect(Set(report.faultCounts.keys) == ["slowLink"])
  }

  @Test func eachFaultOfTheNetworkIsCounted() async throws {
    let report = try await simulate(seeds: 1...3) { world in
      let server = world.machine("server") { try await Self.serve(world) }
      world.machine("client") {
        while true {
          try? await Task.sleep(for: .milliseconds(100))
          _ = try? await Self.ask(world, "a")
          try Task.checkCancellation()
        }
      }
      world.faults = [.partition([server]), .loseConnections([server]), .crashAtCalls([server], oneIn: 50)]
      await world.run(for: .seconds(30))
    }
    #expect(Set(report.faultCounts.keys) == ["partition", "loseConnections", "crashAtCalls"])
  }

  @Test func aSeedHasOneTraceOnTheNetwork() async throws {
    let story: @Sendable (World) async throws -> Void = { world in
      let servers = ["server", "other"].map { name in world.machine(name) { try await Self.serve(world) } }
      let clients = (1...3).map { number in
        world.machine("client \(number)") {
          while true {
            try await Task.sleep(for: .milliseconds(20 * number))
            _ = try? await Self.ask(world, "a", number == 1 ? "other" : "server")
          }
        }
      }
      world.faults = [
        .partition(servers + clients), .loseConnections(servers), .kill(servers), .crash(clients), .pause(servers),
        .clockSkew(clients),
      ]
      await world.run(for: .seconds(10))
    }
    #expect(try await simulate(seeds: 1...10, story) == simulate(seeds: 1...10, story))
  }
}
