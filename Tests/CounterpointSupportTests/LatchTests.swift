import Foundation
@_spi(Internals) import CounterpointSupport
import Testing

@Suite struct LatchTests {
  @Test func threadsWaitUntilItIsOpened() {
    let latch = Latch()
    let value = Locked(0)
    let done = DispatchGroup()
    for _ in 0..<4 {
      done.enter()
      Thread {
        latch.wait()
        value.withLock { $0 += $0 == 0 ? 100 : 1 }
        done.leave()
      }
      .start()
    }
    #expect(!latch.isOpen)
    value.withLock { $0 = 1 }
    latch.open()
    done.wait()
    #expect(value.withLock { $0 } == 5)
  }

  @Test func aLateCallerDoesNotWait() {
    let latch = Latch()
    latch.open()
    latch.wait()
    #expect(latch.isOpen)
  }

  @Test func threadsHaveDifferentIdentifiers() {
    let here = ThreadID.current
    let there = Locked<ThreadID?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread {
      there.withLock { $0 = ThreadID.current }
      done.signal()
    }
    .start()
    done.wait()
    #expect(there.withLock { $0 } != here)
    #expect(ThreadID.current == here)
  }
}
