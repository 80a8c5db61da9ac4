import Counterpoint
@_spi(Internals) import CounterpointInspector
import CounterpointTestSupport
import Observation
import Testing

@MainActor
struct StoreHistoryTests {
  let store = Store(initialState: Voyage.State(), on: MainActor.shared) { Voyage() }

  /// Sends an action for each kind of change.
  private func travel() {
    store.send(.title("a"))
    store.send(.edit { $0.rows = [Leg.State(id: 1), Leg.State(id: 2)] })
    store.send(.rows(.element(id: 1, action: .go(1))))
    store.send(.edit { $0.sheet = Leg.State(id: 3) })
    store.send(.sheet(.presented(.go(2))))
    store.send(.edit { $0.path.append(Leg.State(id: 4)) })
    store.send(.child(.go(3)))
    store.send(.edit { $0.rows.remove(id: 1) })
    store.send(.sheet(.dismiss))
    store.send(.edit { $0.optional = Leg.State(id: 5) })
    store.send(.optional(.go(4)))
    store.send(.edit { $0.path.removeAll() })
    store.send(.edit { $0.rows.insert(Leg.State(id: 1), at: 1) })
    store.send(.edit { $0.optional = nil })
  }

  @Test func theStateOfEachMomentIsKept() {
    let history = StoreHistory(of: store)
    var states = [store.withState { $0 }]
    store.send(.title("a"))
    states.append(store.withState { $0 })
    store.send(.child(.go(1)))
    states.append(store.withState { $0 })
    #expect(history.moments.map(\.number) == [0, 1, 2])
    #expect(states.indices.map { history.state(after: $0) } == states)
    #expect(history.state(after: 3) == nil)
  }

  @Test func aMomentHasItsCause() async {
    let history = StoreHistory(of: store)
    let (titles, source) = AsyncStream<String>.makeStream()
    let task = store.send(.load(titles))
    source.yield("a")
    source.finish()
    await task.finish()
    #expect(history.moments[0].action == nil)
    guard case .user(let location)? = history.moments[1].cause else {
      Issue.record()
      return
    }
    #expect(location.hasPrefix("CounterpointInspectorTests/StoreHistoryTests.swift:"))
    guard case .effect(of: 1, _)? = history.moments[2].cause else {
      Issue.record()
      return
    }
  }

  @Test func theOldestMomentsAreForgotten() throws {
    let history = StoreHistory(of: store, limit: 3)
    for title in ["a", "b", "c", "d"] { store.send(.title(title)) }
    #expect(history.moments.map(\.number) == [2, 3, 4])
    #expect(throws: StoreHistoryError.notKept(1)) { try history.show(1) }
    try history.show(2)
    #expect(store.title == "b")
  }

  @Test func allStoresShowTheMomentWhateverWasShownBefore() throws {
    let history = StoreHistory(of: store)
    travel()
    for first in 0...14 {
      for second in 0...14 {
        for number in [first, second] {
          try history.show(number)
          #expect(Screen(store) == Screen(try #require(history.state(after: number))))
        }
      }
    }
    try history.goLive()
    #expect(Screen(store) == Screen(try #require(history.state(after: 14))))
  }

  @Test func heldStoresShowTheMoment() throws {
    let history = StoreHistory(of: store)
    travel()
    let child = store.scope(state: \.child, action: \.child)
    let row = try #require(store.scope(\.rows, action: \.rows).first { $0.id == 1 })
    try history.show(3)
    #expect(row.miles == 1)
    try history.show(7)
    #expect(child.miles == 3)
    try history.show(0)
    #expect(child.miles == 0 && store.scope(\.rows, action: \.rows).isEmpty)
    try history.show(3)
    #expect(row.miles == 1)
  }

  @Test func theStoreOfAChildThatTheMomentLacksKeepsItsLastState() throws {
    let history = StoreHistory(of: store)
    store.send(.edit { $0.sheet = Leg.State(id: 3) })
    let sheet = try #require(store.scope(state: \.sheet, action: \.sheet.presented))
    store.send(.sheet(.presented(.go(2))))
    try history.show(0)
    #expect(sheet.miles == 2)
    #expect(store.scope(state: \.sheet, action: \.sheet.presented) == nil)
    try history.goLive()
    #expect(store.scope(state: \.sheet, action: \.sheet.presented)?.miles == 2)
  }

  @Test func tenLevelsShowTheMoment() throws {
    let history = StoreHistory(of: store)
    for depth in 0..<10 { store.send(.child(action(depth, .split))) }
    store.send(.child(action(10, .go(7))))
    var stores = [store.scope(state: \.child, action: \.child)]
    while let next = stores.last?.scope(state: \.legs, action: \.legs).first { stores.append(next) }
    #expect(stores.count == 11)
    let changes = stores.map { store in count { _ = store.miles } }
    try history.show(10)
    #expect(stores[10].miles == 0)
    #expect(changes.allSatisfy { $0.entries.count == 1 })
    try history.show(11)
    #expect(stores[10].miles == 7)
    let resumed = stores.map { store in count { _ = store.miles } }
    try history.resume(from: 10)
    #expect(resumed.allSatisfy { $0.entries.count == 1 })
    stores[10].send(.go(2))
    #expect(stores[10].miles == 2 && history.moments.last?.number == 12)
    try history.show(4)
    #expect(stores[4].withState(\.legs).isEmpty)
  }

  /// Nests an action.
  private func action(_ depth: Int, _ action: Leg.Action) -> Leg.Action {
    depth == 0 ? action : .legs(.element(id: 0, action: self.action(depth - 1, action)))
  }

  /// Counts the notification of an observer.
  private func count(_ read: @escaping @MainActor () -> Void) -> Recorder<Int> {
    let recorder = Recorder<Int>()
    withObservationTracking(read, onChange: { recorder.note(1) })
    return recorder
  }
}
