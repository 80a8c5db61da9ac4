import Counterpoint
import Testing

@DependencyClient
private struct ReadsClient: Sendable {
  var count: @Sendable () -> Int = { 1 }
  var find: @Sendable (_ name: String, _ at: Int) throws -> String?
  var typed: @Sendable (Int) throws(OwnError) -> [Int] = { _ in [] }
  var labeled: @Sendable (_ of: Int) throws(OwnError) -> [Int] = { _ in [] }
  var opaque: @Sendable () -> Opaque = { Opaque() }
  var later: @Sendable () async -> Int = { 5 }
  var main: @MainActor @Sendable (Int) -> Int = { $0 }
  @MainActor var hidden: @Sendable (_ number: Int) -> Int = { $0 }
  var check: @Sendable (_ body: (Int) -> Bool, @autoclosure () -> Int) -> Bool = { $0($1()) }
  var change: @Sendable (inout Int) -> Int = { $0 }
}

private struct LocalClient {
  @DependencyEndpoint var double: (Int) -> Int = { 2 * $0 }
}

private struct Opaque {}

/// The results of synchronous endpoints, as a recording of a reducer contains them.
@Suite struct RecordedEndpointTests {
  private final class Log: DependencyReadLog {
    var lines: [String] = []
    var answer: (any Sendable)?

    func record(_ name: String, _ value: some Encodable) { lines.append("\(name) = \(value)") }
    func recordFailure(_ name: String, _ error: any Error) { lines.append("\(name) threw \(error)") }
    func replayed<Value: Decodable>(_ name: String, as type: Value.Type) -> Value? { answer.flatMap { $0 as? Value } }
  }

  private let log = Log()

  private var client: ReadsClient {
    ReadsClient(
      count: { 3 },
      find: { name, number in "\(name)\(number)" },
      typed: { [$0] },
      labeled: { _ throws(OwnError) in throw OwnError() },
      opaque: { Opaque() },
      later: { 5 },
      main: { $0 },
      hidden: { $0 },
      check: { $0($1()) },
      change: { 2 * $0 }
    )
  }

  @Test func resultsAreRecordedInAReducer() throws {
    let client = client
    #expect(client.count() == 3)
    try withDependencyReadLog(log) { () throws in
      #expect(client.count() == 3)
      #expect(try client.find(name: "a", at: 1) == "a1")
      #expect(try client.typed(4) == [4])
      #expect(throws: OwnError.self) { try client.labeled(of: 4) }
      #expect(client.check({ $0 > 1 }, 2))
    }
    #expect(
      log.lines == [
        "ReadsClient.count = 3", "ReadsClient.find = Optional(\"a1\")", "ReadsClient.typed = [4]",
        "ReadsClient.labeled threw OwnError()", "ReadsClient.check = true",
      ]
    )
  }

  @Test func otherCallsAreNotRecorded() async {
    let client = client
    let count = withDependencyReadLog(log) {
      _ = client.opaque()
      var number = 1
      #expect(client.change(&number) == 2)
      return client.count
    }
    #expect(count() == 3)
    #expect(await client.later() == 5)
    #expect(log.lines.isEmpty)
  }

  @MainActor @Test func isolatedEndpoints() {
    let client = client
    var local = LocalClient()
    local.double = { 2 * $0 }
    withDependencyReadLog(log) {
      #expect(client.main(1) == 1)
      #expect(client.hidden(number: 2) == 2)
      #expect(local.double(3) == 6)
    }
    #expect(log.lines == ["ReadsClient.main = 1", "ReadsClient.hidden = 2", "LocalClient.double = 6"])
  }

  @Test func aReplayAnswers() {
    log.answer = 9
    #expect(withDependencyReadLog(log) { client.count() } == 9)
    #expect(client.count() == 3)
  }
}
