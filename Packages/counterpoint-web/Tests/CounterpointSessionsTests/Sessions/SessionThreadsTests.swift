import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessionsTestSupport
import CounterpointTestSupport
import Dispatch
import Testing

@testable import CounterpointSessions

/// Sessions run on threads of their own.
@Suite(.ends) struct SessionThreadsTests {
  private enum Action: Codable, Sendable {
    case block, count
  }

  /// A program with an action that blocks until the test ends it.
  private func site(
    _ gate: DispatchSemaphore,
    _ began: AsyncStream<Void>.Continuation,
    clock: TestClock<Duration> = TestClock(),
    monitor: (any SiteMonitor)? = nil
  ) -> WebSite<Int, Action> {
    let app = WebApp<Int, Action>(
      title: "Blocking",
      viewStore: { actor in
        Store(initialState: 0, isolation: actor) {
          Reduce<Int, Action> { state, action in
            if case .block = action {
              began.yield()
              gate.wait()
            }
            state += 1
            return .none
          }
        }.view
      },
      screen: { state in
        html {
          Element(.p) { "\(state)" }
          Element.button(Action.block) { "Block" }
          Element.button(Action.count) { "Count" }
        }
      }
    )
    return WebSite(app, clock: clock, monitor: monitor)
  }

  @Test func blockedSessionsStopNoOthers() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (begins, began) = AsyncStream.makeStream(of: Void.self)
    let site = site(gate, began)
    // More than there are processors.
    let blocked = 20
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<blocked {
        group.addTask {
          let visitor = TestVisitor(site)
          try await visitor.open()
          try await visitor.click("Block")
          #expect(await visitor.text.hasPrefix("1"))
        }
      }
      var count = 0
      for await _ in begins {
        count += 1
        if count == blocked { break }
      }
      let other = TestVisitor(site)
      try await other.open()
      try await other.click("Count")
      #expect(await other.text.hasPrefix("1"))
      for _ in 0..<blocked { gate.signal() }
      try await group.waitForAll()
    }
  }

  /// Also a session that blocks for ever has a name in the log.
  @Test func blockedSessionIsReportedByNameWhileItBlocks() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (begins, began) = AsyncStream.makeStream(of: Void.self)
    let (clock, monitor) = (TestClock(), RecordingMonitor())
    let site = site(gate, began, clock: clock, monitor: monitor)
    let run = Task { await site.run() }
    try await clock.waitForSleepers()
    let visitor = TestVisitor(site)
    try await visitor.open()
    let click = Task { try await visitor.click("Block") }
    for await _ in begins { break }
    await clock.advance(by: .seconds(15))
    try await clock.waitForSleepers()
    func reports() -> [String] { monitor.events.filter { $0.hasPrefix("blocked") } }
    #expect(reports() == ["blocked: block for 15.0 seconds"])
    gate.signal()
    try await click.value
    #expect(reports() == ["blocked: block for 15.0 seconds", "blocked: block for 15.0 seconds"])
    try await visitor.click("Count")
    #expect(reports().count == 2)
    run.cancel()
    await run.value
  }

  @Test func aBusySessionGivesOthersTheirTurn() async {
    let threads = SessionThreads(minimum: 1, maximum: 1)
    let (first, second) = (Counter(SessionExecutor(threads)), Counter(SessionExecutor(threads)))
    async let endless: Void = first.countUntil { await second.count >= 3 }
    for number in 1...3 { #expect(await second.add() == number) }
    await endless
    #expect(await first.count > 0)
  }

  /// Also those that wait until others of their address have ended.
  @Test func theJobsOfManySessionsFromOneAddressAllRun() async {
    let threads = SessionThreads(minimum: 2, maximum: 2)
    await withTaskGroup(of: Int.self) { group in
      for _ in 1...200 {
        group.addTask {
          let counter = Counter(SessionExecutor(threads, for: AddressKey("192.0.2.1")))
          for _ in 1...9 { _ = await counter.add() }
          return await counter.add()
        }
      }
      for await count in group { #expect(count == 10) }
    }
  }

  @Test func theJobsOfASessionKeepTheirOrder() async {
    let counter = Counter(SessionExecutor(SessionThreads(minimum: 4, maximum: 4)))
    for number in 1...1_000 { #expect(await counter.add() == number) }
  }
}

private actor Counter {
  private nonisolated let executor: SessionExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
  private(set) var count = 0

  init(_ executor: SessionExecutor) {
    self.executor = executor
  }

  func add() -> Int {
    preconditionIsolated()
    count += 1
    return count
  }

  func countUntil(_ isOver: @Sendable () async -> Bool) async {
    while await !isOver() { count += 1 }
  }
}
