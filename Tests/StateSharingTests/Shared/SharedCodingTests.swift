@_spi(Internals) import CounterpointSupport
import DependencyInjection
import Foundation
import Testing

@testable import StateSharing

/// Wrappers in recordings and replays.
@Suite struct SharedCodingTests {
  private struct Numbers: Codable, Equatable {
    @Shared(.inMemory("stats")) var stats = Stats()
    @Shared(.inMemory("stats")) var same = Stats()
    @Shared(value: 7) var own: Int
    @SharedReader(.inMemory("limit")) var limit = 10
  }

  private struct Stats: Codable, Equatable {
    var count = 0
    var best: Int?
  }

  private let table = SharedValueTable()

  private func json(_ value: some Encodable, in table: SharedValueTable? = nil) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.userInfo[RecordingCoding.key] = RecordingCoding(sharedValues: table ?? self.table)
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decoded<Value: Decodable>(_ text: String, in table: SharedValueTable) throws -> Value {
    let decoder = JSONDecoder()
    decoder.userInfo[RecordingCoding.key] = RecordingCoding(sharedValues: table)
    return try decoder.decode(Value.self, from: Data(text.utf8))
  }

  private static let form = #"""
    {"limit":{"shared":".inMemory(\"limit\")","value":10},"own":{"shared":"value 1","value":7},\#
    "same":{"shared":".inMemory(\"stats\")","value":{"count":0}},\#
    "stats":{"shared":".inMemory(\"stats\")","value":{"count":0}}}
    """#

  // MARK: Coding

  @Test func aRecordingContainsTheNameAndTheValue() throws {
    let numbers = Numbers()
    #expect(try json(numbers) == Self.form)
    #expect(try json(numbers) == Self.form)
  }

  @Test func wrappersWithOneNameShareAValueInAReplay() throws {
    let replay = SharedValueTable()
    let numbers: Numbers = try decoded(Self.form, in: replay)
    numbers.$stats.withLock { $0.count = 5 }
    #expect(numbers.same.count == 5)
    #expect(numbers.own == 7)
    // A later snapshot has the recorded value of its time.
    let later: Numbers = try decoded(Self.form, in: replay)
    #expect(later.stats.count == 0 && numbers.stats.count == 0)
    // The names stay the same.
    #expect(try json(numbers, in: replay) == Self.form)
  }

  @Test func aReplayLeavesTheStorageAlone() throws {
    let numbers: Numbers = try decoded(Self.form, in: table)
    numbers.$stats.withLock { $0.count = 5 }
    #expect(Numbers().stats.count == 0)
  }

  @Test func newWrappersShowTheValuesOfTheReplay() throws {
    let numbers: Numbers = try decoded(Self.form, in: table)
    withDependencies {
      $0.replaySharedValues(of: table)
    } operation: {
      Shared(wrappedValue: Stats(), .inMemory("stats")).withLock { $0.count = 3 }
      let new = Shared(wrappedValue: 1, .inMemory("new"))
      new.withLock { $0 = 2 }
      #expect(Shared(wrappedValue: 1, .inMemory("new")).wrappedValue == 2)
    }
    #expect(numbers.stats.count == 3)
    #expect(Shared(wrappedValue: 1, .inMemory("new")).wrappedValue == 1)
  }

  @Test func aForgottenReplayBeginsAgain() throws {
    let numbers: Numbers = try decoded(Self.form, in: table)
    numbers.$stats.withLock { $0.count = 5 }
    table.removeAll()
    let later: Numbers = try decoded(Self.form, in: table)
    #expect(later.stats.count == 0)
  }

  @Test func twoTypesWithOneName() throws {
    let _: Shared<Int> = try decoded(#"{"shared":"a","value":5}"#, in: table)
    #expect(throws: DecodingError.self) {
      let _: Shared<String> = try decoded(#"{"shared":"a","value":"b"}"#, in: table)
    }
  }

  @Test func outsideOfRecordingsOnlyTheValueIsEncoded() throws {
    #expect(String(decoding: try JSONEncoder().encode(Shared(value: 5)), as: UTF8.self) == "5")
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Shared<Int>.self, from: Data("5".utf8)) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(SharedReader<Int>.self, from: Data("5".utf8)) }
  }

  // MARK: Names

  @Test func partsAreNamedAfterTheValue() throws {
    @Shared(.inMemory("stats")) var stats = Stats(best: 3)
    let name = #".inMemory(\"stats\")[dynamicMember: \\Stats.count]"#
    #expect(try json($stats.count) == #"{"shared":"\#(name)","value":0}"#)
    let count: Shared<Int> = try decoded(#"{"shared":"\#(name)","value":4}"#, in: SharedValueTable())
    #expect(count.wrappedValue == 4)
  }

  @Test func valuesWithoutStableNamesAreNumbered() throws {
    let first = Shared(value: 1), second = Shared(value: 2)
    let twice = first.read { 2 * $0 }
    let form = #"[{"shared":"value 1","value":1},{"shared":"value 2","value":2},{"shared":"value 1","value":1}]"#
    #expect(try json([first, second, first]) == form)
    #expect(try json(twice) == #"{"shared":"value 3","value":2}"#)
    #expect(try json(twice) == #"{"shared":"value 3","value":2}"#)
  }

  @Test func aReplayNumbersNewValuesAfterTheRecordedOnes() throws {
    let _: Shared<Int> = try decoded(#"{"shared":"value 4","value":5}"#, in: table)
    #expect(try json(Shared(value: 1)) == #"{"shared":"value 5","value":1}"#)
  }

  @Test func aKeyWithoutADescriptionIsNamedByItsID() throws {
    let first = Shared(wrappedValue: 1, PlainKey(id: 1)), second = Shared(wrappedValue: 2, PlainKey(id: 2))
    #expect(try json(first) != json(second))
  }

  // MARK: Changes by other code

  @Test func changesAreReturnedOnce() throws {
    let numbers = Numbers()
    _ = try json(numbers)
    #expect(table.changed().isEmpty)
    numbers.$stats.withLock { $0.count = 5 }
    let changed = table.changed()
    #expect(changed.map(\.name) == [#".inMemory("stats")"#])
    #expect(changed.first?.value as? Stats == Stats(count: 5))
    #expect(table.changed().isEmpty)
    numbers.$own.withLock { $0 = 8 }
    #expect(table.changed().map(\.name) == ["value 1"])
  }

  @Test func ownChangesAreIgnored() throws {
    let numbers = Numbers()
    _ = try json(numbers)
    numbers.$stats.withLock { $0.count = 5 }
    table.ignoreChanges()
    #expect(table.changed().isEmpty)
  }

  @Test func aChangeInPlaceIsLeftForLater() throws {
    let numbers = Numbers()
    _ = try json(numbers)
    numbers.$stats.withLock { $0.count = 4 }
    numbers.$stats.withLockInPlace {
      $0.count = 5
      #expect(table.changed().isEmpty)
      #expect(throws: EncodingError.self) { try json(numbers) }
    }
    #expect(table.changed().first?.value as? Stats == Stats(count: 5))
  }

  @Test func aChangeInProgressIsRecordedWhenItEnds() throws {
    let numbers = Numbers()
    let before = try json(numbers)
    try numbers.$stats.withLock { stats throws in
      stats.count = 5
      #expect(table.changed().isEmpty)
      #expect(try json(numbers) == before)
    }
    #expect(table.changed().first?.value as? Stats == Stats(count: 5))
  }

  @Test func aReplayAppliesThem() throws {
    let numbers: Numbers = try decoded(Self.form, in: table)
    let change: Change = try decoded(#"{"shared":".inMemory(\"stats\")","to":{"count":5}}"#, in: table)
    #expect(change.isKnown)
    #expect(numbers.same == Stats(count: 5))
    let unknown: Change = try decoded(#"{"shared":"other","to":5}"#, in: table)
    #expect(!unknown.isKnown)
  }

  /// A line of a recording.
  private struct Change: Decodable {
    let isKnown: Bool

    private enum Key: CodingKey {
      case shared, to
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let table = RecordingCoding.in(decoder.userInfo)?.sharedValues as? SharedValueTable
      let name = try container.decode(String.self, forKey: .shared)
      isKnown = try table?.set(name, from: container.superDecoder(forKey: .to)) ?? false
    }
  }

  @Test func valuesThatEndAreForgotten() throws {
    for number in 0..<500 { _ = try json(Shared(value: number)) }
    #expect(table.watchedCount <= 64)
  }
}

/// A key without storage and description.
private struct PlainKey: SharedKey {
  let id: Int

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    continuation.resumeReturningInitialValue()
  }

  func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
    SharedSubscription {}
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume()
  }
}
