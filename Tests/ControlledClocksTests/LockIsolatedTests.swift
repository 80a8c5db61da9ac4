import ControlledClocks
import CounterpointTestSupport
import Testing

@Suite struct LockIsolatedTests {
  struct Boom: Error {}

  @Test func atomicUnderContention() async {
    let count = LockIsolated(0)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1000 { count.withValue { $0 += 1 } }
        }
      }
    }
    #expect(count.value == 8000)
  }

  @Test func changesBeforeAnErrorRemain() {
    let names = LockIsolated(["a"])
    #expect(throws: Boom.self) {
      try names.withValue { names throws(Boom) in
        names.append("b")
        throw Boom()
      }
    }
    #expect(names.value == ["a", "b"])
    // The object remains usable after the error.
    #expect(names.withValue { $0.removeLast() } == "b")
  }

  @Test func partsAndReplacing() {
    let names = LockIsolated(["a"])
    #expect(names.count == 1)
    names.setValue(["b", "c"])
    #expect(names.last == "c")
  }

  @Test func changesInPlace() {
    let numbers = LockIsolated([1, 2, 3])
    func address() -> Int {
      numbers.withValue { unsafe $0.withUnsafeMutableBytes { Int(bitPattern: $0.baseAddress) } }
    }
    // A copy would have another address, because the previous copy is still in use.
    let first = address()
    numbers.withValue { $0[1] = 5 }
    let second = address()
    #expect(second == first)
    #expect(address() == second)
  }

  @Test func theOldValueEndsOutsideTheLock() {
    final class Last: Sendable {
      let onEnd: @Sendable () -> Void
      init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
    let object = LockIsolated<Last?>(nil)
    let log = Recorder<Bool>()
    object.setValue(Last { [weak object] in log.note(object?.value == nil) })
    object.setValue(nil)
    #expect(log.entries == [true])
  }

  @Test func insideItselfItStopsAndSaysWhy() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let count = LockIsolated(0)
      count.withValue { _ in count.setValue(1) }
    }
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("inside itself"))
  }
}
