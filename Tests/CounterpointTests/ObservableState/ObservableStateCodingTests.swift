public import Counterpoint
import Foundation
import Testing

/// State is coded under the names of its properties, without what observation adds.
@MainActor
@Suite struct ObservableStateCodingTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decoded<Value: Decodable>(_ json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
  }

  @Test func theNamesOfTheProperties() throws {
    #expect(try json(Saved(id: 1, count: 2)) == #"{"child":{"n":0},"count":2,"id":1}"#)
    let saved: Saved = try decoded(#"{"child":{"n":7},"count":2,"id":1,"note":"N"}"#)
    #expect(saved == Saved(id: 1, count: 2, note: "N", child: SavedChild(n: 7)))
  }

  @Test func aMissingKey() {
    #expect(throws: DecodingError.self) { () throws -> Saved in try decoded(#"{"id":1}"#) }
  }

  @Test func whatIsReadIsAnotherValue() throws {
    let first: Saved = try decoded(#"{"child":{"n":7},"count":2,"id":1}"#)
    let second: Saved = try decoded(#"{"child":{"n":7},"count":2,"id":1}"#)
    #expect(first._$id != second._$id)
    #expect(told(first, reading: { _ = $0.count }, during: { $0.count += 1 }) == 1)
  }

  @Test func keysOfItsOwn() throws {
    #expect(try json(Renamed(id: 1, count: 2)) == #"{"id":1,"n":2,"version":1}"#)
    let renamed: Renamed = try decoded(#"{"id":3,"n":4,"note":"N","version":9}"#)
    #expect(renamed == Renamed(id: 3, count: 4, note: "N"))
    #expect(throws: DecodingError.self) { () throws -> Renamed in try decoded(#"{"id":1,"count":2}"#) }
  }

  @Test func oneDirection() throws {
    #expect(try json(Written()) == #"{"n":0}"#)
    let read: Read = try decoded(#"{"n":3}"#)
    #expect(read.n == 3)
  }

  @Test func aConformanceInAnExtension() throws {
    #expect(try json(Extended(n: 2)) == #"{"n":2}"#)
    #expect(try (decoded(#"{"n":3}"#) as Extended).n == 3)
  }

  @Test func codingByHand() throws {
    #expect(try json(CodedByHand(n: 5)) == "5")
    #expect(try (decoded("5") as CodedByHand).n == 5)
  }

  @Test func nothing() throws {
    #expect(try json(NoFields()) == "{}")
    let _: NoFields = try decoded("{}")
  }
}

/// Public, so that what the macro writes for coding has to be as well.
@ObservableState
public struct Saved: Equatable, Codable {
  let id: Int
  var count = 0
  var note: String?
  var child = SavedChild()
}

@ObservableState
struct SavedChild: Equatable, Codable {
  var n = 0
}

@ObservableState
private struct Renamed: Equatable, Codable {
  let id: Int
  var count = 0
  var note: String?
  @ObservationStateIgnored var version = 1
  var hidden = 0

  enum CodingKeys: String, CodingKey {
    case id, note, version
    case count = "n"
  }

  init(id: Int, count: Int, note: String? = nil) {
    self.id = id
    self.count = count
    self.note = note
    self.version = note == nil ? 1 : 9
  }
}

@ObservableState
private struct Written: Encodable {
  var n = 0
  lazy var slow = 1
}

@ObservableState
private struct Read: Decodable {
  var n: Int
}

@ObservableState
private struct Extended {
  var n = 0
}

extension Extended: Codable {}

@ObservableState
private struct CodedByHand: Codable {
  var n: Int

  init(n: Int) { self.n = n }

  init(from decoder: any Decoder) throws {
    n = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(n)
  }
}

@ObservableState
private struct NoFields: Codable {}
