@_spi(Internals) import CounterpointSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

@Suite struct CanonicalJSONTests {
  /// Returns what Foundation's decoder reads from the canonical JSON of a value.
  private func decoded<Value: Codable>(_ value: Value) throws -> Value {
    let bytes = try #require(try CanonicalJSON.encode(value).bytes)
    return try CanonicalJSON.decoder().decode(Value.self, from: Data(bytes))
  }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try #require(try CanonicalJSON.encode(value).bytes), as: UTF8.self)
  }

  @Test(arguments: [0, 1, -1, .max, .min] as [Int64])
  func integersAreExact(_ number: Int64) throws {
    #expect(try decoded([number]) == [number])
  }

  @Test(arguments: [0, 1 << 53 + 1, .max] as [UInt64])
  func unsignedIntegersAreExact(_ number: UInt64) throws {
    #expect(try decoded(["a": number]) == ["a": number])
  }

  @Test(arguments: [
    0, -0.0, 0.1, 1e300, .leastNonzeroMagnitude, 1 / 3, .greatestFiniteMagnitude, .infinity, -.infinity,
  ])
  func numbersKeepTheirBits(_ number: Double) throws {
    #expect(try decoded([number])[0].bitPattern == number.bitPattern)
  }

  private struct Nested: Codable, Hashable {
    var inner: [Nested] = []
    var set: Set<Nested> = []

    init(depth: Int, inSets: Bool) {
      for _ in 0..<depth { self = inSets ? Nested([], [self]) : Nested([self], []) }
    }

    private init(_ inner: [Nested], _ set: Set<Nested>) {
      self.inner = inner
      self.set = set
    }
  }

  /// A reader refuses deeper values, because they could overflow its stack. With them, it could read none of the lines.
  @Test(arguments: [false, true]) func whatIsWrittenCanBeRead(inSets: Bool) throws {
    let value = Nested(depth: 120, inSets: inSets)
    let text = JSONText(try #require(try CanonicalJSON.encode(value).bytes))
    let line = RecordingLine.shared(RecordingLine.Shared(store: 1, name: "n", value: text))
    #expect(throws: Never.self) { try RecordingLine(parsing: line.bytes.dropLast()[...]) }
    let deeper = Nested(depth: 130, inSets: inSets)
    #expect(throws: EncodingError.self) { _ = try CanonicalJSON.encode(deeper) }
  }

  @Test func notANumberIsDecoded() throws {
    #expect(try decoded([Double.nan])[0].isNaN)
    #expect(try decoded([Float.nan, 0.1])[1] == 0.1)
  }

  @Test(arguments: ["", "\"\\/", "\u{0}\u{1}\u{1F}\n\r\t\u{7F}", "naïve 🎼\u{2028}", "e\u{301}"])
  func stringsAreEscaped(_ string: String) throws {
    #expect(try decoded([string: string]) == [string: string])
    #expect(try CanonicalJSON.encode(string).bytes?.contains { $0 < 0x20 } == false)
  }

  @Test func foundationsTypesAreDecoded() throws {
    struct Values: Codable, Equatable {
      var date = Date(timeIntervalSinceReferenceDate: 812_345_678.123456)
      var data = Data([0, 255, 128])
      var url = URL(string: "https://example.org/a?b=c%20d")
      var uuid = UUID()
      var decimal = Decimal(string: "12345678901234567890.123")
      var duration = Duration.milliseconds(1500)
      var range = 1..<3
    }
    let values = Values()
    #expect(try decoded(values) == values)
  }

  @Test func enumsAndOptionalsAreDecoded() throws {
    indirect enum Value: Codable, Equatable {
      case none
      case unlabeled(Int, String?)
      case labeled(a: [Value], b: [String: Value])
    }
    let value = Value.labeled(a: [.none, .unlabeled(1, nil)], b: ["x": .unlabeled(2, "y"), "": .none])
    #expect(try decoded(value) == value)
    #expect(try decoded([1, nil, 3]) == [1, nil, 3])
    #expect(try text(Value.unlabeled(1, nil)) == #"{"unlabeled":{"_0":1}}"#)
  }

  @Test func dictionariesWithAnyKeysAreDecoded() throws {
    enum Key: String, Codable, CodingKeyRepresentable { case first, second }
    enum Other: String, Codable { case first, second }
    #expect(try decoded([Key.first: 1, .second: 2]) == [.first: 1, .second: 2])
    #expect(try decoded([Other.first: 1, .second: 2]) == [.first: 1, .second: 2])
    #expect(try decoded([1: "a", -2: "b"]) == [1: "a", -2: "b"])
    #expect(try text([Int: Int]()) == "{}")
  }

  @Test func elementsWithoutAnOrderAreSorted() throws {
    // Two sets with equal elements and other capacities iterate in other orders.
    var large = Set<String>(minimumCapacity: 4000)
    let names = (0..<200).map { "name \($0)" }
    large.formUnion(names.reversed())
    #expect(Array(large) != Array(Set(names)))
    #expect(try CanonicalJSON.encode(large).bytes == CanonicalJSON.encode(Set(names)).bytes)
    #expect(try decoded(large) == large)
    let nested = [Set(["b", "a"]): ["z": Set([3, 1, 2])]]
    #expect(try text(nested) == #"[["a","b"],{"z":[1,2,3]}]"#)
  }

  /// A value that encodes lists in its own way.
  private struct Owner: Encodable {
    var set: Set<String> = []
    var numbers: Set<Int> = []
    var table: [String: [Int]] = [:]
    var other: [UInt8: String] = [:]
    var list: [String] = []
    let encode: @Sendable (Owner, any Encoder) throws -> Void

    func encode(to encoder: any Encoder) throws { try encode(self, encoder) }
  }

  private enum OwnerKey: CodingKey { case first, second }

  private static let owners: [@Sendable (Owner, any Encoder) throws -> Void] = [
    { try $0.set.encode(to: $1) },
    { try $0.numbers.encode(to: $1) },
    { try $0.table.encode(to: $1) },
    { try $0.other.encode(to: $1) },
    { owner, encoder in
      var container = encoder.container(keyedBy: OwnerKey.self)
      try owner.set.encode(to: container.superEncoder(forKey: .first))
      var nested = container.nestedUnkeyedContainer(forKey: .second)
      for number in owner.numbers { try nested.encode(number) }
    },
    { owner, encoder in
      var container = encoder.unkeyedContainer()
      try owner.table.encode(to: container.superEncoder())
      try owner.other.encode(to: container.superEncoder())
      try container.encode(owner.set)
    },
    { try $0.numbers.sorted(by: >).encode(to: $1) },
  ]

  @Test(arguments: owners.indices) func listsWithoutAnOrderAreSortedIfTheirOwnerEncodesThem(_ index: Int) throws {
    for count in [0, 1, 2, 30, 600] {
      func owner(capacity: Int) -> Owner {
        var owner = Owner(encode: Self.owners[index])
        owner.set.reserveCapacity(capacity)
        owner.numbers.reserveCapacity(capacity)
        owner.table.reserveCapacity(capacity)
        owner.other.reserveCapacity(capacity)
        for number in 0..<count {
          owner.set.insert("name \(number)")
          owner.numbers.insert(number)
          owner.table["\(number)"] = [number]
          if let key = UInt8(exactly: number) { owner.other[key] = "\(number)" }
        }
        return owner
      }
      let (small, large) = (owner(capacity: 0), owner(capacity: 60_000))
      if count >= 30 { #expect(Array(small.set) != Array(large.set)) }
      let (first, second) = (try CanonicalJSON.encode([small]), try CanonicalJSON.encode([large]))
      #expect(first.bytes == second.bytes)
      #expect(first.paths == second.paths)
      #expect(try CanonicalJSON.encode([small], remembering: EncodedPart()).text == first.text)
      let memory = EncodedPart()
      for owner in [small, large, small] {
        let encoded = try CanonicalJSON.encode(["owner": owner], remembering: memory)
        #expect(try encoded.text == CanonicalJSON.encode(["owner": small]).text)
      }
    }
  }

  @Test func aListThatItsOwnerEncodesKeepsItsOrder() throws {
    let owner = Owner(set: ["b", "a"], numbers: [10, 9], list: ["b", "a"]) { try $0.list.encode(to: $1) }
    #expect(try text(owner) == #"["b","a"]"#)
    let sorted = Owner(set: ["b", "a"], numbers: [10, 9], list: ["a"]) { try $0.numbers.sorted().encode(to: $1) }
    #expect(try text(sorted) == "[10,9]")
  }

  @Test func superclassesContinueTheContainerOrGetTheirOwn() throws {
    class Base: Encodable {
      let base = 1
    }
    final class Same: Base {
      let own = 2
      private enum Keys: CodingKey { case own }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(own, forKey: .own)
      }
    }
    final class Apart: Base {
      let own = 2
      private enum Keys: CodingKey { case own }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(own, forKey: .own)
      }
    }
    #expect(try text(Same()) == #"{"base":1,"own":2}"#)
    #expect(try text([Apart()]) == #"[{"super":{"base":1},"own":2}]"#)
  }

  @Test func aContainerThatIsClosedThrows() {
    struct Interleaved: Encodable {
      let nests: Bool
      private enum Keys: CodingKey { case a, b }
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Keys.self)
        var inner = outer.nestedContainer(keyedBy: Keys.self, forKey: .a)
        try outer.encode(1, forKey: .b)
        if nests {
          _ = inner.nestedUnkeyedContainer(forKey: .a)
        } else {
          try inner.encode(2, forKey: .a)
        }
      }
    }
    #expect(throws: EncodingError.self) { try CanonicalJSON.encode(Interleaved(nests: false)) }
    #expect(throws: EncodingError.self) { try CanonicalJSON.encode(Interleaved(nests: true)) }
    #expect(throws: EncodingError.self) { try CanonicalJSON.encode(["a": ["b": Interleaved(nests: true)]]) }
  }

  @Test func aDecimalThatIsNoNumberThrows() {
    #expect(throws: EncodingError.self) { try CanonicalJSON.encode(["a": Decimal.nan]) }
  }

  @Test func userInfoReachesAllValues() throws {
    struct Reader: Encodable, Hashable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.userInfo[RecordingCoding.key] is RecordingCoding)
      }
    }
    let encoded = try CanonicalJSON.encode(
      ["a": [Set([Reader()])]],
      userInfo: [RecordingCoding.key: RecordingCoding()]
    )
    #expect(String(decoding: try #require(encoded.bytes), as: UTF8.self) == #"{"a":[[true]]}"#)
  }
}
