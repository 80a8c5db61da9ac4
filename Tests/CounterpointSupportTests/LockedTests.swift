@_spi(Internals) import CounterpointSupport
import Testing

@Suite struct LockedTests {
  @Test func oneAtATime() async {
    let count = Locked(0)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<10_000 { count.withLock { $0 += 1 } }
        }
      }
    }
    #expect(count.withLock { $0 } == 80_000)
  }

  @Test func copiesShareTheValue() {
    let original = Locked(["a"])
    let copy = original
    copy.withLock { $0.append("b") }
    #expect(original.withLock { $0 } == ["a", "b"])
  }

  @Test func anErrorLeavesTheLockFree() {
    struct Failure: Error {}
    let value = Locked(0)
    #expect(throws: Failure.self) {
      try value.withLock { value in
        value = 1
        throw Failure()
      }
    }
    #expect(value.withLock { $0 } == 1)
  }

  @Test func theValueIsReleasedWithTheLock() {
    final class Payload: Sendable {}
    weak var payload: Payload?
    do {
      let object = Payload()
      payload = object
      let value = Locked(object)
      value.withLock { _ in }
    }
    #expect(payload == nil)
  }
}
