import IdentifiedArrays
import Testing

@Suite struct CollectionTests {
  var rows: Rows = [Row(id: 1, name: "a"), Row(id: 2, name: "b"), Row(id: 3, name: "c")]

  @Test func isARandomAccessCollection() {
    #expect(rows.count == 3)
    #expect(rows.indices == 0..<3)
    #expect(Array(rows) == rows.elements)
    #expect(rows.reversed().map(\.id) == [3, 2, 1])
    #expect(rows[1].name == "b")
    #expect(rows[1...].map(\.id) == [2, 3])
    #expect(rows.first?.id == 1)
    #expect(rows.last?.id == 3)
    #expect(unsafe rows.withContiguousStorageIfAvailable { unsafe $0.map(\.id) } == [1, 2, 3])
  }

  @Test mutating func assigningAnUnknownIDReplaces() {
    rows[1] = Row(id: 9)
    #expect(rows.map(\.id) == [1, 9, 3])
    #expect(rows.index(id: 2) == nil)
    rows[1] = Row(id: 9, name: "z")
    #expect(rows[1].name == "z")
    #expect(rows.isInStep)
  }

  @Test mutating func assigningAKnownIDExchangesThePositions() {
    rows[0] = Row(id: 3, name: "z")
    #expect(rows.elements == [Row(id: 3, name: "z"), Row(id: 2, name: "b"), Row(id: 1, name: "a")])
    #expect(rows.isInStep)
  }

  @Test mutating func editsInPlace() {
    rows[1].name += "!"
    for index in rows.indices { rows[index].name += "?" }
    #expect(rows.map(\.name) == ["a?", "b!?", "c?"])
    #expect(rows.isInStep)
  }

  @Test mutating func slicesCanBeChanged() {
    rows[1...].reverse()
    #expect(rows.map(\.id) == [1, 3, 2])
    rows[..<2].sort { $0.id > $1.id }
    #expect(rows.map(\.id) == [3, 1, 2])
    #expect(rows.isInStep)
  }

  @Test mutating func genericAlgorithmsKeepTheIDsInStep() {
    func permute(_ collection: inout some MutableCollection<Row> & RandomAccessCollection) {
      collection.sort { $0.id > $1.id }
      collection.swapAt(collection.startIndex, collection.index(after: collection.startIndex))
    }
    permute(&rows)
    #expect(rows.map(\.id) == [2, 3, 1])
    #expect(rows.isInStep)
  }

  @Test mutating func addition() {
    rows += [Row(id: 4), Row(id: 1, name: "z")]
    #expect(rows.map(\.id) == [1, 2, 3, 4])
    #expect((rows + [Row(id: 5)]).ids.last == 5)
    #expect(rows[0].name == "a")
  }
}
