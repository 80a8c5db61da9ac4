import Testing

@testable import CounterpointSessions

/// The order in which the sessions of different addresses run.
@Suite struct FairQueueTests {
  private let threads = SessionThreads()

  private func executors(_ count: Int, for address: String?) -> [SessionExecutor] {
    (0..<count).map { _ in SessionExecutor(threads, for: address.map { AddressKey($0) }) }
  }

  @Test func addressesTakeTurns() {
    var queue = FairQueue(limit: 100)
    let (many, few) = (executors(4, for: "192.0.2.1"), executors(2, for: "192.0.2.2"))
    for executor in many + few { queue.append(executor) }
    let order = [many[0], few[0], many[1], few[1], many[2], many[3]]
    for executor in order { #expect(queue.popFirst() === executor) }
    #expect(queue.popFirst() == nil)
    #expect(queue.isEmpty)
  }

  @Test func executorsWithoutAnAddressTakeTurnsOneByOne() {
    var queue = FairQueue(limit: 100)
    let (unknown, known) = (executors(3, for: nil), executors(3, for: "2001:db8::1"))
    for executor in known + unknown { queue.append(executor) }
    for executor in [known[0]] + unknown + known.dropFirst() { #expect(queue.popFirst() === executor) }
    #expect(queue.isEmpty)
  }

  @Test func anAddressHasALimitedNumberOfRunsAtOnce() {
    var queue = FairQueue(limit: 2)
    let many = executors(4, for: "192.0.2.1")
    for executor in many { queue.append(executor) }
    #expect(queue.popFirst() === many[0])
    #expect(queue.popFirst() === many[1])
    #expect(queue.isEmpty)
    #expect(queue.popFirst() == nil)
    let other = executors(1, for: "192.0.2.2")[0]
    queue.append(other)
    #expect(queue.popFirst() === other)
    // An executor that has more to do goes behind the others of its address.
    queue.append(many[0])
    queue.didRun(many[0])
    #expect(queue.popFirst() === many[2])
    #expect(queue.isEmpty)
    queue.didRun(many[1])
    queue.didRun(many[2])
    #expect(queue.popFirst() === many[3])
    #expect(queue.popFirst() === many[0])
    #expect(queue.popFirst() == nil)
  }
}
