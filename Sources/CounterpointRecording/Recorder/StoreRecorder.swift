import CounterpointCore
import CounterpointSupport
import DependencyInjection
import Foundation
import StateSharing

/// The identity of a store in a recording.
struct RecordedStore: Sendable {
  let number: Int
  /// The qualified name of the reducer's type.
  let feature: String
  let label: String?
  /// The seconds since 1970 at which the store was created.
  let date: Double
}

/// Writes the actions of one store. Used on the store's actor.
final class StoreRecorder<State, Action>: StoreInstrument {
  private let store: RecordedStore
  private let recorder: Recorder
  private let numbering: StackElementNumbering
  private let sharedValues = SharedValueTable()
  private let coding: [CodingUserInfoKey: any Sendable]
  private let reads: ReadRecorder

  /// The fields of the state when they were last written.
  private var known: EncodedValue?
  /// The next number of a stack element, as the recording says it.
  private var knownNumbering: Int
  /// The segment of the file that has a snapshot of this store.
  private var segment = -1
  private var bytesSinceDigest = 0
  private var bytesSinceSnapshot = 0
  private var stateSize = 0
  private var needsSnapshot = false
  private var number = 0

  init(_ store: RecordedStore, initialState state: State, recorder: Recorder, numbering: StackElementNumbering) {
    self.store = store
    self.recorder = recorder
    self.numbering = numbering
    self.knownNumbering = numbering.position
    let redaction = recorder.redaction
    self.coding = [
      RecordingCoding.key: RecordingCoding(sharedValues: sharedValues) { value, property, owner in
        redaction.standIn(for: value, property: property, of: owner)
      }
    ]
    self.reads = ReadRecorder { [coding] value in
      try? CanonicalJSON.encode(value, userInfo: coding, redaction: redaction).bytes
    }
    writeSnapshot(of: state)
  }

  var dependencyReads: (any DependencyReadLog)? { reads }

  func willReduce(_ action: Action, number: Int, cause: ActionCause) {
    self.number = number
    for (name, value) in sharedValues.changed() {
      guard let value = try? encode(value) else { continue }
      append(.shared(RecordingLine.Shared(store: store.number, name: name, value: JSONText(value.bytes))))
    }
    var line = RecordingLine.Action(
      store: store.number,
      number: number,
      time: recorder.elapsed,
      cause: RecordingLine.Cause(cause)
    )
    let position = numbering.position
    if position != knownNumbering { line.numbering = position }
    do {
      line.action = JSONText(try encode(action).bytes)
    } catch {
      line.opaque = "\(recorder.redaction.text(of: action)): \(reason(error))"
      needsSnapshot = true
    }
    append(.action(line))
  }

  func didReduce(_ action: Action, to state: State, effectGroup: EffectGroup?) {
    knownNumbering = numbering.position
    // The reducer's own changes are repeated by the replay.
    sharedValues.ignoreChanges()
    var line = RecordingLine.Result(store: store.number, number: number)
    line.reads = reads.take()
    if bytesSinceDigest * 8 >= stateSize, let encoded = try? encode(state) {
      line.changes = encoded.changes(from: known)
      known = encoded
      stateSize = encoded.bytes.count
      bytesSinceDigest = 0
    }
    if !line.isEmpty { append(.result(line)) }
    let isDue = bytesSinceSnapshot >= max(4 * stateSize, 64 << 10)
    if needsSnapshot || isDue || segment != recorder.writer.segment { writeSnapshot(of: state) }
  }

  /// Writes what a reader needs to begin here: the store and its state.
  private func writeSnapshot(of state: State) {
    needsSnapshot = false
    bytesSinceSnapshot = 0
    bytesSinceDigest = 0
    append(
      .header(
        RecordingLine.Header(store: store.number, feature: store.feature, label: store.label, date: store.date)
      )
    )
    var line = RecordingLine.Snapshot(store: store.number, number: number, numbering: numbering.position)
    do {
      let encoded = try encode(state)
      known = encoded
      stateSize = encoded.bytes.count
      line.state = JSONText(encoded.bytes)
    } catch {
      line.opaque = "\(recorder.redaction.text(of: state)): \(reason(error))"
    }
    segment = append(.snapshot(line))
    bytesSinceSnapshot = 0
    bytesSinceDigest = 0
  }

  @discardableResult
  private func append(_ line: RecordingLine) -> Int {
    let bytes = line.bytes
    bytesSinceDigest += bytes.count
    bytesSinceSnapshot += bytes.count
    return recorder.writer.append(bytes)
  }

  private func encode(_ value: some Any) throws -> EncodedValue {
    guard let value = value as? any Encodable else { throw NotEncodable(type: type(of: value)) }
    return try CanonicalJSON.encode(value, userInfo: coding, redaction: recorder.redaction)
  }

  private func reason(_ error: any Error) -> String {
    switch error {
    case let error as NotEncodable: "'\(qualifiedName(error.type))' is not 'Encodable'"
    case EncodingError.invalidValue(_, let context): context.debugDescription
    default: recorder.redaction.text(of: error)
    }
  }
}

private struct NotEncodable: Error {
  let type: Any.Type
}
