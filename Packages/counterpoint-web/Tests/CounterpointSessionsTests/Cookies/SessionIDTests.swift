import Testing

@testable import CounterpointSessions

@Suite struct SessionIDTests {
  @Test func roundTrip() {
    for _ in 1...100 {
      let id = SessionID()
      #expect(SessionID(id.description) == id)
    }
  }

  @Test func smallNumbersArePadded() {
    var generator = Counting()
    #expect(SessionID(using: &generator).description == "00000000000000010000000000000002")
  }

  @Test func identifiersAreUnique() {
    #expect(Set((1...10_000).map { _ in SessionID() }).count == 10_000)
  }

  @Test(
    arguments: [
      "", "0", String(repeating: "0", count: 31), String(repeating: "0", count: 33), String(repeating: "A", count: 32),
      "+0000000000000000000000000000000", String(repeating: "é", count: 16), String(repeating: "0", count: 31) + "\n",
    ]
  )
  func otherTextsAreRejected(text: String) {
    #expect(SessionID(text) == nil)
  }

  private struct Counting: RandomNumberGenerator {
    var number: UInt64 = 0

    mutating func next() -> UInt64 {
      number += 1
      return number
    }
  }
}
