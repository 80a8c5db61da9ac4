import Foundation
import Testing

@testable import CounterpointHTML

/// The short way writes what `JSONEncoder` writes, or nothing.
@Suite struct ActionEncoderTests {
  /// Values of all kinds that actions have.
  private struct Everything: Encodable {
    enum Kind: String, Encodable { case large }
    enum Nested: Encodable { case pair(Int, of: [String: Bool]), single(Kind?) }

    var b = "ü/é😀 \u{2028}"
    var a10 = Int.min
    var a2 = true
    var A: Int? = 5
    var none: String?
    var list: [Int?] = [1, nil]
    var lists: [[UInt8]] = [[], [255]]
    var dictionary = ["k10": 2, "k9": 3, "K": 4]
    var numbers = [10: "ten", 9: "nine"]
    var id = UUID()
    var nested: [Nested] = [.pair(1, of: [:]), .single(.large), .single(nil)]
    var integers = Integers()
  }

  private struct Integers: Encodable {
    var (a, b, c, d) = (Int8.min, Int16.min, Int32.min, Int64.min)
    var (e, f, g, h, i) = (UInt8.max, UInt16.max, UInt32.max, UInt64.max, UInt.max)
  }

  /// Encodes itself by the less usual functions of containers.
  private struct Containers: Encodable {
    enum Key: String, CodingKey { case object, array, path, twice }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var object = container.nestedContainer(keyedBy: Key.self, forKey: .object)
      var array = container.nestedUnkeyedContainer(forKey: .array)
      // The containers are filled in turns.
      try array.encode("a")
      try object.encode(array.count, forKey: .path)
      try array.encodeNil()
      var items = array.nestedUnkeyedContainer()
      try items.encode(1)
      var last = array.nestedContainer(keyedBy: Key.self)
      try last.encode(items.codingPath.map(\.stringValue).first, forKey: .path)
      try object.encodeNil(forKey: .object)
      try container.encode(1, forKey: .twice)
      try container.encode("two", forKey: .twice)
      var again = encoder.container(keyedBy: Key.self)
      try again.encodeNil(forKey: .path)
    }
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func isTheSame() throws {
    let everything = Everything()
    #expect(ActionEncoder.text(of: everything) == (try json(everything)))
    #expect(ActionEncoder.text(of: Containers()) == (try json(Containers())))
    #expect(ActionEncoder.text(of: "text") == (try json("text")))
    #expect(ActionEncoder.text(of: 7) == "7")
    #expect(ActionEncoder.text(of: Int?.none) == "null")
  }

  /// Values that only `JSONEncoder` knows how to write.
  private static let others: [any Encodable & Sendable] = [
    1.5, Float(1.5), Date(timeIntervalSince1970: 0), Data([1]), URL(fileURLWithPath: "/a"), Decimal(1.5), "a\"b",
    "a\\b", "a\nb",
    "\u{7F}", ["ä": 1, "a": 2], ["a\"": 1],
  ]

  @Test(arguments: others.indices) func leavesTheRestToTheOtherEncoder(index: Int) throws {
    func check(_ value: some Encodable) throws {
      #expect(ActionEncoder.text(of: value) == nil)
      #expect(ActionEncoder.text(of: [[value]]) == nil)
      #expect(ActionEncoder.text(of: ["key": value]) == nil)
      #expect(ActionCode.encode(value) == (try json(value)))
    }
    try check(Self.others[index])
  }

  /// Encodes itself in ways that have no meaning, or fails.
  private struct Failing: Encodable {
    enum Way: CaseIterable { case nothing, failure, twice, mixed, `super` }
    struct Failure: Error {}

    let way: Way

    func encode(to encoder: any Encoder) throws {
      switch way {
      case .nothing: break
      case .failure: throw Failure()
      case .twice:
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try container.encode(2)
      case .mixed:
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        _ = encoder.container(keyedBy: Containers.Key.self)
      case .super:
        var container = encoder.unkeyedContainer()
        try "a".encode(to: container.superEncoder())
      }
    }
  }

  @Test(arguments: Failing.Way.allCases) private func writesNothingOfTheMeaningless(way: Failing.Way) {
    #expect(ActionEncoder.text(of: Failing(way: way)) == nil)
    #expect(ActionEncoder.text(of: [Failing(way: way)]) == nil)
  }
}
