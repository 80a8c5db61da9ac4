import IdentifiedArrays
import Testing

@Suite struct RemovalTests {
  var rows = Rows(uniqueElements: (0..<10).map { Row(id: $0) })

  @Test mutating func atTheEnds() {
    #expect(rows.removeFirst().id == 0)
    #expect(rows.removeLast().id == 9)
    rows.removeFirst(2)
    rows.removeLast(3)
    #expect(rows.map(\.id) == [3, 4, 5])
    #expect(rows.popLast()?.id == 5)
    #expect(rows.isInStep)
  }

  @Test mutating func atPositions() {
    #expect(rows.remove(at: 3).id == 3)
    rows.removeSubrange(1..<3)
    rows.removeSubrange(4...)
    #expect(rows.map(\.id) == [0, 4, 5, 6])
    #expect(rows.isInStep)
  }

  @Test mutating func byCondition() {
    rows.removeAll { $0.id.isMultiple(of: 2) }
    #expect(rows.map(\.id) == [1, 3, 5, 7, 9])
    #expect(rows.isInStep)
    let few: Rows = rows.filter { $0.id > 3 }
    #expect(few.map(\.id) == [5, 7, 9])
    #expect(few.isInStep)
  }

  @Test mutating func aConditionThatThrowsLosesNothing() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try rows.removeAll { row in
        if row.id == 6 { throw Failure() }
        return row.id.isMultiple(of: 2)
      }
    }
    #expect(Set(rows.map(\.id)) == Set(0..<10))
    #expect(rows.isInStep)
  }

  @Test mutating func everything() {
    rows.removeAll(keepingCapacity: true)
    #expect(rows.isEmpty)
    rows.append(Row(id: 1))
    rows.removeAll()
    #expect(rows.isEmpty)
    #expect(rows.isInStep)
  }
}
