import Counterpoint
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

/// Of large dictionaries and sets, only the entries that have changed are encoded.
@Suite struct EntriesMemoryTests {
  private struct Entry: Codable, Equatable {
    var number: Int
    var note: String?
  }

  @ObservableState fileprivate struct Row: Codable, Equatable {
    var count = 0
    var title = "title"
  }

  private enum Kind: String, Codable, CodingKeyRepresentable {
    case a, b
  }

  private struct Tables: Encodable {
    var entries: [String: Entry] = [:]
    var rows: [Int: Row] = [:]
    var optional: [String: Int?] = [:]
    var nested: [String: [String]] = [:]
    var pairs: [[Int]: Int] = [:]
    var kinds: [Kind: [Int]] = [:]
    var numbers: Set<Int> = []
    var names: Set<String> = []
  }

  private func change(_ tables: inout Tables, using generator: inout SeededGenerator) {
    let number = Int.random(in: 0..<200, using: &generator)
    switch Int.random(in: 0..<14, using: &generator) {
    case 0: tables.entries["k\(number)"] = Entry(number: number)
    case 1: tables.entries["k\(number)"]?.note = "note \(number)"
    case 2: tables.entries["k\(number)"] = nil
    case 3: tables.rows[number, default: Row()].count += 1
    case 4:
      var row = tables.rows[number] ?? Row()
      row.count += 1
      tables.rows[number] = row
    case 5: tables.rows[number] = nil
    case 6: tables.optional["o\(number)"] = .some(number % 2 == 0 ? nil : number)
    case 7: tables.nested["n\(number)", default: []].append("x")
    case 8: tables.pairs[[number % 20, 1]] = number
    case 9: tables.kinds[number % 2 == 0 ? .a : .b, default: []].append(number)
    case 10: tables.numbers.insert(number)
    case 11: tables.numbers.remove(number)
    case 12: tables.names.insert("name \(number)")
    default: for index in 0..<20 { tables.entries["m\(index)"] = Entry(number: number) }
    }
  }

  @Test(arguments: 0..<2) func theTextIsThatOfTheWholeValue(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var tables = Tables()
    for index in 0..<160 {
      tables.entries["e\(index)"] = Entry(number: index)
      tables.rows[index + 1_000] = Row()
      tables.optional["p\(index)"] = .some(index)
      tables.nested["q\(index)"] = ["\(index)"]
      tables.pairs[[index, index]] = index
      tables.numbers.insert(index * 7_919)
      tables.names.insert("long name \(index)")
    }
    let encoder = StateEncoder(RecordingCoder(redacting: Redaction()))
    for _ in 0..<40 {
      change(&tables, using: &generator)
      let encoded = try encoder.encode(tables)
      let whole = try RecordingCoder(redacting: Redaction()).encodeFields(tables)
      #expect(encoded.text == whole.text)
      #expect(encoded.changes(from: whole) == [])
    }
  }

  @Test func aChangeEncodesItsEntry() throws {
    let encodings = Locked(0)
    struct Value: Encodable {
      let encodings: Locked<Int>
      var number: Int
      func encode(to encoder: any Encoder) throws {
        encodings.withLock { $0 += 1 }
        try number.encode(to: encoder)
      }
    }
    struct Member: Encodable, Hashable {
      let encodings: Locked<Int>
      var number: Int
      static func == (one: Self, other: Self) -> Bool { one.number == other.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
      func encode(to encoder: any Encoder) throws {
        encodings.withLock { $0 += 1 }
        try number.encode(to: encoder)
      }
    }
    struct Tables: Encodable {
      var values: [Int: Value]
      var members: Set<Member>
    }
    var tables = Tables(
      values: Dictionary(uniqueKeysWithValues: (0..<2_000).map { ($0, Value(encodings: encodings, number: $0)) }),
      members: Set((0..<2_000).map { Member(encodings: encodings, number: $0) })
    )
    let encoder = StateEncoder(RecordingCoder(redacting: Redaction()))
    func encoded() throws -> Int {
      encodings.withLock { $0 = 0 }
      _ = try encoder.encode(tables)
      return encodings.withLock { $0 }
    }
    for _ in 0..<4 { _ = try encoded() }
    tables.values[5]?.number = -1
    tables.members.insert(Member(encodings: encodings, number: -1))
    // The first change of each encodes all for its memory.
    _ = try encoded()
    tables.values[7]?.number = -2
    #expect(try encoded() == 1)
    tables.values[3_000] = Value(encodings: encodings, number: 3)
    tables.values[9] = nil
    #expect(try encoded() == 1)
    tables.members.insert(Member(encodings: encodings, number: -3))
    #expect(try encoded() == 1)
    #expect(try encoded() == 0)
  }

  /// Objects and equal texts of keys can't be recognized.
  @Test func objectsAndEqualKeysAreEncodedEachTime() throws {
    final class Box: Encodable {
      var number = 0
    }
    struct Tables: Encodable {
      var boxes: [Int: Box]
      var keys: [Twin: Int]
    }
    struct Twin: Codable, Hashable, CodingKeyRepresentable {
      var number: Int
      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      init(number: Int) { self.number = number }
      var codingKey: any CodingKey { Key(stringValue: "\(number / 2)") }
      init?<T: CodingKey>(codingKey: T) { nil }
    }
    let boxes = (0..<2_000).map { _ in Box() }
    var tables = Tables(
      boxes: Dictionary(uniqueKeysWithValues: boxes.enumerated().map { ($0.offset, $0.element) }),
      keys: Dictionary(uniqueKeysWithValues: (0..<1_000).map { (Twin(number: $0), 0) })
    )
    let encoder = StateEncoder(RecordingCoder(redacting: Redaction()))
    for number in 1...6 {
      boxes[number].number = number
      tables.keys[Twin(number: 4)] = nil
      let text = try encoder.encode(tables.boxes).text
      #expect(text == (try RecordingCoder(redacting: Redaction()).encodeFields(tables.boxes).text))
      _ = try encoder.encode(tables)
    }
  }
}
