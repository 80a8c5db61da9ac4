import Counterpoint
import CounterpointTestSupport

/// A failure of a run: the store and the model differ, or an observer was not notified as it has to be.
struct FuzzFailure: Error {
  /// A word for the kind of failure: what is made shorter must fail in the same way.
  var kind: String
  var message: String
}

/// The counters of a run.
struct FuzzCounts: Sendable {
  var steps = 0
  var notifications = 0
  /// Notifications of observers that read the same as before, by what they read. The design allows for each of them.
  var repetitions: [String: Int] = [:]
  /// Comparisons that were left out because the contract leaves open what a store shows.
  var uncertain = 0

  static func += (counts: inout Self, other: Self) {
    counts.steps += other.steps
    counts.notifications += other.notifications
    counts.repetitions.merge(other.repetitions, uniquingKeysWith: +)
    counts.uncertain += other.uncertain
  }
}

/// The actor of all runs.
@globalActor
actor FuzzActor {
  static let shared = FuzzActor()
}

/// A tree of stores and its model, which take the same random steps.
@FuzzActor
final class FuzzRun {
  let seed: UInt64
  var counts = FuzzCounts()
  private var step = 0
  /// The steps of the run, if they are recorded.
  var log: [String]?

  var model: Model
  let root: Place
  /// Each after the one above it.
  var places: [Place]
  var heldPlaces: [Place] { places.filter(\.isHeld) }
  var observers: [Observer] = []
  let screens: ViewStores
  /// A failure that a step has found before it was complete.
  var early: FuzzFailure?
  /// Whether the step has changed a shared value outside of the store, which notifies in a later job of the actor.
  var isChangedOutside = false
  let store: StoreOf<Tree>

  /// The timeout for a job of the actor. Only a failing run reaches it.
  let deadline: Duration

  init(seed: UInt64, isLogged: Bool = false, deadline: Duration = .seconds(30)) {
    self.seed = seed
    self.deadline = deadline
    log = isLogged ? [] : nil
    let first = Seed(id: 1, n: 1, kind: 0)
    model = Model(first)
    store = withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      Store(initialState: Tree.State(first), on: FuzzActor.shared) { Tree() }
    }
    root = Place(handle(tree: store), parent: nil, key: nil, showing: model.root)
    places = [root]
    screens = ViewStores(store)
  }

  /// Takes one step, and compares.
  func take(_ step: Int) async throws {
    var dice = Dice(seed: seed, step: step)
    self.step = step
    model.removed = [:]
    isChangedOutside = false
    do {
      try await perform(&dice)
      if let early { throw early }
      if isChangedOutside {
        try screens.checkState(model)
        await screens.settle(model, deadline: deadline)
      }
      try check()
    } catch var failure as FuzzFailure {
      failure.message = "step \(step): \(failure.message)"
      throw failure
    }
    counts.steps += 1
  }

  func note(_ text: @autoclosure () -> String) {
    if log != nil { log?.append("\(step): \(text())") }
  }

  // MARK: Comparing

  private func check() throws {
    for place in places { place.settle(in: model) }
    for place in heldPlaces {
      let shown = place.handle.snapshot
      guard !place.isUncertain else {
        counts.uncertain += 1
        continue
      }
      let expected = model.contents(place.shown(in: model))
      if shown != expected {
        throw FuzzFailure(
          kind: "state of \(place.isThere(in: model) ? "a store" : "a store whose state is gone")",
          message: "\(place.keys) shows \(shown) and not \(expected)"
        )
      }
      if let binding = place.binding, binding.wrappedValue != place.shown(in: model).shownN {
        throw FuzzFailure(
          kind: "binding",
          message: "the binding of \(place.keys) reads \(binding.wrappedValue) and not \(place.shown(in: model).shownN)"
        )
      }
    }
    try screens.check(model)
    for observer in observers { try check(observer) }
  }

  private func check(_ observer: Observer) throws {
    let isChanged = observer.read() != observer.shown
    let name = "\(observer.reading) of \(observer.place.keys)"
    let expected = model.read(observer.reading, of: observer.place.shown(in: model))
    if observer.read() != expected, !observer.place.isUncertain {
      throw FuzzFailure(kind: "reading", message: "\(name) is \(observer.read()) and not \(expected)")
    }
    guard let told = observer.told else {
      if isChanged {
        throw FuzzFailure(
          kind: "missed notification",
          message: "\(name) was \(observer.shown) and is \(observer.read()), and the observer was not notified"
        )
      }
      return
    }
    counts.notifications += 1
    if told != observer.read() {
      throw FuzzFailure(
        kind: "unsettled state",
        message:
          "the observer of \(name) read \(told) when it was notified, and the state has settled in \(observer.read())"
      )
    }
    if !isChanged {
      counts.repetitions["\(observer.reading)".prefix { $0 != "(" }.description, default: 0] += 1
      if !observer.place.isUncertain, observer.place.tracked(observer.reading, in: model) == observer.tracked {
        throw FuzzFailure(
          kind: "needless notification",
          message: "\(name) is \(observer.shown) as before, nothing of it was changed, and the observer was notified"
        )
      }
    }
    observer.observe(in: model)
  }
}
