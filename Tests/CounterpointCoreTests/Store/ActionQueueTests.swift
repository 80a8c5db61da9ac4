@testable import CounterpointCore
import Testing

@Suite struct ActionQueueTests {
  @Test func actionsComeOutInTheOrderInWhichTheyCame() {
    let queue = ActionQueue<String>()
    var expected: [String] = []
    var number = 0
    // Grows, shrinks to nothing and grows again, so that each action waits alone, first or behind others.
    for (coming, going) in [(1, 1), (3, 1), (2, 4), (1, 1), (5, 5)] {
      for _ in 0..<coming {
        number += 1
        queue.append("\(number)")
        expected.append("\(number)")
      }
      for _ in 0..<going { #expect(queue.removeFirst() == expected.removeFirst()) }
    }
    #expect(expected.isEmpty)
  }

  @Test(arguments: [1, 2, 5]) func whatStillWaitsEndsWithTheQueue(_ count: Int) {
    final class Payload {}
    weak var last: Payload?
    weak var first: Payload?
    do {
      let queue = ActionQueue<Payload>()
      let payloads = (0..<count).map { _ in Payload() }
      for payload in payloads { queue.append(payload) }
      (first, last) = (payloads.first, payloads.last)
      #expect(first != nil)
    }
    #expect(first == nil)
    #expect(last == nil)
  }

  @Test func takingFromAnEmptyOneTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = ActionQueue<Int>().removeFirst()
    }
  }
}
