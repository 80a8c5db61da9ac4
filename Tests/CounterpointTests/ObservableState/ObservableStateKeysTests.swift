public import Counterpoint
import Foundation
import Testing

/// A namespace, to have a public extension of.
public enum Coded {}

extension Coded {
  @ObservableState
  fileprivate struct Keyed: Codable, Equatable {
    var count = 0
    var note: String?

    private enum CodingKeys: String, CodingKey {
      case count = "n"
      case note
    }
  }

  @ObservableState
  fileprivate struct Wrapped: Codable {
    var title = ""
    @Shared(.inMemory("coded")) var total = 0
    @ObservationStateIgnored @Doubled var half = 0

    enum CodingKeys: CodingKey { case title, total, half }
  }

  /// The properties have the names of locals in the generated functions.
  @ObservableState
  fileprivate struct Named: Codable, Equatable {
    var values = 1
    var encoder = 2
    var decoder = 3
    var container = 4

    enum CodingKeys: CodingKey { case values, encoder, decoder, container }
  }

  @ObservableState
  fileprivate struct DecodedByHand: Codable, Equatable {
    var count = 0
    let version = 2
    lazy var slow = 1

    init(count: Int) {
      self.count = count
    }

    init(from decoder: any Decoder) throws {
      count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count) + 100
    }
  }

  @ObservableState
  fileprivate struct EncodedByHand: Codable, Equatable {
    var count: Int
    var note: String?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(count + 100, forKey: .count)
    }
  }

  @ObservableState
  fileprivate struct Generic<Value> {
    var value: Value
  }
}

/// Codes the double of its value.
@propertyWrapper
private struct Doubled: Codable {
  var wrappedValue: Int

  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Int.self) / 2 }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue * 2)
  }
}

extension Coded.Generic: Codable where Value: Codable {}

// The check of formats would have the `public` at the members; a macro has to understand both.
// swift-format-ignore
public extension Coded {
  @ObservableState
  struct InPublicExtension: Codable, Equatable {
    var count = 0

    enum CodingKeys: String, CodingKey {
      case count = "n"
    }
  }
}

/// Keys and halves of the coding that are written by hand.
@MainActor
@Suite struct ObservableStateKeysTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decoded<Value: Decodable>(_ json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
  }

  @Test func keysLeaveTheMemberwiseInitialiser() throws {
    #expect(Coded.Keyed() == Coded.Keyed(count: 0, note: nil))
    #expect(try json(Coded.Keyed(count: 1)) == #"{"n":1}"#)
    let keyed: Coded.Keyed = try decoded(#"{"n":3,"note":"N"}"#)
    #expect(keyed == Coded.Keyed(count: 3, note: "N"))
    #expect(told(keyed, reading: { _ = $0.count }, during: { $0.count += 1 }) == 1)
  }

  @Test func wrappersCodeThemselves() throws {
    var wrapped = Coded.Wrapped(title: "T")
    wrapped.half = 3
    wrapped.$total.withLock { $0 = 7 }
    #expect(try json(wrapped) == #"{"half":6,"title":"T","total":7}"#)
    // As without the macro: the value that the screens share is not one that was stored with one of them.
    #expect(throws: DecodingError.self) {
      () throws -> Coded.Wrapped in try decoded(#"{"half":8,"title":"U","total":1}"#)
    }
    #expect(wrapped.total == 7)
  }

  @Test func namesOfLocals() throws {
    #expect(try json(Coded.Named()) == #"{"container":4,"decoder":3,"encoder":2,"values":1}"#)
    let named: Coded.Named = try decoded(#"{"container":1,"decoder":2,"encoder":3,"values":4}"#)
    #expect(named == Coded.Named(values: 4, encoder: 3, decoder: 2, container: 1))
  }

  @Test func oneHalfByHand() throws {
    #expect(try json(Coded.DecodedByHand(count: 1)) == #"{"count":1,"version":2}"#)
    #expect(try (decoded(#"{"count":1}"#) as Coded.DecodedByHand).count == 101)
    #expect(try json(Coded.EncodedByHand(count: 1)) == #"{"count":101}"#)
    #expect(try decoded(#"{"count":1,"note":"N"}"#) == Coded.EncodedByHand(count: 1, note: "N"))
  }

  @Test func underACondition() throws {
    #expect(try json(Coded.Generic(value: 1)) == #"{"value":1}"#)
    #expect(try (decoded(#"{"value":2}"#) as Coded.Generic<Int>).value == 2)
  }

  @Test func inAPublicExtension() throws {
    #expect(try json(Coded.InPublicExtension(count: 1)) == #"{"n":1}"#)
    #expect(try decoded(#"{"n":2}"#) == Coded.InPublicExtension(count: 2))
  }

  /// For states that are written by hand.
  @Test func aRegistrarIsCodedAsNothing() throws {
    let registrar = ObservationStateRegistrar()
    #expect(try json([registrar]) == "[{}]")
    let read: [ObservationStateRegistrar] = try decoded("[{}]")
    #expect(read == [registrar])
    #expect(read.first?.id != registrar.id)
  }
}
