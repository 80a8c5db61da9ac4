import DependencyInjection
import Testing

@testable import StateSharing

/// Wrappers that a recorded reducer creates. Their values come from the storage, which a replay does not use.
@Suite struct SharedReadLogTests {
  private final class Log: DependencyReadLog {
    var lines: [String] = []
    var answer: (any Sendable)?

    func record(_ name: String, _ value: some Encodable) { lines.append("\(name) = \(value)") }
    func recordFailure(_ name: String, _ error: any Error) {}
    func replayed<Value: Decodable>(_ name: String, as type: Value.Type) -> Value? { answer.flatMap { $0 as? Value } }
  }

  private struct Opaque {}

  private let log = Log()

  private func make() -> Shared<Int> { Shared(wrappedValue: 0, .inMemory("count")) }

  @Test func theValueIsRecorded() {
    let count = make()
    count.withLock { $0 = 5 }
    withDependencyReadLog(log) {
      #expect(make().wrappedValue == 5)
      _ = Shared(wrappedValue: Opaque(), .inMemory("opaque"))
      _ = Shared(value: 1)
    }
    #expect(log.lines == [#"shared .inMemory("count") = 5"#])
  }

  @Test func aReplayBeginsWithIt() {
    log.answer = 5
    withDependencies {
      $0.replaySharedValues(of: SharedValueTable())
    } operation: {
      withDependencyReadLog(log) {
        let count = make()
        #expect(count.wrappedValue == 5)
        count.withLock { $0 = 6 }
        #expect(make().wrappedValue == 6)
      }
    }
    #expect(make().wrappedValue == 0)
    #expect(log.lines.isEmpty)
  }
}
