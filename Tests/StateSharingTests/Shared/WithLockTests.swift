import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
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
    // `Verification/stress-sharing` makes a hundred thousand changes each.
    let each = ProcessInfo.processInfo.environment["COUNTERPOINT_CHANGES"].flatMap { Int($0) } ?? 1_000
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<each { shared.withLock { $0 += 1 } }
    }
    #expect(count == 8 * each)
  }

  @Test func aFailedChangeIsDiscarded() {
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
    // A later change works as usual.
    $numbers.withLock { $0.append(3) }
    #expect(place.saved.entries == [[1, 3]])
  }

  private final class Buffer: Sendable {}
  private struct Buffered: Sendable { var buffer = Buffer() }

  @Test func aChangeInPlaceCopiesNothing() {
    let shared = Shared(value: Buffered())
    for _ in 1...3 {
      shared.withLockInPlace { #expect(isKnownUniquelyReferenced(&$0.buffer)) }
      // The value before the change has the same buffer.
      shared.withLock { #expect(!isKnownUniquelyReferenced(&$0.buffer)) }
    }
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
