import CounterpointTerminal
import Testing

/// The bounded event queue between a terminal and a program.
@Suite struct EventQueueTests {
  private final class Wakeups: @unchecked Sendable {
    // @unchecked because each test uses its queue on one task.
    var count = 0
  }

  private func makeQueue() -> (queue: EventQueue, wakeups: Wakeups) {
    let wakeups = Wakeups()
    return (EventQueue { wakeups.count += 1 }, wakeups)
  }

  @Test func keysAndPastesKeepTheirOrder() async {
    let (queue, _) = makeQueue()
    let events: [TerminalEvent] = [.key("a"), .paste("b"), .key("c")]
    queue.send(events)
    #expect(queue.hasEvents)
    for event in events { #expect(await queue.next(isolation: nil) == event) }
    #expect(!queue.hasEvents)
  }

  @Test func theEndOvertakesAllEvents() async {
    let (queue, _) = makeQueue()
    queue.send([.key("a"), .resized, .resumed])
    queue.finish(.interrupted(.terminate))
    queue.finish(.interrupted(.hangUp))
    queue.send([.key("b")])
    #expect(await queue.next(isolation: nil) == .interrupted(.terminate))
    #expect(await queue.next(isolation: nil) == nil)
    #expect(await queue.next(isolation: nil) == nil)
  }

  @Test func theNewestSizeOvertakesKeys() async {
    let (queue, _) = makeQueue()
    queue.send([.key("a"), .resize(.standard), .resumed, .resized])
    #expect(await queue.next(isolation: nil) == .resumed)
    #expect(await queue.next(isolation: nil) == .resized)
    #expect(await queue.next(isolation: nil) == .key("a"))
    #expect(!queue.hasEvents)
  }

  @Test func aFullQueuePausesTheReaderUntilHalfIsTaken() async {
    let (queue, wakeups) = makeQueue()
    #expect(queue.room() == EventQueue.capacity)
    queue.send(Array(repeating: .key("a"), count: EventQueue.capacity))
    #expect(queue.room() == 0)
    for _ in 0..<EventQueue.capacity / 2 - 1 { _ = await queue.next(isolation: nil) }
    #expect(wakeups.count == 0)
    for _ in 0..<EventQueue.capacity / 2 { _ = await queue.next(isolation: nil) }
    #expect(wakeups.count == 1)
    #expect(queue.room() == EventQueue.capacity - 1)
  }

  @Test func pastesCountByTheirLength() async {
    let (queue, _) = makeQueue()
    queue.send([.paste(String(repeating: "x", count: 1 << 20))])
    #expect(queue.room() == 0)
    _ = await queue.next(isolation: nil)
    #expect(queue.room() == EventQueue.capacity)
  }

  @Test func eventsResumeWaitingConsumers() async {
    let (queue, _) = makeQueue()
    await withTaskGroup(of: TerminalEvent?.self) { group in
      for _ in 0..<3 { group.addTask { await queue.next(isolation: nil) } }
      queue.send([.key("a"), .key("b")])
      queue.finish()
      var received: [TerminalEvent?] = []
      for await event in group { received.append(event) }
      #expect(received.count == 3)
    }
  }

  @Test func aCanceledConsumerTakesNoEvent() async {
    let (queue, _) = makeQueue()
    let consumer = Task { await queue.next(isolation: nil) }
    consumer.cancel()
    #expect(await consumer.value == nil)
    queue.send([.key("a")])
    #expect(await queue.next(isolation: nil) == .key("a"))
  }

  @Test func framesAreDueAfterAnInterval() {
    var pacer = FramePacer()
    let start = ContinuousClock.now
    #expect(pacer.isDue(at: start))
    #expect(pacer.nextDue == nil)
    pacer.begin(at: start)
    #expect(!pacer.isDue(at: start))
    #expect(!pacer.isDue(at: start + FramePacer.interval - .nanoseconds(1)))
    #expect(pacer.isDue(at: start + FramePacer.interval))
    #expect(pacer.nextDue == start + FramePacer.interval)
  }
}

extension TerminalEvent {
  fileprivate static let resized = TerminalEvent.resize(TerminalSize(columns: 3, rows: 2))
}
