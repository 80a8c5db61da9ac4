import CounterpointTestSupport
import Foundation
import Locks
import StateSharing
import Testing

@Suite struct WithLockTests {
  @Test func changesAndReturns() {
    @Shared(value: 1) var count
    let result = $count.withLock { count in
      count += 1
      return "\(count)"
    }
    #expect(count == 2)
    #expect(result == "2")
  }

  @Test func copiesShareTheValue() {
    @Shared(value: 1) var count
    let copy = $count
    copy.withLock { $0 = 5 }
    #expect(count == 5)
    #expect(Shared(Stats()).wrappedValue == Stats())
  }

  @Test func noChangeIsLostAmongTasks() async {
    @Shared(value: 0) var count
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<1000 { group.addTask { [$count] in $count.withLock { $0 += 1 } } }
    }
    #expect(count == 1000)
  }

  @Test func noChangeIsLostAmongThreads() {
    @Shared(.inMemory("count")) var count = 0
    let shared = $count
    // `Scripts/stress-sharing` makes a hundred thousand each.
    let each = ProcessInfo.processInfo.environment["COUNTERPOINT_CHANGES"].flatMap { Int($0) } ?? 1_000
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<each { shared.withLock { $0 += 1 } }
    }
    #expect(count == 8 * each)
  }

  @Test func aChangeThatFailsIsNone() {
    let place = ScriptedKey<[Int]>.Place()
    place.script.withLock { $0.answer = { .success(nil) } }
    @Shared(ScriptedKey(place)) var numbers = [1]
    #expect(throws: Failure.self) {
      try $numbers.withLock { numbers in
        numbers.append(2)
        throw Failure()
      }
    }
    #expect(numbers == [1])
    #expect(place.saved.entries == [])
    // A change afterwards is as usual.
    $numbers.withLock { $0.append(3) }
    #expect(place.saved.entries == [[1, 3]])
  }

  @Test func aChangeIsInPlaceFromTheSecondTime() {
    final class Buffer {}
    struct Value: @unchecked Sendable { var buffer = Buffer() }
    let shared = Shared(value: Value())
    var wasUnique: [Bool] = []
    for _ in 1...3 {
      shared.withLock { wasUnique.append(isKnownUniquelyReferenced(&$0.buffer)) }
    }
    #expect(wasUnique == [false, true, true])
  }

  @Test func readingInsideGivesWhatWasBefore() {
    @Shared(value: "a") var name
    let outer = $name
    let reported = issues {
      for _ in 1...2 {
        outer.withLock {
          $0 = "changed"
          $0 = outer.wrappedValue + "!"
        }
      }
    }
    #expect(name == "a!!")
    #expect(reported.isEmpty)
  }

  @Test func aStoredValueMayBeReadInsideAtAnyTime() {
    @Shared(.inMemory("name")) var name = "a"
    let shared = $name
    for run in 1...3 {
      // The same call, which reads the value only at its third run.
      shared.withLock { name in
        name = "changed"
        if run == 3 { name = shared.wrappedValue + "!" }
      }
    }
    #expect(name == "changed!")
  }

  @Test func aValueThatIsReadInsideOnceMayBeReadInsideByAllCalls() {
    let shared = Shared(value: "a")
    for run in 1...3 {
      shared.withLock { name in
        name = "changed"
        if run == 3 { name = shared.wrappedValue + "!" }
      }
      if run == 1 { shared.withLock { $0 = shared.wrappedValue } }
    }
    #expect(shared.wrappedValue == "changed!")
  }

  @Test func changingInsideIsReportedAndDoesNothing() {
    @Shared(.inMemory("stats")) var stats = Stats()
    @Shared(.inMemory("stats")) var same = Stats()
    let outer = $stats, inner = $same
    let reported = issues {
      outer.withLock {
        $0.count = 1
        inner.withLock { $0.count = 10 }
        outer.maximum.withLock { $0 = 10 }
      }
    }
    #expect(stats == Stats(count: 1))
    #expect(reported.count == 2)
    #expect(reported.allSatisfy { $0.message.contains(#".inMemory("stats")"#) })
    #expect(reported.first?.message.components(separatedBy: "WithLockTests.swift").count == 3)
  }

  @Test func anotherValueMayBeChangedInside() {
    @Shared(value: 0) var first
    @Shared(value: 0) var second
    let inner = $second
    $first.withLock { first in
      first = 1
      inner.withLock { $0 = 2 }
    }
    #expect(first == 1 && second == 2)
  }

  @available(*, deprecated)
  private func assign(_ count: inout Int, _ shared: Shared<Int>) {
    shared.wrappedValue = 9
    count = shared.wrappedValue
  }
}

struct Stats: Equatable, Sendable {
  var count = 0
  var maximum = 0
  var label: String? = nil

  mutating func increment() {
    count += 1
    maximum = max(maximum, count)
  }
}
