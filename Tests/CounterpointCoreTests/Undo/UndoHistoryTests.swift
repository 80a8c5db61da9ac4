@testable import CounterpointCore
import CounterpointTestSupport
import CustomDump
import Foundation
import Testing

/// Histories as values, without a store.
@Suite struct UndoHistoryTests {
  /// A value with its history.
  struct Edited {
    var value = 0
    var history = UndoHistory<Int>()

    mutating func set(_ new: Int, as grouping: UndoGrouping = .step, limit: Int = .max) {
      history.record(value, as: grouping, limit: limit)
      value = new
    }

    mutating func undo() -> Int {
      value = history.undo(value)
      return value
    }

    mutating func redo() -> Int {
      value = history.redo(value)
      return value
    }
  }

  private var edited = Edited()

  @Test mutating func stepsAreUndoneAndRedoneInOrder() {
    for value in 1...3 { edited.set(value) }
    #expect(edited.history.undoCount == 3)
    #expect(edited.undo() == 2)
    #expect(edited.undo() == 1)
    #expect(edited.history.redoCount == 2)
    #expect(edited.redo() == 2)
    #expect(edited.redo() == 3)
    #expect(!edited.history.canRedo)
    for value in [2, 1, 0] { #expect(edited.undo() == value) }
    #expect(!edited.history.canUndo)
  }

  @Test mutating func withoutAStepTheValueStays() {
    #expect(edited.undo() == 0)
    #expect(edited.redo() == 0)
    #expect(edited.history == UndoHistory())
  }

  @Test mutating func aChangeRemovesTheStepsToRedo() {
    edited.set(1)
    edited.set(2)
    _ = edited.undo()
    edited.set(5)
    #expect(!edited.history.canRedo)
    #expect(edited.undo() == 1)
    #expect(edited.undo() == 0)
  }

  @Test mutating func theOldestStepsAreRemovedAtTheLimit() {
    for value in 1...1_000 { edited.set(value, limit: 3) }
    #expect(edited.history.undoCount == 3)
    for value in [999, 998, 997, 997] { #expect(edited.undo() == value) }
    #expect(edited.history.redoCount == 3)
  }

  @Test mutating func clearRemovesAllStepsAndKeepsNothing() {
    edited.set(1)
    edited.set(2)
    _ = edited.undo()
    edited.history.sharedValue = 1
    edited.history.clear()
    #expect(edited.history == UndoHistory())
    #expect(edited.history.sharedValue == nil)
    #expect(edited.undo() == 1)
  }

  // MARK: Groups

  @Test mutating func changesWithOneKeyAreOneStep() {
    for value in 1...3 { edited.set(value, as: .group("title")) }
    for value in 4...6 { edited.set(value, as: .group("body")) }
    #expect(edited.history.undoCount == 2)
    #expect(edited.undo() == 3)
    #expect(edited.undo() == 0)
    #expect(edited.redo() == 3)
  }

  @Test(arguments: [UndoGrouping.step, .endGroup])
  mutating func aGroupWithAKeyEnds(_ end: UndoGrouping) {
    edited.set(1, as: .group("title"))
    edited.set(2, as: end)
    edited.set(3, as: .group("title"))
    #expect(edited.history.undoCount == (end == .step ? 3 : 2))
    #expect(edited.undo() == 2)
    #expect(edited.undo() == (end == .step ? 1 : 0))
  }

  @Test mutating func aRestorationEndsAGroupWithAKey() {
    edited.set(1, as: .group("title"))
    edited.set(2, as: .step)
    edited.set(3, as: .group("title"))
    _ = edited.undo()
    _ = edited.redo()
    edited.set(4, as: .group("title"))
    #expect(edited.undo() == 3)
  }

  @Test(arguments: [UndoGrouping.step, .group("title")])
  mutating func changesBetweenBeginAndEndAreOneStep(_ grouping: UndoGrouping) {
    edited.set(1)
    edited.set(2, as: .beginGroup)
    for value in 3...5 { edited.set(value, as: grouping) }
    edited.set(6, as: .endGroup)
    edited.set(7, as: grouping)
    #expect(edited.history.undoCount == 3)
    #expect(edited.undo() == 6)
    #expect(edited.undo() == 1)
    #expect(edited.undo() == 0)
  }

  @Test mutating func aGroupMayBeginAndEndWithoutAChange() {
    edited.history.note(.beginGroup)
    for value in 1...3 { edited.set(value) }
    edited.history.note(.endGroup)
    edited.set(4)
    #expect(edited.undo() == 3)
    #expect(edited.undo() == 0)
    edited.history.note(.beginGroup)
    edited.history.note(.endGroup)
    #expect(edited.history.redoCount == 2)
  }

  @Test mutating func anotherBeginningEndsTheGroup() {
    edited.set(1, as: .beginGroup)
    edited.set(2, as: .beginGroup)
    edited.set(3)
    #expect(edited.undo() == 1)
    #expect(edited.undo() == 0)
  }

  @Test mutating func theRestOfAGroupIsAStepAfterAnUndo() {
    edited.history.note(.beginGroup)
    edited.set(1)
    edited.set(2)
    #expect(edited.undo() == 0)
    edited.set(3)
    edited.set(4)
    #expect(edited.history.undoCount == 1)
    #expect(edited.undo() == 0)
    edited.history.clear()
    edited.set(5)
    edited.set(6)
    #expect(edited.history.undoCount == 1)
  }

  @Test mutating func anExcludedChangeIsNoStep() {
    edited.set(1)
    edited.set(2)
    _ = edited.undo()
    edited.set(10, as: .excluded)
    #expect(edited.history.undoCount == 1)
    #expect(edited.history.redoCount == 1)
    #expect(edited.undo() == 0)
    // It belongs to the step that was undone.
    #expect(edited.redo() == 10)
    #expect(edited.redo() == 2)
  }

  // MARK: Conformances

  @Test mutating func equalHistoriesHaveTheSameSteps() {
    var other = edited
    edited.set(1, as: .group("title"))
    #expect(edited.history != other.history)
    other.set(1)
    #expect(edited.history == other.history)
    #expect(edited.undo() == 0)
    #expect(edited.history != other.history)
  }

  @Test mutating func codingKeepsTheStepsAndTheGroup() throws {
    edited.set(1)
    edited.set(2)
    _ = edited.undo()
    edited.history.sharedValue = 1
    edited.set(3, as: .group("title"))
    edited.set(4, as: .excluded)
    let data = try JSONEncoder().encode(edited.history)
    var restored = Edited(value: 4, history: try JSONDecoder().decode(UndoHistory<Int>.self, from: data))
    #expect(restored.history == edited.history)
    #expect(restored.history.sharedValue == 1)
    restored.set(5, as: .group("title"))
    #expect(restored.undo() == 1)
  }

  @Test func itsDumpIsShort() {
    var history = UndoHistory<[Int]>()
    #expect(
      String(customDumping: history) == """
        UndoHistory(
          undoCount: 0,
          redoCount: 0
        )
        """
    )
    for count in 1...50 { history.record(Array(0..<count)) }
    _ = history.undo([7])
    #expect(history.description == "UndoHistory(49 to undo, 1 to redo)")
    #expect(
      String(customDumping: history) == """
        UndoHistory(
          undoCount: 49,
          redoCount: 1,
          undo: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 1…,
          redo: [7]
        )
        """
    )
  }

  // MARK: Random changes

  /// Compares the history with a model that keeps all values in one list.
  @Test(arguments: 0..<50)
  mutating func itAgreesWithAListOfValues(_ seed: Int) {
    var generator = RepeatableGenerator(state: UInt64(seed))
    let limit = Int.random(in: 1...6, using: &generator)
    var values = [0]
    var position = 0
    for step in 1...400 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<5:
        edited.set(step, limit: limit)
        values.removeSubrange((position + 1)...)
        values.append(step)
        values = Array(values.suffix(limit + 1))
        position = values.count - 1
      case 5..<8:
        position = max(position - 1, 0)
        #expect(edited.undo() == values[position])
      case 8:
        position = min(position + 1, values.count - 1)
        #expect(edited.redo() == values[position])
      default:
        guard step.isMultiple(of: 50) else { continue }
        edited.history.clear()
        values = [values[position]]
        position = 0
      }
      #expect(edited.value == values[position])
      #expect(edited.history.undoCount == position)
      #expect(edited.history.redoCount == values.count - 1 - position)
    }
  }
}

/// Random numbers that repeat for the same seed.
private struct RepeatableGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) ^ (state << 31)
  }
}
