import CounterpointTestSupport
import Foundation
import IdentifiedArrays
import Testing

/// Without duplicate identifiers, an identified array is equivalent to an array: 100,000 random operations.
@Suite struct PropertyTests {
  /// The identified array and the array to which the operations are applied.
  struct Pair {
    var rows = Rows()
    var array: [Row] = []
    var generator: SeededGenerator
    var nextID = 0

    mutating func random(_ range: Range<Int>) -> Int {
      Int.random(in: range, using: &generator)
    }

    /// Returns a row whose identifier is new in half of the cases.
    mutating func someRow() -> Row {
      let name = String(random(0..<10))
      if let known = array.randomElement(using: &generator), Bool.random(using: &generator) {
        return Row(id: known.id, name: name)
      }
      nextID += 1
      return Row(id: nextID, name: name)
    }

    mutating func someRange() -> Range<Int> {
      let lower = random(0..<array.count + 1)
      return lower..<min(array.count, lower + random(0..<4))
    }

    mutating func findsOne() -> Bool {
      guard let index = array.indices.randomElement(using: &generator) else { return rows.isEmpty }
      return rows.index(id: array[index].id) == index
    }

    mutating func someOffsets() -> IndexSet {
      IndexSet(array.indices.shuffled(using: &generator).prefix(3))
    }
  }

  @Test(arguments: 1...10)
  func tenThousandOperations(seed: UInt64) {
    var pair = Pair(generator: SeededGenerator(seed: seed))
    for step in 0..<10_000 {
      let operation = pair.step()
      // Lookup is the expensive part: all identifiers every few operations, and one in between.
      let isInStep = step.isMultiple(of: 16) ? pair.rows.isInStep : pair.findsOne()
      guard pair.rows.elements == pair.array, Array(pair.rows.ids) == pair.array.map(\.id), isInStep else {
        Issue.record(
          "seed \(seed), step \(step), \(operation): ids \(pair.rows.map(\.id)), expected \(pair.array.map(\.id))"
        )
        return
      }
    }
  }
}

extension PropertyTests.Pair {
  /// Applies one operation to both, and returns its description.
  mutating func step() -> String {
    // Small arrays, with and without a hash table, make interactions of operations likely.
    if array.count > 24 { return removeSome() }
    return switch random(0..<4) {
    case 0: insertOne()
    case 1: array.isEmpty ? insertOne() : updateOne()
    case 2: reorder()
    default: random(0..<3) == 0 ? removeSome() : insertSeveral()
    }
  }

  private mutating func insertOne() -> String {
    let row = someRow()
    let known = array.firstIndex { $0.id == row.id }
    let index = random(0..<array.count + 1)
    switch random(0..<5) {
    case 0:
      let result = rows.append(row)
      if known == nil { array.append(row) }
      return result == (known == nil, known ?? array.count - 1) ? "append" : "append gave \(result)"
    case 1:
      let result = rows.insert(row, at: index)
      if known == nil { array.insert(row, at: index) }
      if result != (known == nil, known ?? index) { array = [] }
      return "insert gave \(result)"
    case 2:
      let expected = known.map { array[$0] }
      let result = rows.updateOrAppend(row)
      if let known { array[known] = row } else { array.append(row) }
      if result != expected { array = [] }
      return "updateOrAppend gave \(String(describing: result))"
    case 3:
      let expected = known.map { array[$0] }
      let result = rows.updateOrInsert(row, at: index)
      if let known { array[known] = row } else { array.insert(row, at: index) }
      if result != (expected, known ?? index) { array = [] }
      return "updateOrInsert gave \(result)"
    default:
      rows[id: row.id] = row
      if let known { array[known] = row } else { array.append(row) }
      return "subscript(id:) set"
    }
  }

  private mutating func updateOne() -> String {
    let index = random(0..<array.count)
    let row = someRow()
    switch random(0..<4) {
    case 0:
      rows[index] = row
      if let known = array.firstIndex(where: { $0.id == row.id }) { array.swapAt(known, index) }
      array[index] = row
      return "subscript(position) set"
    case 1:
      rows[index].name += "!"
      array[index].name += "!"
      return "subscript(position) modify"
    case 2:
      rows[id: array[index].id]?.name += "?"
      array[index].name += "?"
      return "subscript(id:) modify"
    default:
      let expected = array[index]
      let result = rows.update(Row(id: array[index].id, name: "u"), at: index)
      array[index].name = "u"
      if result != expected { array = [] }
      return "update gave \(result)"
    }
  }

