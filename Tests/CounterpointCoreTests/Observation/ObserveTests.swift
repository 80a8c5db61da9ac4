import CounterpointCore
import Testing

/// `observe`: once now, and again after changes.
@MainActor
@Suite struct ObserveTests {
  let store: StoreOf<TrunkEditor>

  init() {
    store = Store(initialState: Trunk()) { TrunkEditor() }
  }

  /// Notes what is shown, and lets a test wait for the next run.
  @MainActor final class Screen {
    private(set) var shown: [Int] = []
    private var waiting: CheckedContinuation<Void, Never>?

    func show(_ number: Int) {
      shown.append(number)
      waiting?.resume()
      waiting = nil
    }

    func nextRun() async {
      await withCheckedContinuation { waiting = $0 }
    }
  }

  private func set(_ number: Int) {
    store.send(.edit { $0.number = number })
  }

  @Test func runsOnceAtOnce() {
    let screen = Screen()
    let token = observe { screen.show(store.number) }
    #expect(screen.shown == [0])
    withExtendedLifetime(token) {}
  }

  @Test func runsOnceForSeveralChangesAndShowsTheLast() async {
    let screen = Screen()
    let token = observe { screen.show(store.number) }
    set(1)
    set(2)
    #expect(screen.shown == [0])
    await screen.nextRun()
    #expect(screen.shown == [0, 2])
    set(3)
    await screen.nextRun()
    #expect(screen.shown == [0, 2, 3])
    withExtendedLifetime(token) {}
  }

  @Test func doesNotRunForWhatItHasNotRead() async {
    let (screen, other) = (Screen(), Screen())
    let token = observe { screen.show(store.number) }
    let otherToken = observe { other.show(store.child.count) }
    store.send(.child { $0.count = 5 })
    await other.nextRun()
    #expect(screen.shown == [0])
    withExtendedLifetime((token, otherToken)) {}
  }

  @Test func tracksWhatTheLastRunHasRead() async {
    let screen = Screen()
    let token = observe { screen.show(store.number == 0 ? 0 : store.child.count) }
    set(1)
    await screen.nextRun()
    store.send(.child { $0.count = 5 })
    await screen.nextRun()
    #expect(screen.shown == [0, 0, 5])
    withExtendedLifetime(token) {}
  }

  @Test func doesNotRunOnceItsTokenIsCancelledOrReleased() async {
    let (screen, other) = (Screen(), Screen())
    let cancelled = observe { screen.show(store.number) }
    var released: ObserveToken? = observe { screen.show(store.number) }
    let token = observe { other.show(store.number) }
    set(1)
    cancelled.cancel()
    withExtendedLifetime(released) {}
    released = nil
    await other.nextRun()
    set(2)
    await other.nextRun()
    #expect(screen.shown == [0, 0])
    withExtendedLifetime(token) {}
  }

  @Test func runsOnTheActorThatCalledIt() async {
    await Shop().test()
  }

  actor Shop {
    private lazy var store = Store(initialState: Trunk(), isolation: self) { TrunkEditor() }
    private var shown: [Int] = []
    private var waiting: CheckedContinuation<Void, Never>?

    func test() async {
      let token = observe {
        self.assertIsolated()
        self.shown.append(self.store.number)
        self.waiting?.resume()
      }
      store.send(.edit { $0.number = 1 })
      await withCheckedContinuation { waiting = $0 }
      #expect(shown == [0, 1])
      withExtendedLifetime(token) {}
    }
  }
}
