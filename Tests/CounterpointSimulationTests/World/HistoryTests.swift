@testable import CounterpointSimulation
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Testing

@Suite struct HistoryTests {
  private enum Operation: Equatable {
    case read
    case write(Int)
  }

  /// Performs an operation on a register.
  private static func apply(_ state: inout Int, _ operation: Operation) -> Int {
    if case .write(let value) = operation { state = value }
    return state
  }

  private func isLinearizable(_ note: (History<Operation, Int>) -> Void) throws -> Bool {
    let history = History<Operation, Int>()
    note(history)
    return try history.isLinearizable(from: 0, Self.apply)
  }

  @Test func anOperationThatBeginsAfterAWriteSeesIt() throws {
    #expect(
      try isLinearizable { history in
        let write = history.begin(.write(1))
        // Both overlap with the write.
        history.end(history.begin(.read), 0)
        history.end(history.begin(.read), 1)
        history.end(write, 1)
        history.end(history.begin(.read), 1)
      }
    )
    #expect(
      try !isLinearizable { history in
        history.end(history.begin(.write(1)), 1)
        history.end(history.begin(.read), 0)
      }
    )
    #expect(
      try !isLinearizable { history in
        let write = history.begin(.write(1))
        history.end(history.begin(.read), 1)
        history.end(history.begin(.read), 0)
        history.end(write, 1)
      }
    )
  }

  @Test func aWriteWithoutAnAnswerMayHappenLaterOrNever() throws {
    for later in [0, 1] {
      #expect(
        try isLinearizable { history in
          _ = history.begin(.write(1))
          history.end(history.begin(.read), 0)
          history.end(history.begin(.read), later)
        }
      )
    }
    #expect(
      try !isLinearizable { history in
        _ = history.begin(.write(1))
        history.end(history.begin(.read), 1)
        history.end(history.begin(.read), 0)
      }
    )
  }

  /// Compares with a search of all orders.
  @Test func theSearchFindsWhatAllOrdersFind() throws {
    var generator = SeededGenerator(seed: 1)
    var counts = [true: 0, false: 0]
    for _ in 0..<5_000 {
      let history = History<Operation, Int>()
      var open: [Int] = []
      var events: [(operation: Operation, beginning: Int, end: Int?, answer: Int)] = []
      for time in 0..<10 {
        if open.isEmpty || events.count < 5 && Bool.random(using: &generator) {
          let operation: Operation =
            Bool.random(using: &generator) ? .read : .write(.random(in: 1...2, using: &generator))
          guard events.count < 5 else { continue }
          events.append((operation, time, nil, 0))
          open.append(history.begin(operation))
        } else {
          let number = open.remove(at: .random(in: open.indices, using: &generator))
          var answer = Int.random(in: 0...2, using: &generator)
          if case .write(let value) = events[number].operation { answer = value }
          (events[number].end, events[number].answer) = (time, answer)
          history.end(number, answer)
        }
      }
      func hasOrder(_ left: [Int], _ state: Int) -> Bool {
        if left.allSatisfy({ events[$0].end == nil }) { return true }
        return left.contains { number in
          let event = events[number]
          if left.contains(where: { events[$0].end.map { $0 < event.beginning } ?? false }) { return false }
          var next = state
          let answer = Self.apply(&next, event.operation)
          return (event.end == nil || answer == event.answer) && hasOrder(left.filter { $0 != number }, next)
        }
      }
      let expected = hasOrder(Array(events.indices), 0)
      #expect(try history.isLinearizable(from: 0, Self.apply) == expected)
      counts[expected, default: 0] += 1
    }
    #expect(counts.values.allSatisfy { $0 > 500 }, "\(counts)")
  }

  /// Each of them may have happened at any later time.
  @Test func readsWithoutAnAnswerCostNothing() throws {
    #expect(
      try !isLinearizable { history in
        for _ in 0..<1_000 { _ = history.begin(.read) }
        history.end(history.begin(.write(1)), 1)
        for _ in 0..<100 { history.end(history.begin(.read), 1) }
        history.end(history.begin(.read), 0)
      }
    )
  }

  /// A search without an end is no answer.
  @Test func aSearchThatTakesTooLongSaysSo() throws {
    let history = History<Operation, Int>()
    for value in 1...40 { _ = history.begin(.write(value)) }
    for value in [1, 2, 3, 41] { history.end(history.begin(.read), value) }
    let error = #expect(throws: HistoryIsTooLong.self) {
      try history.isLinearizable(from: 0, limit: 10_000, Self.apply)
    }
    #expect("\(try #require(error))".hasPrefix("It is unknown whether 44 operations are linearizable: 10000 "))
  }

  @Test func aHistoryListsItsOperations() {
    let history = History<Operation, Int>()
    let write = history.begin(.write(1))
    history.end(history.begin(.read), 0)
    _ = history.begin(.read)
    history.end(write, 1)
    #expect("\(history)" == "1–5  write(1): 1\n2–3  read: 0\n4–?  read")
  }

  /// A server keeps a number. Each machine asks it, over connections that are lost.
  private func story(readsFromACopy: Bool) -> @Sendable (World) async throws -> Void {
    { world in
      let history = History<Operation, Int>()
      let server = world.machine("server") {
        let values = Locked((value: 0, copy: 0))
        let connections = try world.network.listen(on: 80)
        await withDiscardingTaskGroup { group in
          for await connection in connections {
            group.addTask {
              guard let message = try? await connection.messages.first(where: { _ in true }) else { return }
              let answer = values.withLock { values in
                guard let written = Int("\(message)") else { return readsFromACopy ? values.copy : values.value }
                values = (written, values.value)
                return written
              }
              try? connection.send("\(answer)")
            }
          }
        }
      }
      let clients = (1...3).map { number in
        world.machine("client\(number)") {
          for round in 1...10 {
            try await Task.sleep(for: .milliseconds(100))
            let operation: Operation = round % 2 == 0 ? .read : .write(10 * round + number)
            // An operation without an answer may have happened.
            _ = try? await history.perform(operation) {
              let connection = try await world.network.connect(to: "server", port: 80)
              if case .write(let value) = operation {
                try connection.send("\(value)")
              } else {
                try connection.send("read")
              }
              for try await answer in connection.messages { return Int("\(answer)") ?? -1 }
              throw CancellationError()
            }
          }
        }
      }
      world.faults = [.loseConnections(clients, oneIn: 20), .partition([server]), .kill(clients)]
      await world.run(for: .seconds(20))
      try world.expect("there are answers", history.answeredCount > 5)
      try world.expect("the number is linearizable", history.isLinearizable(from: 0, Self.apply))
    }
  }

  @Test func aServerIsLinearizable() async throws { try await simulate(seeds: 1...20, story(readsFromACopy: false)) }

  @Test func aStaleReadIsFound() async throws {
    let found = try await failure(seeds: 1...20, story(readsFromACopy: true))
    #expect(found.expectation == "the number is linearizable", "\(found)")
  }
}
