@_spi(Internals) import CounterpointSupport
@testable import CounterpointCore
import Testing

/// A cell keeps its value as long as it lives, and lets it go once.
@Suite struct CellTests {
  @Test func theValueLivesAsLongAsTheCell() {
    let ended = Ended()
    do {
      let cell = Cell { Mortal(ended) }
      let address = cell.address
      #expect(address.value === cell.value)
      #expect(ended.count == 0)
      cell.value = Mortal(ended)
      #expect(ended.count == 1)
    }
    #expect(ended.count == 2)
  }

  @Test func aCopyIsAnotherValue() {
    let ended = Ended()
    let cell = Cell { [Mortal(ended)] }
    do {
      let copy = Cell(copying: cell.address)
      cell.mutableAddress.value.append(Mortal(ended))
      #expect(copy.value.count == 1)
    }
    #expect(ended.count == 0)
    #expect(cell.value.count == 2)
  }

  @Test func whatIsLeftInACellGoesWithIt() {
    let ended = Ended()
    do {
      let cell = OptionalCell<Mortal>()
      let isFull = (before: cell.isFilled, after: filled(cell, ended))
      #expect(isFull == (false, true))
    }
    #expect(ended.count == 1)
  }

  private func filled(_ cell: OptionalCell<Mortal>, _ ended: Ended) -> Bool {
    cell.fill(Mortal(ended))
    return cell.isFilled
  }

  @Test func whatIsTakenOutBelongsToTheCaller() {
    let ended = Ended()
    let cell = OptionalCell<Mortal>()
    cell.fill(Mortal(ended))
    do {
      let taken = cell.take()
      withExtendedLifetime(taken) { #expect(ended.count == 0) }
    }
    #expect(ended.count == 1)
    let canBeFilledAgain = filled(cell, ended)
    #expect(canBeFilledAgain)
  }

  @Test func takingFromAnEmptyCellStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let cell = OptionalCell<Int>()
      _ = cell.take()
    }
  }

  @Test func puttingOnTopOfAnotherStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let cell = OptionalCell<Int>()
      cell.fill(1)
      cell.fill(2)
    }
  }
}

/// The number of released objects.
private final class Ended {
  var count = 0
}

private final class Mortal {
  private let ended: Ended

  init(_ ended: Ended) {
    self.ended = ended
  }

  deinit {
    ended.count += 1
  }
}