  private mutating func insertSeveral() -> String {
    let several = (0..<random(0..<6)).map { _ in someRow() }
    let index = random(0..<array.count + 1)
    switch random(0..<3) {
    case 0:
      rows.append(contentsOf: several)
      for row in several where !array.contains(where: { $0.id == row.id }) { array.append(row) }
      return "append(contentsOf:)"
    case 1:
      rows.insert(contentsOf: several, at: index)
      var at = index
      for row in several where !array.contains(where: { $0.id == row.id }) {
        array.insert(row, at: at)
        at += 1
      }
      return "insert(contentsOf:at:)"
    default:
      let range = someRange()
      rows.replaceSubrange(range, with: several)
      array.removeSubrange(range)
      var at = range.lowerBound
      for row in several {
        if let known = array.firstIndex(where: { $0.id == row.id }) {
          array[known] = row
        } else {
          array.insert(row, at: at)
          at += 1
        }
      }
      return "replaceSubrange"
    }
  }

  private mutating func reorder() -> String {
    switch random(0..<8) {
    case 0:
      guard array.count > 1 else { return "nothing" }
      let (i, j) = (random(0..<array.count), random(0..<array.count))
      rows.swapAt(i, j)
      array.swapAt(i, j)
      return "swapAt"
    case 1:
      rows.reverse()
      array.reverse()
      return "reverse"
    case 2:
      var copy = generator
      rows.shuffle(using: &copy)
      array.shuffle(using: &generator)
      return "shuffle"
    case 3:
      rows.sort()
      array.sort()
      return "sort"
    case 4:
      let isIncluded = { (row: Row) in row.id.isMultiple(of: 3) }
      let pivots = (rows.partition(by: isIncluded), array.partition(by: isIncluded))
      if pivots.0 != pivots.1 { array = [] }
      return "partition gave \(pivots)"
    case 5:
      rows.sort { $0.id > $1.id }
      array.sort { $0.id > $1.id }
      return "sort(by:)"
    case 6:
      rows = rows.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
      array.sort { ($0.name, $0.id) < ($1.name, $1.id) }
      return "sorted(by:)"
    default:
      let offsets = someOffsets()
      let destination = random(0..<array.count + 1)
      rows.move(fromOffsets: offsets, toOffset: destination)
      let moved = offsets.map { array[$0] }
      let at = destination - offsets.count(in: 0..<destination)
      for offset in offsets.reversed() { array.remove(at: offset) }
      array.insert(contentsOf: moved, at: at)
      return "move"
    }
  }

  private mutating func removeSome() -> String {
    guard let some = array.randomElement(using: &generator) else { return "nothing" }
    let index = array.firstIndex { $0.id == some.id } ?? 0
    let count = random(0..<min(array.count, 4) + 1)
    // The results of both, if the operation has a result.
    var results: (Row?, Row?)
    switch random(0..<13) {
    case 0: results = (rows.remove(id: some.id), array.remove(at: index))
    case 1: results = (rows.remove(some), array.remove(at: index))
    case 2: results = (rows.remove(at: index), array.remove(at: index))
    case 3: results = (rows.removeFirst(), array.removeFirst())
    case 4: results = (rows.removeLast(), array.removeLast())
    case 5:
      let range = someRange()
      rows.removeSubrange(range)
      array.removeSubrange(range)
    case 6:
      rows.removeAll { $0.id.isMultiple(of: 3) }
      array.removeAll { $0.id.isMultiple(of: 3) }
    case 7:
      rows = rows.filter { !$0.id.isMultiple(of: 5) }
      array = array.filter { !$0.id.isMultiple(of: 5) }
    case 8:
      rows[id: some.id] = nil
      array.remove(at: index)
    case 9:
      rows.removeFirst(count)
      array.removeFirst(count)
    case 10:
      rows.removeLast(count)
      array.removeLast(count)
    case 11:
      let range = someRange()
      rows = Rows(uniqueElements: rows[range])
      array = Array(array[range])
    default:
      let offsets = someOffsets()
      rows.remove(atOffsets: offsets)
      for offset in offsets.reversed() { array.remove(at: offset) }
    }
    if results.0 != results.1 { array = [] }
    return "a removal, which gave \(results)"
  }
}
