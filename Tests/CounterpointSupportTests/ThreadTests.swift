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
}
