import CounterpointCore
import CounterpointTestSupport
import Observation
import StateSharing
import Testing

/// `observe` with a function that changes what it reads, or that observes in turn.
@MainActor
@Suite(.ends) struct ObserveItselfTests {
  typealias Screen = ObserveTests.Screen

  let store = Store(initialState: Trunk(), on: MainActor.shared) { TrunkEditor() }

  private func set(_ number: Int) {
    store.send(.edit { $0.number = number })
  }

  private func setChild(_ count: Int) {
    store.send(.child { $0.count = count })
  }

  /// Returns after all runs that are scheduled so far.
  private func scheduledRuns() async {
    let screen = Screen()
    let probe = Store(initialState: Trunk()) { TrunkEditor() }
    let token = observe { screen.show(probe.number) }
    // The run of the probe may schedule another run of an observation, which follows the next run of the probe.
    for number in 1...3 {
      probe.send(.edit { $0.number = number })
      await screen.nextRun()
    }
    withExtendedLifetime(token) {}
  }

  // MARK: Changes by the function

  @Test func aFunctionThatAlwaysChangesWhatItReadsIsReported() async {
    let end = Signal()
    let reported = await issues {
      let token = observe {
        if store.number < 2_500 { set(store.number + 1) } else { end.send() }
      }
      await end.wait()
      token.cancel()
    }
    #expect(
      reported.map(\.headline) == ["An 'observe' runs forever: it has changed what it reads 1000 times in a row."]
    )
  }

  @Test func anActionThatChangesWhatWasRead() async {
    let screen = Screen()
    let token = observe {
      screen.show(store.number)
      if store.number == 1 { set(2) }
    }
    set(1)
    await scheduledRuns()
    #expect(screen.shown == [0, 1, 2])
    // The observation is not doubled.
    set(3)
    await scheduledRuns()
    #expect(screen.shown == [0, 1, 2, 3])
    withExtendedLifetime(token) {}
  }

  @Test func anActionInTheFirstRun() async {
    let screen = Screen()
    let token = observe {
      screen.show(store.number)
      if store.number < 3 { set(store.number + 1) }
    }
    await scheduledRuns()
    await scheduledRuns()
    #expect(screen.shown == [0, 1, 2, 3])
    withExtendedLifetime(token) {}
  }

  @Test func anActionBeforeTheReadOrOfSomethingElse() async {
    let screen = Screen()
    let token = observe {
      if store.number == 1 { setChild(9) }
      screen.show(store.child.count)
      store.send(.child { $0.title += "!" })
    }
    set(1)
    await scheduledRuns()
    #expect(screen.shown == [0, 9])
    withExtendedLifetime(token) {}
  }

  @Test func aViewStoreABindingAndASharedValue() async {
    let viewStore = store.view(state: \.number, action: { $0 as TrunkEditor.Action }, removeDuplicates: ==)
    let binding = UIBinding(wrappedValue: 0)
    let shared = Shared(value: 0)
    let (viewed, bound, own) = (Screen(), Screen(), Screen())
    let tokens = [
      observe {
        viewed.show(viewStore.state)
        if viewStore.state == 0 { set(1) }
      },
      observe {
        bound.show(binding.wrappedValue)
        if binding.wrappedValue == 0 { binding.wrappedValue = 1 }
      },
      observe {
        own.show(shared.wrappedValue)
        if shared.wrappedValue == 0 { shared.withLock { $0 = 1 } }
      },
    ]
    await scheduledRuns()
    #expect(viewed.shown == [0, 1])
    #expect(bound.shown == [0, 1])
    #expect(own.shown == [0, 1])
    withExtendedLifetime(tokens) {}
  }

  // MARK: An observation in another one

  /// A view that observes; an outer observation creates it.
  @MainActor final class View {
    let screen = Screen()
    private var token: ObserveToken?

    init(_ read: @escaping () -> Int) {
      token = observe { [screen] in screen.show(read()) }
    }
  }

  /// Observes a part of the store's state, and creates a view in each run.
  private func makeViews(_ outer: Screen, _ views: Box<[View]>, _ read: @escaping () -> Int) -> ObserveToken {
    observe { [store] in
      outer.show(store.number)
      views.value.append(View(read))
    }
  }

  @MainActor final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test func whatOnlyTheInnerOneReadsDoesNotRunTheOuterOne() async {
    let (outer, views) = (Screen(), Box<[View]>([]))
    let token = makeViews(outer, views) { [store] in store.child.count }
    #expect(views.value.map(\.screen.shown) == [[0]])
    for count in 1...8 {
      setChild(count)
      await scheduledRuns()
    }
    #expect(outer.shown == [0])
    #expect(views.value.map(\.screen.shown) == [Array(0...8)])
    set(1)
    await scheduledRuns()
    #expect(outer.shown == [0, 1])
    #expect(views.value.map(\.screen.shown) == [Array(0...8), [8]])
    setChild(9)
    await scheduledRuns()
    #expect(outer.shown == [0, 1])
    #expect(views.value.map(\.screen.shown) == [Array(0...9), [8, 9]])
    withExtendedLifetime(token) {}
  }

  @Test func whatBothReadRunsBoth() async {
    let (outer, views) = (Screen(), Box<[View]>([]))
    let token = makeViews(outer, views) { [store] in store.number }
    set(1)
    await scheduledRuns()
    #expect(outer.shown == [0, 1])
    #expect(views.value.map(\.screen.shown) == [[0, 1], [1]])
    withExtendedLifetime(token) {}
  }

  @Test func viewStoresBindingsAndSharedValuesOfTheInnerOne() async {
    let viewStore = store.view(state: \.child.count, action: { $0 as TrunkEditor.Action }, removeDuplicates: ==)
    let binding = UIBinding(wrappedValue: 0)
    let shared = Shared(value: 0)
    let change: [() -> Void] = [
      { self.setChild(1) }, { binding.wrappedValue = 1 }, { shared.withLock { $0 = 1 } },
    ]
    let read: [() -> Int] = [{ viewStore.state }, { binding.wrappedValue }, { shared.wrappedValue }]
    for (read, change) in zip(read, change) {
      let (outer, views) = (Screen(), Box<[View]>([]))
      let token = makeViews(outer, views, read)
      change()
      await scheduledRuns()
      #expect(outer.shown == [0])
      #expect(views.value.map(\.screen.shown) == [[0, 1]])
      withExtendedLifetime(token) {}
    }
  }

  @Test func theInnerOneChangesWhatItHasRead() async {
    let (outer, views) = (Screen(), Box<[View]>([]))
    let shared = Shared(value: 0)
    let token = makeViews(outer, views) { [store] in
      let sum = store.child.count + shared.wrappedValue
      if store.child.count == 0 { store.send(.child { $0.count = 1 }) }
      if sum == 1 { shared.withLock { $0 += 10 } }
      return sum
    }
    await scheduledRuns()
    await scheduledRuns()
    #expect(outer.shown == [0])
    #expect(views.value.map(\.screen.shown) == [[0, 1, 11]])
    withExtendedLifetime(token) {}
  }

  @Test func anObservationInAnObservationInAnObservation() async {
    let screens = (Screen(), Screen(), Screen())
    let tokens = Box<[ObserveToken]>([])
    let token = observe { [store] in
      screens.0.show(store.number)
      tokens.value.append(
        observe {
          screens.1.show(store.child.count)
          tokens.value.append(observe { screens.2.show(store.child.title.count) })
        }
      )
    }
    let titles = screens.2.shown
    store.send(.child { $0.title += "!" })
    await scheduledRuns()
    #expect(screens.0.shown == [0])
    #expect(screens.1.shown == [0])
    #expect(screens.2.shown == titles + [titles[0] + 1])
    setChild(1)
    await scheduledRuns()
    #expect(screens.0.shown == [0])
    #expect(screens.1.shown == [0, 1])
    #expect(screens.2.shown.count == 3)
    withExtendedLifetime(token) {}
  }

  @Test func severalChangesOfAnInnerOneAreOneRun() async {
    let inner = Screen()
    var token: ObserveToken?
    let outer = observe { [store] in
      token = observe { inner.show(store.number + store.child.count) }
    }
    for number in 1...3 {
      store.send(
        .edit { state in
          state.number = number
          state.child.count = number
        }
      )
      await scheduledRuns()
    }
    #expect(inner.shown == [0, 2, 4, 6])
    withExtendedLifetime((outer, token)) {}
  }

  @Test func anInnerOneThatHasEndedDoesNotRun() async {
    let inner = Screen()
    let outer = observe { [store] in
      _ = store.number
      let token = observe { inner.show(store.child.count) }
      token.cancel()
    }
    setChild(1)
    await scheduledRuns()
    #expect(inner.shown == [0])
    withExtendedLifetime(outer) {}
  }
}
