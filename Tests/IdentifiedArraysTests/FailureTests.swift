import Foundation
import IdentifiedArrays
import Testing

/// Precondition failures end the program with a message that contains advice.
@Suite struct FailureTests {
  func expect(
    _ result: ExitTest.Result?,
    says advice: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains(advice), "\(text)", sourceLocation: sourceLocation)
  }

  @Test func duplicateIDs() async throws {
    try expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Rows(uniqueElements: [Row(id: 7), Row(id: 8), Row(id: 7)])
      },
      says: "two elements with the id '7': the one at offset 0 and the one at offset 2. Use init(_:uniquingIDsWith:)"
    )
  }

  @Test func duplicateIDsInALiteral() async throws {
    try expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = [Row(id: 7), Row(id: 7)] as Rows
      },
      says: "two elements with the id '7'"
    )
  }

  @Test func changingAnIDInPlace() async throws {
    try expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var rows: IdentifiedArrayOf<Renamable> = [Renamable(id: 1), Renamable(id: 2)]
        rows[id: 1]?.id = 3
      },
      says: "the one with the id '1' would now have '3'. Remove it and insert the new one"
    )
  }

  @Test func changingAnIDByPosition() async throws {
    try expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var rows: IdentifiedArrayOf<Renamable> = [Renamable(id: 1), Renamable(id: 2)]
        rows[0].id = 3
      },
      says: "the one with the id '1' would now have '3'. Remove it and insert the new one"
    )
  }

  @Test func assigningUnderAnotherID() async throws {
    try expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var rows: IdentifiedArrayOf<Renamable> = []
        rows[id: 1] = Renamable(id: 3)
      },
      says: "the one with the id '1' would now have '3'"
    )
  }

  @Test func updatingWithAnotherID() async throws {
    try expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var rows: IdentifiedArrayOf<Renamable> = [Renamable(id: 1)]
        rows.update(Renamable(id: 2), at: 0)
      },
      says: "assign the new one by position"
    )
  }

  @Test func combiningIntoAnotherID() async throws {
    try expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = IdentifiedArrayOf<Renamable>([Renamable(id: 1), Renamable(id: 1)]) { _, _ in Renamable(id: 2) }
      },
      says: "the one with the id '1' would now have '2'"
    )
  }

  @Test func offsetsThatAreNotThere() async throws {
    try expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var rows: Rows = [Row(id: 1)]
        rows.remove(atOffsets: [0, 4])
      },
      says: "There is no offset 4 in an identified array of 1 elements."
    )
    try expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var rows: Rows = [Row(id: 1)]
        rows.move(fromOffsets: [0], toOffset: 2)
      },
      says: "Can't move to offset 2"
    )
  }
}
