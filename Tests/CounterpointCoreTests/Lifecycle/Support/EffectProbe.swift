import CaseKeyPaths
import ControlledClocks
@_spi(Internals) import CounterpointCore
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import DependencyInjection
import IdentifiedArrays

/// An effect that a reducer starts for the first action that reaches it, and what happens to it.
final class EffectProbe: Sendable {
  /// The end of the effect.
  enum Ending: CaseIterable, Sendable {
    /// An ancestor cancels the effect by its id.
    case cancellation
    /// The feature is removed.
    case removal
    /// The effect dismisses the feature.
    case dismissal
  }

  private struct Tag: TestDependencyKey {
    static let testValue = "default"
  }

  let ending: Ending
  private let hasStarted = Locked(false)
  private let stream: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init(_ ending: Ending) {
    self.ending = ending
    (stream, continuation) = AsyncStream.makeStream()
  }

  func effect<Action>() -> Effect<Action> {
    let isFirst = hasStarted.withLock { hasStarted in
      defer { hasStarted = true }
      return !hasStarted
    }
    guard isFirst else { return .none }
    let tag = DependencyValues._current[Tag.self]
    return .run { [ending, continuation] _ in
      @Dependency(Tag.self) var effectTag
      @Dependency(\.dismiss) var dismiss
      continuation.yield("started \(tag) \(effectTag)")
      guard ending == .dismissal else {
        try? await Task.never()
        continuation.yield("canceled \(Task.isCancelled)")
        return
      }
      await dismiss()
      continuation.yield("dismissed")
    }
    .cancellable(id: "probe")
  }

  /// Runs a reducer below a dismissible parent until the effect has ended.
  ///
  /// - Returns: The events, of which the instrument's ones come first.
  @MainActor
  func events<R: Reducer<Plot.State, Plot.Action>>(in plot: R) async -> [String] {
    let instrument = ProbeInstrument<GardenState, GardenAction>()
    let store = Store(initialState: GardenState(), on: MainActor.shared) {
      Garden(plot: plot)
    } withDependencies: {
      $0[Tag.self] = "outer"
    }
    store.attach(instrument)
    var iterator = stream.makeAsyncIterator()
    let (element, screen) = store.withState { ($0.plot?.rows.ids.first, $0.plot?.path.ids.first) }
    let step = Twig.Action { _ in .none }
    let actions: [Plot.Action] =
      [.leaf(step), .optional(step), .presented(.presented(step)), .choice(.left(step))]
      + (element.map { [.rows(.element(id: $0, action: step))] } ?? [])
      + (screen.map { [.path(.element(id: $0, action: step))] } ?? [])
    for action in actions { store.send(.plot(.presented(action))) }
    var events = [await iterator.next() ?? "ended"]
    switch ending {
    case .cancellation: store.send(.cancel)
    case .removal: store.send(.remove)
    case .dismissal: break
    }
    events.append(await iterator.next() ?? "ended")
    if ending == .dismissal {
      let isDismissed = store.withState { state in
        state.plot == nil || state.plot?.presented == nil || state.plot?.path.isEmpty == true
      }
      events.append(isDismissed ? "removed" : "still there")
    }
    return [instrument.log.text] + events
  }

  /// The result of ``events(in:)`` if the operator passes everything on.
  var expectedEvents: [String] {
    ["reduced ran", "started outer outer"]
      + (ending == .dismissal ? ["dismissed", "removed"] : ["canceled true"])
  }
}

/// Notes the first reduction with a task, and the task.
private final class ProbeInstrument<State, Action>: StoreInstrument {
  let log = Recorder<String>()
  let effects: (any EffectInstrument)?

  init() {
    effects = Tasks(log: log)
  }

  func didReduce(_ action: Action, to state: State, effectGroup: EffectGroup?) {
    if log.entries.isEmpty { log.note("reduced") }
  }

  private final class Tasks: EffectInstrument {
    let log: Recorder<String>

    init(log: Recorder<String>) {
      self.log = log
    }

    func effectBegan() {}
    func effectEnded() {}

    func run(_ effect: EffectDescription, _ operation: @Sendable () async -> Void) async {
      log.note("ran")
      await operation()
    }
  }
}

/// A feature with a dismissible plot.
private struct Garden<Child: Reducer<Plot.State, Plot.Action>>: Reducer {
  let plot: Child

  var body: some Reducer<GardenState, GardenAction> {
    Reduce<GardenState, GardenAction> { state, action in
      switch action {
      case .plot:
        return .none
      case .cancel:
        return .cancel(id: "probe")
      case .remove:
        state.plot = nil
        return .none
      }
    }
    .ifLet(\.$plot, action: \.plot) { plot }
  }
}

private struct GardenState {
  @PresentationState var plot: Plot.State? = Plot.State()
}

private enum GardenAction: CasePathable {
  case plot(PresentationAction<Plot.Action>)
  case cancel
  case remove

  struct AllCasePaths: Sendable {
    var plot: AnyCasePath<GardenAction, PresentationAction<Plot.Action>> {
      AnyCasePath(embed: GardenAction.plot, extract: { if case .plot(let action) = $0 { action } else { nil } })
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
