@_spi(Internals) import CounterpointSupport
import Testing

@testable import CounterpointSessions

/// The number of operations of one address that run at once.
@Suite struct AddressGateTests {
  @Test func operationsOfAnAddressWaitForTheirTurn() async {
    let gate = AddressGate(limit: 2)
    let address = AddressKey("192.0.2.1")
    let counts = Locked((running: 0, most: 0, ended: 0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...50 {
        group.addTask {
          await gate.enter(address)
          counts.withLock { counts in
            counts.running += 1
            counts.most = max(counts.most, counts.running)
          }
          for _ in 1...10 { await Task.yield() }
          counts.withLock { counts in
            counts.running -= 1
            counts.ended += 1
          }
          gate.leave(address)
        }
      }
    }
    #expect(counts.withLock { $0.most } <= 2)
    #expect(counts.withLock { $0.ended } == 50)
    #expect(gate.count == 0)
  }

  @Test func otherAddressesDoNotWait() async {
    let gate = AddressGate(limit: 1)
    await gate.enter(AddressKey("192.0.2.1"))
    await gate.enter(AddressKey("192.0.2.2"))
    #expect(gate.count == 2)
    gate.leave(AddressKey("192.0.2.1"))
    await gate.enter(AddressKey("192.0.2.1"))
    #expect(gate.count == 2)
  }
}
