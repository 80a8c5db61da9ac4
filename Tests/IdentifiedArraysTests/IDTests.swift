import IdentifiedArrays
import Testing

@Suite struct IDTests {
  @Test func reads() {
    let rows: Rows = [Row(id: 1, name: "a"), Row(id: 2, name: "b")]
    #expect(rows[id: 2]?.name == "b")
    #expect(rows[id: 3] == nil)
    #expect(rows.index(id: 2) == 1)
    #expect(rows.index(id: 3) == nil)
    #expect(rows.contains(Row(id: 2, name: "another name")))
    #expect(!rows.contains(Row(id: 3, name: "b")))
    #expect(rows.ids.contains(1))
  }

  @Test func writes() {
    var rows: Rows = [Row(id: 1), Row(id: 2), Row(id: 3)]
    rows[id: 2] = Row(id: 2, name: "b")
    #expect(rows.elements == [Row(id: 1), Row(id: 2, name: "b"), Row(id: 3)])
    rows[id: 4] = Row(id: 4)
    #expect(Array(rows.ids) == [1, 2, 3, 4])
    rows[id: 2] = nil
    #expect(Array(rows.ids) == [1, 3, 4])
    rows[id: 9] = nil
    #expect(rows.isInStep)
  }

  @Test func editsInPlace() {
    var rows: Rows = [Row(id: 1), Row(id: 2), Row(id: 3)]
    rows[id: 2]?.name += "b"
    rows[id: 9]?.name += "b"
    #expect(rows.elements == [Row(id: 1), Row(id: 2, name: "b"), Row(id: 3)])
    // The possible results of a mutation: nothing, a replacement, a new element.
    #expect(rows[id: 1].take() == Row(id: 1))
    #expect(Array(rows.ids) == [2, 3])
    func put(_ row: Row?, in place: inout Row?) { place = row }
    put(Row(id: 3, name: "c"), in: &rows[id: 3])
    put(Row(id: 4), in: &rows[id: 4])
    put(nil, in: &rows[id: 5])
    #expect(rows.elements == [Row(id: 2, name: "b"), Row(id: 3, name: "c"), Row(id: 4)])
    #expect(rows.isInStep)
  }

  @Test func removes() {
    var rows: Rows = [Row(id: 1, name: "a"), Row(id: 2), Row(id: 3)]
    #expect(rows.remove(id: 1)?.name == "a")
    #expect(rows.remove(id: 1) == nil)
    #expect(rows.remove(Row(id: 3, name: "another name")) == Row(id: 3))
    #expect(rows.remove(Row(id: 3)) == nil)
    #expect(rows.elements == [Row(id: 2)])
    #expect(rows.isInStep)
  }
}
