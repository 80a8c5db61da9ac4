import Counterpoint
@_spi(Internals) import CounterpointInspector
import CounterpointTestSupport
import Observation
import Testing

@MainActor
struct TimeTravelTests {
  let store = Store(initialState: Voyage.State(), on: MainActor.shared) { Voyage() }

  @Test func observersAreToldOnceAndReadTheMoment() throws {
    let history = StoreHistory(of: store)
    store.send(
      .edit {
        $0.title = "a"
        $0.child.miles = 1
      }
    )
    let child = store.scope(state: \.child, action: \.child)
    let told = Recorder<Int>()
    withObservationTracking {
      _ = (store.title, child.miles)
    } onChange: {
      told.note(1)
    }
    let both = Recorder<String>()
    let view = store.view(removeDuplicates: ==)
    let token = view.observe { state in both.note("\(state.title)\(state.child.miles)") }
    try history.show(0)
    #expect(told.entries.count == 1)
    try history.goLive()
    #expect(both.entries == ["a1", "0", "a1"])
    withExtendedLifetime(token) {}
  }

  @Test func effectsGoOnBehindTheMoment() async throws {
    let history = StoreHistory(of: store)
    let (titles, source) = AsyncStream<String>.makeStream()
    let task = store.send(.load(titles))
    store.send(.title("a"))
    let view = store.view(removeDuplicates: ==)
    try history.show(0)
    let told = Recorder<Int>()
    withObservationTracking {
      _ = store.title
    } onChange: {
      told.note(1)
    }
    source.yield("b")
    source.yield("c")
    source.finish()
    await task.finish()
    #expect(store.title == "" && view.title == "")
    #expect(told.entries.isEmpty)
    #expect(history.moments.count == 5)
    #expect(history.state(after: 3)?.title == "b")
    try history.goLive()
    #expect(told.entries.count == 1)
    #expect(store.title == "c" && view.title == "c")
  }

  @Test func childrenComeAndGoBehindTheMoment() async throws {
    let history = StoreHistory(of: store)
    store.send(.edit { $0.optional = Leg.State(id: 1) })
    let optional = try #require(store.scope(state: \.optional, action: \.optional))
    let (titles, source) = AsyncStream<String>.makeStream()
    let task = store.send(.load(titles))
    try history.show(1)
    source.yield("a")
    source.finish()
    await task.finish()
    #expect(optional.miles == 0)
    try history.goLive()
    optional.send(.go(1))
    #expect(optional.miles == 1 && store.title == "a")
  }

  @Test func actionsOfTheProgramAreRefusedAndCounted() throws {
    let history = StoreHistory(of: store)
    store.send(.title("a"))
    try history.show(0)
    store.send(.title("b"))
    store.scope(state: \.child, action: \.child).send(.go(1))
    #expect(history.refusedActions == 2)
    #expect(history.moments.count == 2)
    try history.goLive()
    #expect(store.title == "a" && store.child.miles == 0)
    store.send(.title("c"))
    #expect(store.title == "c" && history.refusedActions == 2)
  }

  @Test func theStoreGoesOnFromAMoment() async throws {
    let history = StoreHistory(of: store)
    store.send(.title("a"))
    let (titles, source) = AsyncStream<String>.makeStream()
    let task = store.send(.load(titles))
    store.send(.child(.go(1)))
    try history.show(0)
    try history.resume(from: 1)
    await task.finish()
    source.yield("late")
    #expect(history.shown == nil)
    #expect(store.title == "a" && store.child.miles == 0)
    #expect(history.moments.map(\.number) == [0, 1])
    // Later effects run.
    let (others, other) = AsyncStream<String>.makeStream()
    let next = store.send(.load(others))
    other.yield("b")
    other.finish()
    await next.finish()
    #expect(store.title == "b")
    #expect(history.moments.map(\.number) == [0, 1, 4, 5])
  }

  @Test func anObserverCannotTravel() throws {
    let history = StoreHistory(of: store)
    let errors = Recorder<StoreHistoryError>()
    let view = store.view(removeDuplicates: ==)
    let token = view.observe { [history] state in
      guard state.title == "a" else { return }
      do throws(StoreHistoryError) { try history.show(0) } catch { errors.note(error) }
    }
    store.send(.title("a"))
    #expect(errors.entries == [.storeIsBusy])
    #expect(history.shown == nil && store.title == "a")
    withExtendedLifetime(token) {}
  }

  @Test func theHistoryOfAReleasedStoreCannotBeShown() throws {
    var store: StoreOf<Voyage>? = Store(initialState: Voyage.State()) { Voyage() }
    let history = try StoreHistory(of: #require(store))
    store = nil
    #expect(throws: StoreHistoryError.storeWasReleased) { try history.show(0) }
    #expect(history.state(after: 0) != nil)
  }
}
