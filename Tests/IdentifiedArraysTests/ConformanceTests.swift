import Foundation
import IdentifiedArrays
import Testing

@Suite struct ConformanceTests {
  @Test func equalityIsThatOfTheElementsInOrder() {
    let one: Rows = [Row(id: 1), Row(id: 2)]
    #expect(one == [Row(id: 1), Row(id: 2)])
    #expect(one != [Row(id: 2), Row(id: 1)])
    #expect(one != [Row(id: 1), Row(id: 2, name: "b")])
    #expect(one != [Row(id: 1)])
    #expect(one.ids != (one.sorted { $0.id > $1.id } as Rows).ids)
  }

  @Test func equalArraysHashAlike() {
    struct Two: Hashable {
      var a: Int
      var b: Int
    }
    let byA = IdentifiedArray(uniqueElements: [Two(a: 1, b: 2), Two(a: 2, b: 3)], id: \.a)
    let byB = IdentifiedArray(uniqueElements: [Two(a: 1, b: 2), Two(a: 2, b: 3)], id: \.b)
    #expect(byA == byB)
    #expect(byA.hashValue == byB.hashValue)
    #expect(Set([byA, byB]).count == 1)
    #expect(byA.hashValue != byA.filter { $0.a == 1 }.hashValue)
  }

  @Test func descriptions() {
    let numbers = IdentifiedArray(uniqueElements: [1, 2], id: \.self)
    #expect(numbers.description == "[1, 2]")
    #expect(numbers.debugDescription == "IdentifiedArray<Int>([1, 2])")
    let mirror = Mirror(reflecting: numbers)
    #expect(mirror.displayStyle == .collection)
    #expect(mirror.children.map { $0.value as? Int } == [1, 2])
  }

  @Test func isSendable() {
    func requireSendable(_ value: some Sendable) {}
    requireSendable([Row(id: 1)] as Rows)
    requireSendable(Identified(1, id: 2))
  }

  @Test func encodesAsAPlainArray() throws {
    let rows: Rows = [Row(id: 1, name: "a"), Row(id: 2, name: "b")]
    let data = try JSONEncoder().encode(rows)
    #expect(try JSONDecoder().decode([Row].self, from: data) == rows.elements)
    let decoded = try JSONDecoder().decode(Rows.self, from: data)
    #expect(decoded == rows)
    #expect(decoded.isInStep)
    #expect(try JSONDecoder().decode(Rows.self, from: Data("[]".utf8)) == [])
  }

  @Test(arguments: [("1,1,1", 1), ("1,2,1", 2), ("3,2,1,2", 3)])
  func decodingADuplicateNamesItsOffset(_ ids: String, offset: Int) throws {
    let rows = ids.split(separator: ",").map { #"{"id":\#($0),"name":""}"# }.joined(separator: ",")
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Rows.self, from: Data("[\(rows)]".utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("element at offset \(offset) has the id"))
    #expect(context.codingPath.map(\.intValue) == [offset])
  }

  @Test func genericCodeFindsByID() {
    func name<C: _IdentifiedCollection<Int, Row>>(_ collection: C, _ id: Int) -> String? {
      collection.ids.contains(id) ? collection[id: id]?.name : nil
    }
    func change<C: _MutableIdentifiedCollection<Int, Row>>(_ collection: inout C) {
      collection[id: 1]?.name = "b"
      collection[id: 2] = Row(id: 2)
      collection[id: 3] = nil
    }
    var rows: Rows = [Row(id: 1, name: "a"), Row(id: 3)]
    #expect(name(rows, 1) == "a")
    #expect(name(rows, 2) == nil)
    change(&rows)
    #expect(rows.elements == [Row(id: 1, name: "b"), Row(id: 2)])
  }
}
