public import CounterpointCore
@_spi(Internals) import CounterpointSupport
public import DependencyInjection
import Foundation
import StateSharing

/// Plays a recording against today's code: the actions of one store, one after another.
///
/// ```swift
/// let recording = try Recording(contentsOf: url)
/// let result = Replay(recording) { SignUp() }.run()
/// print(result.divergence ?? "The code does what it did.")
/// ```
///
/// No effect runs, because the recording contains the actions that effects have sent. Reads of dependencies are
/// answered from the recording, and shared values have no storage. The result contains the states, up to the first
/// action after which a recorded field differs. Costs about as much as decoding the actions.
///
/// Not bound to an actor. Several replays can run at once.
public struct Replay<R: Reducer> where R.Action: Decodable {
  let recording: Recording
  /// The number of the store.
  let store: Int?
  let migrations: [Migration]
  let redaction: Redaction
  let initialState: R.State?
  let dependencies: DependencyValues
  let reducer: R

  /// Creates a replay. Nothing runs yet, except for the closures.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - store: The number of the store in the recording; by default the first one of the feature, or else the first.
  ///   - migrations: Rewrite actions and states of older code, in this order, where they can't be decoded.
  ///   - redaction: The redaction of the recorder, for code that derives a state from redacted values.
  ///   - initialState: The state at the beginning; by default that of the recording. Needed if the state is not
  ///     `Codable`.
  ///   - reducer: The feature.
  ///   - prepare: Overrides dependencies that the reducer reads and that are not recorded.
  public init(
    _ recording: Recording,
    store: Int? = nil,
    migrations: [Migration] = [],
    redacting redaction: Redaction = Redaction(),
    initialState: R.State? = nil,
    reducer: () -> R,
    withDependencies prepare: (_ values: inout DependencyValues) -> Void = { _ in }
  ) {
    self.recording = recording
    self.store =
      store ?? recording.stores.first { $0.feature == qualifiedName(R.self) }?.number
      ?? recording.stores.first?.number
    self.migrations = migrations
    self.redaction = redaction
    self.initialState = initialState
    // With new default values, so that stack elements are numbered from 0.
    var dependencies = DependencyValues._current.withFreshDefaults.answeredByRecording
    dependencies.storeInstrumentSources = []
    dependencies.update(prepare)
    self.dependencies = dependencies
    self.reducer = dependencies.run(reducer)
  }

  /// Plays the recording.
  ///
  /// - Returns: The states after each action, and the first divergence.
  public func run() -> ReplayResult<R.State, R.Action> {
    var run = ReplayRun(reducer, dependencies: dependencies, migrations: migrations, redaction: redaction)
    if let initialState { run.begin(initialState) }
    let lines = recording.lines.filter { $0.store == store }
    if let store, lines.isEmpty { run.diverge(from: "The recording has no store \(store).") }
    let results = recording.results(of: store)
    let lastAction = lines.lazy.compactMap { if case .action(let line) = $0 { line.number } else { nil } }.last
    for line in lines {
      run.play(line, isLastAction: { $0 == lastAction }, result: { results[$0] })
      if run.result.divergence != nil { break }
    }
    run.noteUncomparedEnd()
    if recording.isTruncated {
      run.result.notices.append("The last line of the recording is incomplete and was left out.")
    }
    return run.result
  }
}

/// The result of a replay.
public struct ReplayResult<State, Action> {
  /// An action of a replay.
  public struct Step {
    /// The number of the action in its store, from 1.
    public let number: Int
    /// The action.
    public let action: Action
    /// The state after the action.
    public let state: State
    let cause: RecordingLine.Cause
    /// Whether the program or an observer has sent the action, and not an effect.
    public var isSent: Bool { cause.isSent }
    /// The position of the stack-element numbering before the action.
    let numbering: Int
  }

  /// The state at the beginning; `nil` if the recording contains none that could be decoded.
  public internal(set) var initialState: State?
  /// The actions up to the divergence, each with the state after it. After an action that could not be recorded, the
  /// steps go on at the next snapshot.
  public internal(set) var steps: [Step] = []
  /// The first difference; `nil` if the code does what it did.
  public internal(set) var divergence: ReplayDivergence?
  /// The last actions, if the recording does not say the state after them, so that nothing was compared; otherwise
  /// `nil`. The recorder was killed during an action, the program was still running, or the state can't be encoded.
  public internal(set) var uncomparedActions: ClosedRange<Int>?
  /// Remarks about a replay without a divergence: fields without counterpart, reads that were left over.
  public internal(set) var notices: [String] = []

  /// The state at the end.
  public var state: State? { steps.last?.state ?? initialState }
}

extension ReplayResult: Sendable where State: Sendable, Action: Sendable {}
extension ReplayResult.Step: Sendable where State: Sendable, Action: Sendable {}

/// The first difference between a recording and its replay.
public struct ReplayDivergence: Error, Hashable, Sendable, CustomStringConvertible {
  /// A field whose value differs.
  public struct Field: Hashable, Sendable {
    /// The path of the field, for example `draft.phone`.
    public let path: String
    /// The recorded value as JSON; `nil` if the recording has only a digest of it. `absent` if there was none.
    public let recorded: String?
    /// The value in the replay as JSON; `absent` if there is none.
    public let replayed: String
  }

  /// The number of the action after which the difference was found, 0 for the initial state.
  public let number: Int
  /// The action as text.
  public let action: String
  /// The actions that may have made the difference: the one with ``number``, and those before it whose states could
  /// not be encoded.
  public let actions: ClosedRange<Int>
  /// The first of them as text.
  let firstAction: String
  /// The fields that differ, in alphabetical order; empty if a line can't be played.
  public let fields: [Field]
  /// The reasons that concern no field: an action that can't be decoded, a read that differs.
  public let reasons: [String]

  /// The action, or the first and the last one of those that may have made the difference; and each field with both
  /// values.
  public var description: String {
    let first = actions.lowerBound
    let head =
      if number == 0 {
        "The replay diverges in the initial state"
      } else if first == number {
        "The replay diverges at action \(number), \(action)"
      } else {
        "The replay diverges between action \(first), \(firstAction), and action \(number), \(action)"
      }
    let lines =
      fields.map { field in
        "  \(field.path): recorded \(field.recorded ?? "another value (only its digest is in the recording)"), replayed \(field.replayed)"
      } + reasons.map { "  \($0)" }
      + (first == number ? [] : ["  \(uncomparedText(first...number - 1))"])
    return "\(head):\n\(lines.joined(separator: "\n"))"
  }
}

extension ReplayDivergence {
  private func uncomparedText(_ actions: ClosedRange<Int>) -> String {
    actions.count == 1
      ? "Not compared, because the recording does not have it: the state after action \(actions.lowerBound)."
      : "Not compared, because the recording does not have them: the states after actions \(actions.text)."
  }
}

extension ClosedRange<Int> {
  /// The bounds: `3 to 5`.
  var text: String { "\(lowerBound) to \(upperBound)" }
}

extension DependencyValues {
  /// These dependencies, with values for those that report issues in tests unless they are overridden. The recording
  /// answers their reads.
  var answeredByRecording: DependencyValues {
    var values = self
    values.uuid = UUIDGenerator { UUID() }
    values.date = DateGenerator { Date() }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    return values
  }
}
