@_spi(Internals) import CounterpointSupport
import Foundation
import Testing

@Suite struct ThreadTests {
  @Test func aThreadHasItsNameAndItsStack() async {
    let (name, stackSize) = await withCheckedContinuation { continuation in
      startThread(named: "fifteen letters", stackSize: 1 << 20) {
        continuation.resume(returning: (Thread.current.name, Thread.current.stackSize))
      }
    }
    #expect(name == "fifteen letters")
    #expect(stackSize == 1 << 20)
  }

  /// On the threads of the tasks, one for each processor, the last piece of work would begin after a minute.
  @Test func blockedWorkTakesNoThreadOfATask() async {
    let count = 64, begun = Locked(0), allHaveBegun = Latch(), isLate = Locked(false)
    await withCheckedContinuation { continuation in
      let ended = Locked(0)
      for _ in 0..<count {
        performBlocking {
          if begun.incremented() == count { allHaveBegun.open() }
          allHaveBegun.wait(atMost: 30)
          if !allHaveBegun.isOpen { isLate.withLock { $0 = true } }
          if ended.incremented() == count { continuation.resume() }
        }
      }
    }
    #expect(!isLate.withLock { $0 })
  }
}

extension Locked<Int> {
  fileprivate func incremented() -> Int {
    withLock { number in
      number += 1
      return number
    }
  }
}
