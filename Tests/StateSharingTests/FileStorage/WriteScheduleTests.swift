import Testing

@testable import StateSharing

@Suite struct WriteScheduleTests {
  private var schedule = WriteSchedule<Int>()

  private enum Event: Equatable {
    case pause(UInt64), start, write(Int), dropped(Int), nothing
  }

  private mutating func change(
    _ value: Int,
    isRequested: Bool = false,
    revision: UInt64 = 0,
    isMerged: Bool = false
  ) -> [Event] {
    let change = WaitingChange(
      value: value,
      number: schedule.nextNumber(),
      basis: SaveBasis(revision: revision),
      isRequested: isRequested,
      continuations: []
    )
    let steps = schedule.add(change, isMerged: isMerged)
    return [
      steps.dropped.map { .dropped($0.value) }, steps.pause.map { .pause($0) }, steps.startsWriter ? .start : nil,
    ]
    .compactMap(\.self)
  }

  private mutating func request(_ value: Int, revision: UInt64 = 0) -> [Event] {
    change(value, isRequested: true, revision: revision)
  }

  private mutating func endPause(_ number: UInt64) -> Event { schedule.endPause(number) ? .start : .nothing }
  private mutating func next() -> Event { schedule.next().map { .write($0.value) } ?? .nothing }

  @Test mutating func theFirstChangeIsWrittenAtOnceAndTheNextOnesAfterThePause() {
    #expect(change(1) == [.pause(1), .start])
    #expect(next() == .write(1))
    #expect(next() == .nothing)
    #expect(change(2) == [])
    #expect(change(3) == [])
    #expect(endPause(1) == .start)
    #expect(next() == .write(3))
    #expect(next() == .nothing)
    #expect(change(4) == [.pause(2), .start])
  }

  @Test mutating func aPauseWithoutAChangeEnds() {
    #expect(change(1) == [.pause(1), .start])
    #expect(next() == .write(1))
    #expect(next() == .nothing)
    #expect(endPause(1) == .nothing)
    #expect(change(2) == [.pause(2), .start])
  }

  @Test mutating func changesDuringAWriteAreWrittenByTheSameWriter() {
    #expect(change(1) == [.pause(1), .start])
    #expect(next() == .write(1))
    #expect(change(2) == [])
    #expect(endPause(1) == .nothing)
    #expect(change(3) == [.pause(2)])
    #expect(endPause(2) == .nothing)
    #expect(next() == .write(3))
    #expect(next() == .nothing)
  }

  @Test mutating func aChangeDuringAPauseWaitsForItsEndAlsoBehindAWrite() {
    #expect(change(1) == [.pause(1), .start])
    #expect(next() == .write(1))
    #expect(change(2) == [])
    #expect(next() == .nothing)
    #expect(endPause(1) == .start)
    #expect(next() == .write(2))
  }

  @Test mutating func aRequestEndsThePauseAndContainsTheChange() {
    #expect(change(1) == [.pause(1), .start])
    #expect(next() == .write(1))
    #expect(next() == .nothing)
    #expect(change(2) == [])
    #expect(request(3) == [.start])
    #expect(endPause(1) == .nothing)
    let written = schedule.next()
    #expect(written?.value == 3)
    #expect(written?.isRequested == true)
    #expect(next() == .nothing)
    #expect(change(4) == [.pause(2), .start])
  }

  @Test mutating func aRequestDuringAWriteIsWrittenNext() {
    #expect(change(1) == [.pause(1), .start])
    #expect(next() == .write(1))
    #expect(request(2) == [])
    #expect(change(3) == [])
    let written = schedule.next()
    #expect(written?.value == 3)
    #expect(written?.isRequested == true)
    #expect(next() == .nothing)
  }

  @Test mutating func aChangeThatBuildsOnAnotherStateReplacesTheOneThatWaits() {
    #expect(change(1) == [.pause(1), .start])
    #expect(next() == .write(1))
    #expect(change(2) == [])
    #expect(change(3, revision: 1) == [.dropped(2)])
    #expect(request(4, revision: 2) == [.dropped(3)])
    // An older one comes late.
    #expect(change(5, revision: 1) == [.dropped(5)])
    #expect(change(5, revision: 3, isMerged: true) == [])
    #expect(next() == .write(5))
  }

  @Test mutating func aChangeBeforeAForeignStateIsDropped() {
    #expect(change(1, revision: 1) == [.pause(1), .start])
    #expect(schedule.drop(before: 1) == nil)
    #expect(schedule.drop(before: 2)?.value == 1)
    #expect(next() == .nothing)
  }

  @Test mutating func whatIsTakenIsNotWrittenAgain() {
    #expect(change(1) == [.pause(1), .start])
    #expect(schedule.takeNow()?.value == 1)
    #expect(next() == .nothing)
    #expect(endPause(1) == .nothing)
    #expect(change(2) == [.pause(2), .start])
  }
}
