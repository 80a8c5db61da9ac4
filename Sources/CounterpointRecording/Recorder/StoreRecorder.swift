@_spi(Internals) package import CounterpointCore
@_spi(Internals) import CounterpointSupport
package import DependencyInjection
import Foundation
package import StateSharing

/// The identity of a store in a recording.
package struct RecordedStore: Sendable {
  package let number: Int
  /// The qualified name of the reducer's type.
  package let feature: String
  package let label: String?
  /// The seconds since 1970 at which the store was created.
  package let date: Double

  package init(number: Int, feature: String, label: String?, date: Double) {
    self.number = number
    self.feature = feature
    self.label = label
    self.date = date
  }

  /// The line that begins the recording of the store.
  package var header: RecordingLine {
    .header(RecordingLine.Header(store: number, feature: feature, label: label, date: date))
  }
}

/// Receives the lines of stores: the file of a recorder, or the memory of an inspector. Called on any thread.
package protocol RecordingDestination: AnyObject, Sendable {
  var redaction: Redaction { get }

  /// The microseconds since the destination was created.
  var elapsed: Int64 { get }

  /// The bytes up to which a changed field is written itself, instead of its digest.
  var fieldLimit: Int { get }

  /// The number of the current segment. A store writes a snapshot into each segment in which it writes anything,
  /// because older segments may be dropped.
  var segment: Int { get }

  /// Appends a line, or several that belong into one segment.
  ///
  /// - Returns: The number of the segment that has it.
  @discardableResult
  func append(_ line: [UInt8]) -> Int

  /// Returns the number of a new effect; `nil` if its events are not wanted.
  func nextEffect() -> Int?

  /// Appends the line of an effect's event.
  func append(_ effect: RecordingLine.Effect)

  /// Adds a store whose whole state is compared before the destination is complete. Does nothing by default.
  func add(_ store: OpenStore, number: Int)

  /// Removes a store that has ended. Does nothing by default.
  func remove(_ number: Int)
}

extension RecordingDestination {
  package func add(_ store: OpenStore, number: Int) {}

  package func remove(_ number: Int) {}
}

/// A recorded store that has not ended. Safe to use from any thread.
package struct OpenStore: Sendable {
  private final class Target: Sendable {
    weak let actor: (any Actor)?
    // Safe because it is used on the store's actor only.
    nonisolated(unsafe) weak let recorder: (any EndRecorder)?

    init(_ recorder: any EndRecorder, on actor: any Actor) {
      self.actor = actor
      unsafe self.recorder = recorder
    }
  }

  private let target: Target

  fileprivate init(_ recorder: any EndRecorder, on actor: any Actor) {
    target = Target(recorder, on: actor)
  }

  /// Compares the whole state with the recording, if the caller is on the store's actor and the store is not busy.
  func compare() {
    guard let actor = target.actor, isOnActor(actor) else { return }
    unsafe target.recorder?.compareEnd()
  }
}

/// Writes the changes of a store that were not compared.
private protocol EndRecorder: AnyObject {
  func compareEnd()
}

