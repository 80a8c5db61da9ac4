@_spi(Internals) import CounterpointCore
import CounterpointRecording
@_spi(Internals) import CounterpointSupport
import DependencyInjection

/// Writes the actions of one store into the log of an inspector. Used on the store's actor.
final class StoreInspector<State, Action>: StoreInstrument {
  private let store: RecordedStore
  private let log: EventLog
  private let numbering: StackElementNumbering
  private let requests: StoreRequests
  /// Writes the lines; `nil` while no client wants them.
  private var recorder: StoreRecorder<State, Action>?
  private var epoch: Int
  private var number = 0
  private var start = ContinuousClock.now
  let effects: (any EffectInstrument)?

  init(
    _ store: RecordedStore,
    initialState state: State,
    requests: StoreRequests,
    log: EventLog,
    dependencies: DependencyValues
  ) {
    self.store = store
    self.requests = requests
    self.log = log
    numbering = StackElementNumbering(in: dependencies)
    effects = EffectRecorder(store: store.number, destination: log)
    epoch = log.epoch
    if epoch != 0 { begin(with: state) }
  }

  deinit { log.removeStore(store.number) }

  func attached(to control: StoreControl<State, Action>) {
    requests.begin(with: control, number: store.number, log: log)
  }

  var dependencyReads: (any DependencyReadLog)? { recorder?.dependencyReads }

  func willReduce(_ action: Action, number: Int, cause: ActionCause) {
    self.number = number
    guard let recorder, epoch == log.epoch else { return }
    recorder.willReduce(action, number: number, cause: cause)
    start = .now
  }

  func didReduce(_ action: Action, to state: State, effectGroup: EffectGroup?) {
    let epoch = log.epoch
    if epoch == self.epoch {
      guard let recorder else { return }
      recorder.duration = microseconds(ContinuousClock.now - start)
      recorder.didReduce(action, to: state, effectGroup: effectGroup)
    } else {
      self.epoch = epoch
      recorder = nil
      if epoch != 0 { begin(with: state) }
    }
  }

  func didReplaceState(with state: State, after number: Int) {
    if let recorder, epoch == log.epoch { recorder.didReplaceState(with: state, after: number) }
  }

  func willEnd(with state: State) {
    if let recorder, epoch == log.epoch { recorder.willEnd(with: state) }
  }

  /// Begins with a snapshot.
  private func begin(with state: State) {
    recorder = StoreRecorder(store, state: state, after: number, destination: log, numbering: numbering)
  }

  private func microseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
  }
}
