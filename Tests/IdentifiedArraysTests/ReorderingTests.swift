import CounterpointTestSupport
import IdentifiedArrays
import Testing

@Suite struct ReorderingTests {
  let array: [Row] = {
    var generator = SeededGenerator(seed: 1)
    return (0..<100).map { Row(id: $0, name: String(Int.random(in: 0..<20, using: &generator))) }
  }()

  /// Applies the same operation to an identified array and to an array, and compares the results.
  func compare(_ change: (inout Rows) -> Void, _ expected: (inout [Row]) -> Void) {
    var rows = Rows(uniqueElements: array)
    var array = array
    change(&rows)
    expected(&array)
    #expect(rows.elements == array)
    #expect(rows.isInStep)
  }

  @Test func swapAt() {
    compare({ $0.swapAt(3, 70) }, { $0.swapAt(3, 70) })
    compare({ $0.swapAt(3, 3) }, { $0.swapAt(3, 3) })
  }

  @Test func reverse() {
    compare({ $0.reverse() }, { $0.reverse() })
  }

  @Test func sort() {
    compare({ $0.sort() }, { $0.sort() })
    compare({ $0.sort { $0.name > $1.name } }, { $0.sort { $0.name > $1.name } })
  }

  @Test func sorted() {
    let rows = Rows(uniqueElements: array)
    let natural: Rows = rows.sorted()
    let inverse: Rows = rows.sorted { $0.name > $1.name }
    #expect(natural.elements == array.sorted())
    #expect(inverse.elements == array.sorted { $0.name > $1.name })
    #expect(natural.isInStep)
    #expect(inverse.isInStep)
  }

  @Test func aComparisonThatThrowsChangesNothing() {
    struct Failure: Error {}
    var rows = Rows(uniqueElements: array)
    #expect(throws: Failure.self) { try rows.sort { _, _ in throw Failure() } }
    #expect(rows.elements == array)
  }

  @Test func partition() {
    let isBig = { (row: Row) in row.name.count > 1 }
    compare({ _ = $0.partition(by: isBig) }, { _ = $0.partition(by: isBig) })
    var rows = Rows(uniqueElements: array)
    let pivot = rows.partition(by: isBig)
    #expect(!rows[..<pivot].contains(where: isBig))
    #expect(rows[pivot...].allSatisfy(isBig))
  }

  @Test func shuffleUsesTheGeneratorAsAnArrayDoes() {
    var one = SeededGenerator(seed: 7)
    var other = SeededGenerator(seed: 7)
    compare({ $0.shuffle(using: &one) }, { $0.shuffle(using: &other) })
    #expect(one.next() == other.next())
    var rows = Rows(uniqueElements: array)
    rows.shuffle()
    #expect(Set(rows) == Set(array))
    #expect(rows.isInStep)
  }
}
