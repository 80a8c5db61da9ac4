public import CounterpointCore
@_spi(Internals) import CounterpointSupport
import DependencyInjection

/// A reducer that gets the answers of its effects and the reads of its dependencies from a recording.
///
/// A test of a recorded session uses it, so that the session is repeated without the dependencies of its effects:
///
/// ```swift
/// let store = TestStore(initialState: recording.initialState(of: SignUp.State.self)!) {
///   RecordedAnswers(recording) { SignUp() }
/// }
/// ```
///
/// No effect of the feature runs, and no hook of its lifecycle is called. After an action that the program sent, the
/// actions that effects sent before the next such action are sent, in the recorded order. Those before the first such
/// action are sent when the store is created. The recorded actions have to be sent in their order. Changes of shared
/// values by other code are not repeated.
public struct RecordedAnswers<Base: Reducer>: Reducer where Base.Action: Decodable {
  /// The state of the feature.
  public typealias State = Base.State
  /// The actions of the feature.
  public typealias Action = Base.Action

  /// A recorded action, with what it read.
  private struct Step {
    let reads: [RecordingLine.Read]
    let numbering: Int
    /// The next action, if an effect sent it.
    let answer: Action?
  }

  private let base: Base
  private let steps: [Step]
  /// The first action, if an effect sent it.
  private let beginning: Action?
  /// The number of actions that were reduced.
  private let position = ReductionCount()

  /// Creates a reducer for one store, which replays the recording for this.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - store: The number of the store in the recording; by default the first one of the feature, or else the first.
  ///   - migrations: Rewrite the actions and states of older code.
  ///   - redaction: The redaction of the recorder.
  ///   - reducer: The feature.
  public init(
    _ recording: Recording,
    store: Int? = nil,
    migrations: [Migration] = [],
    redacting redaction: Redaction = Redaction(),
    reducer: () -> Base
  ) {
    base = DependencyValues._current.answeredByRecording.run(reducer)
    let replay = Replay(recording, store: store, migrations: migrations, redacting: redaction) { [base] in base }
    let replayed = replay.run().steps
    let results = recording.results(of: replay.store)
    beginning = replayed.first.flatMap { $0.cause.isSent ? nil : $0.action }
    steps = replayed.indices.map { index in
      let next = replayed[index...].dropFirst().first
      return Step(
        reads: results[replayed[index].number]?.reads ?? [],
        numbering: replayed[index].numbering,
        answer: next.flatMap { $0.cause.isSent ? nil : $0.action }
      )
    }
  }

  /// Reduces the next action of the recording, and sends the answer that follows it.
  public var body: some Reducer<State, Action> {
    Reduce { state, action in reduceNext(&state, action) }
      .onMount { _ in beginning.map { .send($0) } ?? .none }
  }

  private func reduceNext(_ state: inout State, _ action: Action) -> Effect<Action> {
    let index = position.next()
    guard index < steps.count else { return base.reduce(into: &state, action: action) }
    StackElementNumbering(in: DependencyValues._current).position = steps[index].numbering
    let log = ReadReplayer(steps[index].reads, decoder: CanonicalJSON.decoder(userInfo: [:]))
    withDependencyReadLog(log) {
      DependencyValues._current.answeredByRecording.run {
        withUncalledHooks { _ = base.reduce(into: &state, action: action) }
      }
    }
    return steps[index].answer.map { .send($0) } ?? .none
  }
}

/// The number of reductions of a store. Used on its actor.
private final class ReductionCount {
  private var count = 0

  /// Returns the number before this call.
  func next() -> Int {
    defer { count += 1 }
    return count
  }
}

extension Recording {
  /// Returns the lines after the actions of a store, by the numbers of the actions.
  func results(of store: Int?) -> [Int: RecordingLine.Result] {
    var results: [Int: RecordingLine.Result] = [:]
    for case .result(let line) in lines where line.store == store && !line.isEnd { results[line.number] = line }
    return results
  }
}
