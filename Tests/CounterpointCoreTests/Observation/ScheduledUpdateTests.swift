@_spi(Internals) import CounterpointCore
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import StateSharing
import Testing

/// An actor decides when its view stores notify of shared values that have changed elsewhere.
@Suite(.ends) struct ScheduledUpdateTests {
  @Test func anActorHasOneUpdateForAllChangesUntilItRuns() async {
    let hits = Shared(value: 0)
    let screen = await Screen(hits)
    for _ in 1...3 {
      hits.withLock { $0 += 1 }
      // A reader catches up by itself, and the update still waits.
      await screen.catchUp()
    }
    #expect(screen.waiting == 1)
    #expect(await screen.seen == [0, 1, 2, 3])
    hits.withLock { $0 += 1 }
    await screen.update()
    #expect(await screen.seen == [0, 1, 2, 3, 4])
    #expect(screen.waiting == 0)
    hits.withLock { $0 += 1 }
    #expect(screen.waiting == 1)
    await screen.update()
    #expect(await screen.seen == [0, 1, 2, 3, 4, 5])
  }
}

private struct ScreenState: Sendable {
  @Shared var hits: Int

  init(_ hits: Shared<Int>) {
    _hits = hits
  }
}

/// An actor with a view store, whose updates run when the test says so.
private actor Screen: UpdateSchedulingActor {
  typealias Update = @Sendable (isolated any Actor) -> Void

  private let hits: Shared<Int>
  private let updates = Locked<[Update]>([])
  private(set) var seen: [Int] = []
  private var token: ObserveToken?
  private lazy var viewStore = Store(initialState: ScreenState(hits), isolation: self) {
    Reduce<ScreenState, Bool> { _, _ in .none }
  }
  .view(state: { $0.hits }, action: { (action: Bool) in action })

  init(_ hits: Shared<Int>) async {
    self.hits = hits
    token = viewStore.observe { [weak self] hits in self?.assumeIsolated { $0.seen.append(hits) } }
  }

  nonisolated var waiting: Int { updates.withLock { $0.count } }

  nonisolated func schedule(_ update: @escaping Update) {
    updates.withLock { $0.append(update) }
  }

  func catchUp() {
    viewStore.catchUp()
  }

  func update() {
    let waiting = updates.withLock { updates in
      defer { updates = [] }
      return updates
    }
    for update in waiting { update(self) }
  }
}
