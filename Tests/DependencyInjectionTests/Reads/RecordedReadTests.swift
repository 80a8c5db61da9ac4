import DependencyInjection
import Foundation
import Testing

/// Reads of dependencies in a recorded reducer.
@Suite struct RecordedReadTests {
  /// A log that records reads, or answers them.
  private final class Log: DependencyReadLog {
    var lines: [String] = []
    /// The recorded values that a replay returns, in order.
    var answers: [(name: String, value: any Sendable)] = []

    func record(_ name: String, _ value: some Encodable) {
      lines.append("\(name) = \(value)")
    }

    func recordFailure(_ name: String, _ error: any Error) {
      lines.append("\(name) threw \(error)")
    }

    func replayed<Value: Decodable>(_ name: String, as type: Value.Type) -> Value? {
      guard let next = answers.first else { return nil }
      guard next.name == name, let value = next.value as? Value else {
        lines.append("\(name) instead of \(next.name)")
        return nil
      }
      answers.removeFirst()
      return value
    }
  }

  private struct Failure: Error {}

  private struct Opaque {
    let number: Int
  }

  private let log = Log()

  private func read(_ value: Int, _ name: String = "a") -> Int { recordedRead(name) { value } }

  @Test func readsAreLoggedOnlyInside() {
    #expect(read(1) == 1)
    withDependencyReadLog(log) {
      #expect(read(2) == 2)
      withDependencyReadLog(nil) { #expect(read(3) == 3) }
      #expect(read(4, "b") == 4)
    }
    #expect(read(5) == 5)
    #expect(log.lines == ["a = 2", "b = 4"])
  }

  @Test func readsOnOtherThreadsAreNotLogged() async {
    let number = await withDependencyReadLog(log) { Task.detached { recordedRead("a") { 1 } } }.value
    #expect(number == 1)
    #expect(log.lines.isEmpty)
  }

  @Test func readsInsideOfAReadAreNotLogged() {
    #expect(withDependencyReadLog(log) { recordedRead("outer") { read(1, "inner") + 1 } } == 2)
    #expect(log.lines == ["outer = 2"])
  }

  @Test func anErrorIsLogged() {
    #expect(throws: Failure.self) {
      try withDependencyReadLog(log) {
        _ = try recordedRead("a") { () throws(Failure) -> Int in throw Failure() }
      }
    }
    #expect(log.lines == ["a threw Failure()"])
    #expect(read(1) == 1)
  }

  @Test func aReplayAnswers() {
    log.answers = [("a", 7), ("b", 8)]
    withDependencyReadLog(log) {
      #expect(read(1) == 7)
      #expect(read(1, "c") == 1)
      #expect(read(1, "b") == 8)
      #expect(read(2) == 2)
    }
    #expect(log.lines == ["c instead of b", "c = 1", "a = 2"])
  }

  @Test func resultsThatAreNotCodableAreCalledThrough() {
    withDependencyReadLog(log) {
      #expect(_endpointRead("opaque") { Opaque(number: 1) }.number == 1)
      #expect(_endpointRead("coded") { 2 } == 2)
    }
    #expect(log.lines == ["coded = 2"])
  }

  // MARK: The library's dependencies

  @Test func theLibrarysDependencies() {
    let date = Date(timeIntervalSince1970: 5)
    withDependencies {
      $0.uuid = .incrementing
      $0.date.now = date
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      @Dependency(\.uuid) var uuid
      @Dependency(\.date) var clock
      @Dependency(\.date.now) var now
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      #expect(uuid() == UUID(0))
      withDependencyReadLog(log) {
        #expect(uuid() == UUID(1))
        #expect(clock() == date)
        #expect(now == date)
        #expect(withRandomNumberGenerator { $0.next() + $0.next() } == 3)
      }
      #expect(log.lines == ["uuid = \(UUID(1))", "date = \(date)", "date = \(date)", "random = 1", "random = 2"])
      log.answers = [("uuid", UUID(9)), ("date", Date(timeIntervalSince1970: 1)), ("random", UInt64.max)]
      withDependencyReadLog(log) {
        #expect(uuid() == UUID(9))
        #expect(now == Date(timeIntervalSince1970: 1))
        #expect(withRandomNumberGenerator { $0.next() } == .max)
      }
    }
  }

  private struct Counting: RandomNumberGenerator {
    var number: UInt64 = 0

    mutating func next() -> UInt64 {
      number += 1
      return number
    }
  }
}