/// Writes the actions of one store. Used on the store's actor.
package final class StoreRecorder<State, Action>: StoreInstrument {
  private let store: RecordedStore
  private let destination: any RecordingDestination
  private let numbering: StackElementNumbering
  private let sharedValues: SharedValueTable
  private let coder: RecordingCoder
  private let encoder: StateEncoder
  private let reads: ReadRecorder
  private let effectRecorder: EffectRecorder

  /// The fields of the state when they were last written.
  private var known: EncodedValue?
  /// The next number of a stack element, as the recording says it.
  private var knownNumbering: Int
  /// The segment of the file that has a snapshot of this store.
  private var segment = -1
  /// Whether an action was reduced since the whole state was compared.
  private var isEndOpen = false
  /// The store; `nil` until the recorder is attached to one.
  private var control: StoreControl<State, Action>?
  private var bytesSinceSnapshot = 0
  private var stateSize = 0
  private var needsSnapshot = false
  private var number: Int
  /// The microseconds that the current reduction has taken; `nil` if it is not measured.
  package var duration: Int64?

  /// Begins to write the actions of a store.
  ///
  /// - Parameters:
  ///   - store: The identity of the store.
  ///   - state: The current state, which is written.
  ///   - number: The number of the action that led to the state, 0 for the initial state.
  ///   - destination: Receives the lines.
  ///   - numbering: The numbering of the store's stack elements.
  ///   - sharedValues: The shared values that the state shows; a table of its own by default.
  package init(
    _ store: RecordedStore,
    state: State,
    after number: Int = 0,
    destination: any RecordingDestination,
    numbering: StackElementNumbering,
    sharedValues: SharedValueTable = SharedValueTable()
  ) {
    self.store = store
    self.number = number
    self.destination = destination
    self.sharedValues = sharedValues
    self.numbering = numbering
    self.knownNumbering = numbering.position
    self.coder = RecordingCoder(sharedValues: sharedValues, redacting: destination.redaction)
    self.encoder = StateEncoder(coder)
    self.effectRecorder = EffectRecorder(store: store.number, destination: destination)
    self.reads = ReadRecorder { [coder] value in try? coder.encode(value) }
    writeSnapshot(of: state)
  }

  package var dependencyReads: (any DependencyReadLog)? { reads }

  package var effects: (any EffectInstrument)? { effectRecorder }

  /// The reads of the current reduction.
  var readRecorder: ReadRecorder { reads }

  package func willReduce(_ action: Action, number: Int, cause: ActionCause) {
    willReduce(action, number: number, cause: RecordingLine.Cause(cause), time: destination.elapsed)
  }

  /// Writes an action before it is reduced.
  func willReduce(_ action: Action, number: Int, cause: RecordingLine.Cause, time: Int64) {
    self.number = number
    writeSharedValues()
    var line = RecordingLine.Action(
      store: store.number,
      number: number,
      time: time,
      cause: cause
    )
    let position = numbering.position
    if position != knownNumbering { line.numbering = position }
    do {
      line.action = try coder.encode(action)
    } catch {
      line.opaque = "\(destination.redaction.text(of: action)): \(coder.reason(error))"
      needsSnapshot = true
    }
    line.isUncompared = known == nil
    isEndOpen = true
    append(.action(line))
  }

  /// Writes the shared values that other code has changed.
  private func writeSharedValues() {
    for (name, value) in sharedValues.changed() {
      guard let value = try? coder.encode(value) else { continue }
      append(.shared(RecordingLine.Shared(store: store.number, name: name, value: value)))
    }
  }

  package func didReduce(_ action: Action, to state: State, effectGroup: EffectGroup?) {
    knownNumbering = numbering.position
    // The reducer's own changes are repeated by the replay.
    sharedValues.ignoreChanges()
    var line = RecordingLine.Result(store: store.number, number: number)
    line.duration = duration
    line.reads = reads.take()
    if known == nil {
      // The state could not be encoded. Perhaps it can be now.
      line.isUncompared = true
      needsSnapshot = needsSnapshot || (try? encoder.encodeWhole(state)) != nil
    } else if let encoded = try? encoder.encode(state) {
      line.changes = encoded.changes(from: known, limit: destination.fieldLimit)
      known = encoded
      stateSize = encoded.text.count
    } else {
      // The snapshot says why.
      line.isUncompared = true
      needsSnapshot = true
    }
    // Also if nothing has changed, because the line says that the state was compared.
    append(.result(line))
    let isDue = bytesSinceSnapshot >= max(4 * stateSize, 64 << 10)
    if needsSnapshot || isDue || segment != destination.segment { writeSnapshot(of: state) }
  }

  package func didReplaceState(with state: State, after number: Int) {
    knownNumbering = numbering.position
    writeSnapshot(of: state, restartingAfter: number)
  }

  package func attached(to store: StoreControl<State, Action>) {
    control = store
    if let actor = store.actor { destination.add(OpenStore(self, on: actor), number: self.store.number) }
  }

  package func willEnd(with state: State) {
    writeEnd(of: state)
    destination.remove(store.number)
  }

  /// Compares the whole state, and writes what has changed without a trace: objects that hide in other values.
  private func writeEnd(of state: State) {
    guard isEndOpen, known != nil else { return }
    isEndOpen = false
    // The state shows them.
    writeSharedValues()
    guard let encoded = try? encoder.encodeWhole(state) else { return }
    var line = RecordingLine.Result(store: store.number, number: number)
    line.isEnd = true
    line.changes = encoded.changes(from: known, limit: destination.fieldLimit)
    if !line.changes.isEmpty { encoder.forget() }
    known = encoded
    append(.result(line))
  }

  /// Writes what a reader needs to begin here: the store and its state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - restart: The number of the earlier action whose state replaced the current one; `nil` if none did.
  func writeSnapshot(of state: State, restartingAfter restart: Int? = nil) {
    needsSnapshot = false
    var line = RecordingLine.Snapshot(store: store.number, number: number, numbering: numbering.position)
    line.restart = restart
    do {
      let encoded = try encoder.encodeWhole(state)
      if let known, !encoded.changes(from: known).isEmpty { encoder.forget() }
      known = encoded
      stateSize = encoded.text.count
      isEndOpen = false
      line.state = encoded.bytes.map { JSONText($0) }
      line.absent = encoded.absent
    } catch {
      known = nil
      line.opaque = "\(destination.redaction.text(of: state)): \(coder.reason(error))"
    }
    // At once, because a segment that has the snapshot without the header can't be read.
    segment = destination.append(store.header.bytes + RecordingLine.snapshot(line).bytes)
    bytesSinceSnapshot = 0
  }

  /// Writes a line.
  ///
  /// - Returns: The number of the segment that has it.
  @discardableResult
  func append(_ line: RecordingLine) -> Int {
    let bytes = line.bytes
    note(bytes.count)
    return destination.append(bytes)
  }

  private func note(_ count: Int) {
    bytesSinceSnapshot += count
  }
}

extension StoreRecorder: EndRecorder {
  fileprivate func compareEnd() {
    control?.withLiveState { writeEnd(of: $0) }
  }
}
