import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
import StateSharing
import Testing

@Suite struct WithLocksTests {
  @Test func bothValuesAreChangedOrNeither() throws {
    @Shared(.inMemory("first")) var first = [1]
    @Shared(value: [2]) var second
    let sum = withLocks($first, $second) { first, second in
      first.append(3)
      second.append(4)
      return first.count + second.count
    }
    #expect(sum == 4 && first == [1, 3] && second == [2, 4])
    for isReversed in [false, true] {
      #expect(throws: Failure.self) {
        let one = isReversed ? $second : $first, other = isReversed ? $first : $second
        try withLocks(one, other) { (one: inout [Int], other: inout [Int]) throws(Failure) in
          one = []
          other = []
          throw Failure()
        }
      }
      #expect(first == [1, 3] && second == [2, 4])
    }
  }

  @Test func concurrentCallsDoNotDeadlock() async {
    let first = Shared(value: 0), second = Shared(value: 0)
    await withTaskGroup(of: Void.self) { group in
      for isReversed in [false, true] {
        group.addTask {
          for _ in 0..<2_000 {
            withLocks(isReversed ? second : first, isReversed ? first : second) {
              $0 += 1
              $1 += 1
            }
          }
        }
      }
    }
    #expect(first.wrappedValue == 4_000 && second.wrappedValue == 4_000)
  }

  @Test func observersOfOneMayReadTheOther() {
    let first = Shared(value: "a"), second = Shared(value: "b")
    let seen = Recorder<String>()
    for run in 1...3 {
      // Only the last run has observers.
      let subscriptions =
        run == 3
        ? [
          first.publisher.dropFirst().sink { _ in seen.note(second.wrappedValue) },
          second.publisher.dropFirst().sink { _ in seen.note(first.wrappedValue) },
        ] : []
      withLocks(first, second) {
        $0 += "!"
        $1 += "!"
      }
      for subscription in subscriptions { subscription.cancel() }
    }
    #expect(seen.entries.count == 2)
    #expect(first.wrappedValue == "a!!!" && second.wrappedValue == "b!!!")
  }

  #if DEBUG
  @Test func nestedChangesInBothOrdersAreReportedOnce() {
    let first = Shared(value: 0), second = Shared(value: 0)
    func nest(_ outer: Shared<Int>, _ inner: Shared<Int>) {
      outer.withLock { outer in
        inner.withLock { $0 += 1 }
        outer += 1
      }
    }
    #expect(issues { for _ in 1...3 { nest(first, second) } }.isEmpty)
    let reported = issues { for _ in 1...3 { nest(second, first) } }
    #expect(reported.count == 1)
    #expect(reported.first?.message.components(separatedBy: "WithLocksTests.swift").count == 3)
    #expect(reported.first?.message.contains("withLocks") == true)
    #expect(issues { nest(first, second) }.isEmpty)
    #expect(first.wrappedValue == 7)
  }

  @Test func sequentialChangesHaveNoLockOrder() {
    let first = Shared(value: 0), second = Shared(value: 0)
    let subscriptions = [
      first.publisher.dropFirst().sink { if $0 < 3 { second.withLock { $0 += 1 } } },
      second.publisher.dropFirst().sink { if $0 < 3 { first.withLock { $0 += 1 } } },
    ]
    #expect(issues { first.withLock { $0 += 1 } }.isEmpty)
    #expect(first.wrappedValue == 3 && second.wrappedValue == 2)
    for subscription in subscriptions { subscription.cancel() }
  }
  #endif
}
