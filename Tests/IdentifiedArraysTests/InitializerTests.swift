import IdentifiedArrays
import Testing

@Suite struct InitializerTests {
  @Test func empty() {
    #expect(Rows().isEmpty)
    #expect(IdentifiedArray<String, Row>(id: \.name).isEmpty)
    #expect(([] as Rows).ids.isEmpty)
  }

  @Test func uniqueElements() {
    let rows = Rows(uniqueElements: [Row(id: 2), Row(id: 1)])
    #expect(rows.elements == [Row(id: 2), Row(id: 1)])
    #expect(Array(rows.ids) == [2, 1])
    let numbers = IdentifiedArray(uniqueElements: stride(from: 3, to: 0, by: -1), id: \.self)
    #expect(numbers.elements == [3, 2, 1])
    #expect(numbers.isInStep)
  }

  @Test func uncheckedUniqueElements() {
    let rows = Rows(uncheckedUniqueElements: [Row(id: 2), Row(id: 1)])
    #expect(rows == [Row(id: 2), Row(id: 1)])
    #expect(rows.isInStep)
    #expect(IdentifiedArray(uncheckedUniqueElements: [1, 2], id: \.self).isInStep)
  }

  @Test func anIdentifiedArrayIsTakenAsItIs() {
    let rows = Rows(uniqueElements: (0..<100).map { Row(id: $0) })
    #expect(rows.address == Rows(uniqueElements: rows).address)
    #expect(rows.address == Rows(rows).address)
    // With another identifying property, the storage can't be shared.
    let names = IdentifiedArray(uniqueElements: rows, id: \.hashValue)
    #expect(names.isInStep)
    #expect(names.elements == rows.elements)
  }

  @Test func aSliceKeepsItsIDs() {
    let rows = Rows(uniqueElements: (0..<100).map { Row(id: $0) })
    let middle = Rows(rows[20..<30])
    #expect(middle.elements == (20..<30).map { Row(id: $0) })
    #expect(middle.isInStep)
    #expect(middle.index(id: 25) == 5)
    #expect(Rows(uniqueElements: rows[20..<30]) == middle)
    #expect(Rows(rows[5..<5]).isEmpty)
    let byName = IdentifiedArray(uniqueElements: [Row(id: 1, name: "a"), Row(id: 2, name: "b")], id: \.name)
    #expect(IdentifiedArray(byName[1...]).index(id: "b") == 0)
  }

  @Test func clashesAreCombinedAtTheFirstPosition() {
    let rows = [Row(id: 1, name: "a"), Row(id: 2, name: "b"), Row(id: 1, name: "c"), Row(id: 1, name: "d")]
    let last = Rows(rows, uniquingIDsWith: { $1 })
    #expect(last.elements == [Row(id: 1, name: "d"), Row(id: 2, name: "b")])
    let all = IdentifiedArray(rows, id: \.id, uniquingIDsWith: { Row(id: $0.id, name: $0.name + $1.name) })
    #expect(all.elements == [Row(id: 1, name: "acd"), Row(id: 2, name: "b")])
    struct Clash: Error {}
    #expect(throws: Clash.self) { try Rows(rows, uniquingIDsWith: { _, _ in throw Clash() }) }
  }

  @Test func literal() {
    let rows: Rows = [Row(id: 1), Row(id: 2)]
    #expect(rows.elements == [Row(id: 1), Row(id: 2)])
  }

  @Test func elementsShareTheStorage() {
    let rows = Rows(uniqueElements: (0..<100).map { Row(id: $0) })
    let address = unsafe rows.elements.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    #expect(address == rows.address)
  }
}
