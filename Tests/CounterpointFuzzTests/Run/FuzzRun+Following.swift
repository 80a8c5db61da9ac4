import Counterpoint

/// A loop over states, between two of its elements.
private final class Loop {
  var iterator: StateSequence<Int>.Iterator

  init(_ states: StateSequence<Int>) {
    iterator = states.makeAsyncIterator()
  }
}

/// The values that the runs of `observe` have read.
private final class ObservedRuns {
  private(set) var values: [[Int]] = []
  private var waiting: CheckedContinuation<Void, Never>?

  func note(_ value: [Int]) {
    values.append(value)
    waiting?.resume()
    waiting = nil
  }

  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    if values.count > 1 { continuation.resume() } else { waiting = continuation }
  }
}

/// The states that a listener was called with.
private final class ObservedStates {
  var states: [ViewStores.ViewState] = []
  /// The state that the listener read after it had sent an action.
  var stateAfterSend: ViewStores.ViewState?
}

extension FuzzRun {
  /// Waits for the next state in a loop while an action is handled.
  func followStates(_ dice: inout Dice) async throws {
    let name: String
    let states: StateSequence<Int>
    let value: (Model) -> Int
    switch dice.roll(3) {
    case 0: (name, states, value) = ("store.states.n", store.states.n, { $0.root.n })
    case 1: (name, states, value) = ("store.states.hits", store.states.hits, { $0.hits })
    default: (name, states, value) = ("viewStore.states.hits", screens.viewStore.states.hits, { $0.hits })
    }
    note("for await in \(name)")
    let loop = Loop(states)
    let before = value(model)
    let first = await loop.iterator.next(isolation: FuzzActor.shared)
    if first != before {
      throw FuzzFailure(
        kind: "state sequence",
        message: "\(name) begins with \(String(describing: first)), not \(before)"
      )
    }
    let task = Task { @FuzzActor in await loop.iterator.next(isolation: FuzzActor.shared) }
    // The loop is about to wait then, or waits.
    await Task { @FuzzActor in }.value
    switch dice.roll(3) {
    case 0: changeShared(&dice)
    case 1: hitInReducer(dice.roll(2))
    default: editFromRoot(&dice)
    }
    let after = value(model)
    let expected = after == before ? nil : after
    // A loop that has nothing to wait for ends here, any other at the deadline if its state does not come.
    let timer = Task { [deadline] in
      if expected != nil { try await Task.sleep(for: deadline) }
      task.cancel()
    }
    let next = await task.value
    timer.cancel()
    if next != expected {
      throw FuzzFailure(
        kind: "state sequence",
        message: "\(name) gives \(String(describing: next)) and not \(String(describing: expected))"
      )
    }
  }

  /// Waits until a function runs again that `observe` was given.
  func followByObserving(_ dice: inout Dice) async throws {
    let place = dice.pick(heldPlaces)
    let reading = place.shown(in: model).randomReading(&dice)
    note("observe { \(reading) of \(place.keys) }")
    let runs = ObservedRuns()
    let token = observe(isolation: FuzzActor.shared) { runs.note(place.handle.read(reading)) }
    let observer = Observer(place, reading, in: model)
    observers.append(observer)
    editFromRoot(&dice)
    guard observer.told != nil else { return }
    await withCheckedContinuation { runs.wait($0) }
    token.cancel()
    if runs.values.last != observer.read() {
      throw FuzzFailure(
        kind: "observe",
        message: "observe read \(runs.values) of \(place.keys), and the last is not \(observer.read())"
      )
    }
  }

  /// Sends an action from a listener, in the middle of the notifications of another one. It is handled after them.
  ///
  /// Other observers are removed, because they read what is there between the two actions.
  func sendFromListener(_ dice: inout Dice) {
    observers = []
    let edit = model.randomEdit(&dice)
    let number = 1 + dice.roll(3)
    note("send(.edit(\(edit.path), \(edit.change))), and its listener sends .hit(\(number))")
    let before = ViewStores.ViewState(model)
    model.edit(edit.path, edit.change)
    let between = ViewStores.ViewState(model)
    let read = ObservedStates()
    let token = screens.viewStore.observe { [viewStore = screens.viewStore, store] state in
      read.states.append(state)
      guard read.states.count == 2 else { return }
      store.send(.edit([], .hit(number)))
      read.stateAfterSend = viewStore.state
    }
    store.send(.edit(edit.path, edit.change))
    token.cancel()
    guard between != before else { return }
    model.edit([], .hit(number))
    screens.between = between
    let states = [before, between, ViewStores.ViewState(model)]
    if read.states != states || read.stateAfterSend != between {
      early = FuzzFailure(
        kind: "listener that sends",
        message: "the listener was called with \(read.states) and not \(states)"
      )
    }
  }

  private func hitInReducer(_ number: Int) {
    note("send(.edit([], .hit(\(number))))")
    store.send(.edit([], .hit(number)))
    model.edit([], .hit(number))
  }
}
