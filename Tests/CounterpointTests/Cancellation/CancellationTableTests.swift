import Counterpoint
import CounterpointTestSupport
import Testing

/// Every operator inside of every other one, with everything that has a cancellation id.
///
/// A feature reaches its own effects and those of its descendants, and no others.
@MainActor
@Suite(.ends) struct CancellationTableTests {
  /// A feature of the tree, as the way from the root.
  struct Place: Hashable, CustomTestStringConvertible {
    var outer: ChildPlace?
    var inner: ChildPlace?

    var testDescription: String {
      ["root", outer?.rawValue, inner?.rawValue].compactMap(\.self).joined(separator: ".")
    }

    func reaches(_ other: Place) -> Bool {
      (outer == nil || outer == other.outer) && (inner == nil || inner == other.inner)
    }

    func action(_ effect: TableEffect) -> TableRoot.Action {
      guard let outer else { return .run(effect) }
      guard let inner else { return .child(outer, .run(effect)) }
      return .child(outer, .child(inner, .run(effect)))
    }

    /// The features that have effects while this one cancels: the root, its children, and the children of this one's
    /// branch and of the next one. Parents come first.
    var witnesses: [Place] {
      let places = ChildPlace.allCases
      let branch = outer ?? .leftScope
      let next = places[((places.firstIndex(of: branch) ?? 0) + 1) % places.count]
      return [Place()] + places.map { Place(outer: $0) }
        + [branch, next].flatMap { outer in places.map { Place(outer: outer, inner: $0) } }
    }

    /// The features below a child of the root, and that child itself; the root alone for `nil`.
    static func all(in outer: ChildPlace?) -> [Place] {
      [Place(outer: outer)] + (outer == nil ? [] : ChildPlace.allCases.map { Place(outer: outer, inner: $0) })
    }
  }

  enum Tool: CaseIterable {
    case cancel, cancelInFlight, taskCancel, taskCancellation

    /// The effects of the witnesses, and the one that cancels them.
    var kinds: (witness: TableEffect.Kind, canceling: TableEffect.Kind) {
      switch self {
      case .cancel: (.wait, .cancel)
      case .cancelInFlight: (.wait, .restart)
      case .taskCancel: (.wait, .cancelInside)
      case .taskCancellation: (.waitInside, .restartInside)
      }
    }

    /// Whether the effect that cancels others waits itself.
    var replaces: Bool { self == .cancelInFlight || self == .taskCancellation }
  }

  nonisolated static let outerPlaces = [nil] + ChildPlace.allCases.map(Optional.some)

  private let log = Recorder<String>()
  private let clock = TestClock()
  private let store = Store(initialState: TableRoot.State(), on: MainActor.shared) { TableRoot() }

  private func start(_ kind: TableEffect.Kind, in place: Place, _ name: String? = nil) -> (TableEffect, StoreTask) {
    let effect = TableEffect(kind: kind, name: name ?? place.testDescription, log: log, clock: clock)
    return (effect, store.send(place.action(effect)))
  }

  /// The entries of the log after the first ones, sorted.
  private func entries(from start: Int) -> [String] { log.entries[start...].sorted() }

  @Test(arguments: Tool.allCases, outerPlaces)
  func aCancellationReachesItsFeatureAndTheDescendants(_ tool: Tool, in outer: ChildPlace?) async {
    for place in Place.all(in: outer) {
      let first = log.entries.count
      let witnesses = place.witnesses.map { start(tool.kinds.witness, in: $0) }
      for (effect, _) in witnesses { await effect.begun.wait() }
      let (canceling, task) = start(tool.kinds.canceling, in: place, "new")
      if tool.replaces { await canceling.begun.wait() } else { await task.finish() }
      for (effect, _) in witnesses + [(canceling, task)] { effect.gate.send() }
      for (_, task) in witnesses + [(canceling, task)] { await task.finish() }
      let spared = place.witnesses.filter { !place.reaches($0) }.map(\.testDescription)
      #expect(entries(from: first) == (spared + (tool.replaces ? ["new"] : [])).sorted(), "\(place)")
    }
  }

  /// All in one job, so that only those begin that are not replaced.
  @Test(arguments: outerPlaces)
  func aDebounceReplacesThoseOfItsFeatureAndTheDescendants(in outer: ChildPlace?) async throws {
    for place in Place.all(in: outer) {
      let first = log.entries.count
      let tasks = place.witnesses.map { start(.debounce, in: $0).1 } + [start(.debounce, in: place, "new").1]
      let expected = place.witnesses.filter { !place.reaches($0) }.map(\.testDescription) + ["new"]
      try await clock.waitForSleepers(expected.count)
      await clock.advance(by: .seconds(1))
      for task in tasks { await task.finish() }
      #expect(entries(from: first) == expected.sorted(), "\(place)")
    }
  }

  @Test(arguments: outerPlaces)
  func eachFeatureHasItsOwnThrottle(in outer: ChildPlace?) async throws {
    let places = Place(outer: outer).witnesses
    for place in places { _ = start(.throttle, in: place) }
    #expect(log.entries == places.map(\.testDescription))

    let held = places.map { start(.throttle, in: $0, "\($0.testDescription) again").1 }
    #expect(log.entries.count == places.count)
    try await clock.waitForSleepers(places.count)
    await clock.advance(by: .seconds(1))
    for task in held { await task.finish() }
    #expect(entries(from: places.count) == places.map { "\($0.testDescription) again" }.sorted())
  }
}
