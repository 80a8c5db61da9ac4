import IdentifiedArrays
import Testing

@Suite struct InsertionTests {
  var rows: Rows = [Row(id: 1, name: "a"), Row(id: 2, name: "b")]

  @Test mutating func append() {
    #expect(rows.append(Row(id: 3)) == (true, 2))
    #expect(rows.append(Row(id: 1, name: "z")) == (false, 0))
    #expect(rows.elements == [Row(id: 1, name: "a"), Row(id: 2, name: "b"), Row(id: 3)])
    rows.append(Row(id: 4))
    #expect(rows.count == 4)
  }

  @Test mutating func insert() {
    #expect(rows.insert(Row(id: 3), at: 1) == (true, 1))
    #expect(rows.insert(Row(id: 2, name: "z"), at: 0) == (false, 2))
    #expect(Array(rows.ids) == [1, 3, 2])
    #expect(rows[id: 2]?.name == "b")
    rows.insert(Row(id: 4), at: 3)
    #expect(Array(rows.ids) == [1, 3, 2, 4])
    #expect(rows.isInStep)
  }

  @Test mutating func appendContents() {
    rows.append(contentsOf: [Row(id: 3, name: "c"), Row(id: 1, name: "z"), Row(id: 3, name: "z"), Row(id: 4)])
    #expect(rows.map(\.id) == [1, 2, 3, 4])
    #expect(rows.map(\.name) == ["a", "b", "c", ""])
    #expect(rows.isInStep)
  }

  @Test mutating func insertContents() {
    rows.insert(contentsOf: [Row(id: 3, name: "c"), Row(id: 1, name: "z"), Row(id: 3, name: "z"), Row(id: 4)], at: 1)
    #expect(rows.map(\.id) == [1, 3, 4, 2])
    #expect(rows.map(\.name) == ["a", "c", "", "b"])
    #expect(rows.isInStep)
  }

  @Test mutating func update() {
    #expect(rows.update(Row(id: 2, name: "z"), at: 1).name == "b")
    #expect(rows.elements == [Row(id: 1, name: "a"), Row(id: 2, name: "z")])
  }

  @Test mutating func updateOrAppend() {
    #expect(rows.updateOrAppend(Row(id: 1, name: "z"))?.name == "a")
    #expect(rows.updateOrAppend(Row(id: 3)) == nil)
    #expect(rows.elements == [Row(id: 1, name: "z"), Row(id: 2, name: "b"), Row(id: 3)])
    #expect(rows.isInStep)
  }

  @Test mutating func updateOrInsert() {
    let (old, known) = rows.updateOrInsert(Row(id: 2, name: "z"), at: 0)
    #expect(old?.name == "b")
    #expect(known == 1)
    let (none, index) = rows.updateOrInsert(Row(id: 3), at: 0)
    #expect(none == nil)
    #expect(index == 0)
    #expect(rows.elements == [Row(id: 3), Row(id: 1, name: "a"), Row(id: 2, name: "z")])
    #expect(rows.isInStep)
  }

  @Test mutating func reserveCapacity() {
    rows.reserveCapacity(1000)
    let address = rows.address
    for id in 0..<1000 { rows.append(Row(id: id)) }
    #expect(rows.count == 1000)
    #expect(rows.address == address)
  }

  @Test mutating func genericCodeKeepsKnownElementsToo() {
    func fill(_ collection: inout some RangeReplaceableCollection<Row>) {
      collection.append(Row(id: 1, name: "z"))
      collection.insert(Row(id: 2, name: "z"), at: collection.startIndex)
      collection.append(contentsOf: [Row(id: 2, name: "z"), Row(id: 3)])
      collection.insert(contentsOf: [Row(id: 3, name: "z"), Row(id: 4)], at: collection.startIndex)
    }
    fill(&rows)
    #expect(rows.elements == [Row(id: 4), Row(id: 1, name: "a"), Row(id: 2, name: "b"), Row(id: 3)])
  }

  @Test mutating func replaceSubrange() {
    rows.append(contentsOf: [Row(id: 3), Row(id: 4)])
    rows.replaceSubrange(
      1..<3,
      with: [Row(id: 5), Row(id: 2, name: "z"), Row(id: 4, name: "y"), Row(id: 5, name: "x")]
    )
    #expect(rows.map(\.id) == [1, 5, 2, 4])
    #expect(rows.map(\.name) == ["a", "x", "z", "y"])
    #expect(rows.isInStep)
    rows.replaceSubrange(0..<4, with: [])
    #expect(rows.isEmpty)
  }
}
