import CounterpointCore
@_spi(Internals) import CounterpointSupport
import DependencyInjection
import Foundation
import StateSharing

/// A replay while it runs, line by line.
struct ReplayRun<R: Reducer> where R.Action: Decodable {
  var result = ReplayResult<R.State, R.Action>()

  private let reducer: R
  private let dependencies: DependencyValues
  private let numbering: StackElementNumbering
  private let migrations: [Migration]
  private let sharedValues = SharedValueTable()
  private let coder: RecordingCoder
  private let encoder: StateEncoder
  private let decoder: JSONDecoder

  /// Records the replay; `nil` if the replay is compared with the recording.
  private var recording: StoreRecorder<R.State, R.Action>?
  private let startRecording: ((R.State, StackElementNumbering, SharedValueTable) -> StoreRecorder<R.State, R.Action>)?

  private var state: R.State?
  /// The fields that the recording has said so far, by path.
  private var recorded: [String: FieldChange.Value] = [:]
  /// Whether the state is unknown until the next snapshot, because an action was not recorded.
  private var awaitsSnapshot = false
  private var unknownFields: Set<String> = []
  /// Whether the recording says after which actions its recorder has compared the fields.
  private var marksComparisons = false
  /// The bytes of the state when it was last compared.
  private var stateSize = 0
  private var last = LastAction()
  /// The number of the last action after which the state was compared.
  private var lastCompared = 0
  /// The first action since then.
  private var firstUncompared = LastAction()

  /// The last action, with the bytes of its JSON.
  private struct LastAction {
    var number = 0
    var action = ""
    var size = 0
    /// Whether the recording says that the fields were not compared.
    var isUncompared = false
    var readDifferences: [String] = []
  }

  /// - Parameters:
  ///   - reducer: The feature.
  ///   - dependencies: The dependencies of the feature.
  ///   - migrations: The migrations of the recording.
  ///   - redaction: The redaction of the recorder.
  ///   - startRecording: Creates the recorder of a replay that is recorded, and not compared.
  init(
    _ reducer: R,
    dependencies: DependencyValues,
    migrations: [Migration],
    redaction: Redaction,
    startRecording: ((R.State, StackElementNumbering, SharedValueTable) -> StoreRecorder<R.State, R.Action>)? = nil
  ) {
    self.reducer = reducer
    self.startRecording = startRecording
    self.migrations = migrations
    coder = RecordingCoder(sharedValues: sharedValues, redacting: redaction)
    encoder = StateEncoder(coder)
    decoder = CanonicalJSON.decoder(userInfo: coder.userInfo)
    var dependencies = dependencies
    dependencies.replaySharedValues(of: sharedValues)
    self.dependencies = dependencies
    numbering = StackElementNumbering(in: dependencies)
  }

  /// Begins with a state of the caller.
  mutating func begin(_ state: R.State) {
    self.state = state
    result.initialState = state
    recordState()
  }

  /// Records the state, with which the recording begins or goes on.
  private mutating func recordState() {
    guard let startRecording, let state else { return }
    if let recording { return recording.writeSnapshot(of: state) }
    recording = dependencies.run { startRecording(state, numbering, sharedValues) }
  }

  /// Ends the recording of the replay.
  func endRecording() {
    if let state { dependencies.run { recording?.willEnd(with: state) } }
  }

  /// Notes the last actions if the state after them was not compared.
  mutating func noteUncomparedEnd() {
    guard result.divergence == nil, lastCompared < last.number else { return }
    let actions = firstUncompared.number...last.number
    result.uncomparedActions = actions
    let subject = actions.count == 1 ? "Action \(last.number) was" : "Actions \(actions.text) were"
    result.notices.append(
      "\(subject) not compared, because the recording does not have the state at its end: the recorder was killed, or the "
        + "program was still running."
    )
  }

  /// Plays a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - isLastAction: Returns whether the recording has no later action than that with a number.
  ///   - resultOf: Returns the line after an action, with its reads.
  mutating func play(
    _ line: RecordingLine,
    isLastAction: (Int) -> Bool,
    result resultOf: (Int) -> RecordingLine.Result?
  ) {
    switch line {
    case .header(let line): marksComparisons = line.marksComparisons
    case .snapshot(let line): play(line)
    case .action(let line): play(line, isLast: isLastAction(line.number), result: resultOf(line.number))
    case .result(let line): check(line)
    case .shared(let line): play(line)
    case .effect: break
    }
  }

  // MARK: Lines

  private mutating func play(_ line: RecordingLine.Snapshot) {
    numbering.position = line.numbering
    guard let text = line.state else {
      if state == nil {
        result.notices.append("The recorded state can't be decoded: \(line.opaque ?? ""). Pass an 'initialState'.")
      }
      return
    }
    if state != nil, !awaitsSnapshot, line.restart == nil { return compare(with: text, absent: line.absent) }
    guard let type = R.State.self as? any Decodable.Type else {
      result.notices.append("'\(qualifiedName(R.State.self))' is not 'Decodable'. Pass an 'initialState'.")
      return
    }
    do {
      let decoded = try dependencies.run { try decode(type, from: text) }
      state = decoded as? R.State
      awaitsSnapshot = false
      lastCompared = line.number
      if let state, let encoded = encodeWhole(state) { expectFields(of: encoded, in: text, absent: line.absent) }
      recordState()
      if result.initialState == nil { result.initialState = state }
    } catch {
      diverge([], ["The recorded state can't be decoded: \(RecordingCoder.describe(error))."])
    }
  }

  private mutating func play(
    _ line: RecordingLine.Action,
    isLast: Bool,
    result recordedResult: RecordingLine.Result?
  ) {
    guard state != nil, !awaitsSnapshot else { return }
    guard let text = line.action else {
      result.notices.append("Action \(line.number) was not recorded: \(line.opaque ?? "")")
      awaitsSnapshot = true
      recording?.append(.action(line))
      return
    }
    last = LastAction(
      number: line.number,
      action: "\(text)",
      size: text.bytes.count,
      isUncompared: line.isUncompared
    )
    if let position = line.numbering { numbering.position = position }
    let position = numbering.position
    let log = ReadReplayer(recordedResult?.reads ?? [], decoder: decoder, recordingTo: recording?.readRecorder)
    do {
      let action = try dependencies.run { try migrations.decode(R.Action.self, from: text, with: decoder) }
      last.action = caseName(of: action)
      if firstUncompared.number <= lastCompared { firstUncompared = last }
      dependencies.run { recording?.willReduce(action, number: line.number, cause: line.cause, time: line.time) }
      withDependencyReadLog(log) {
        dependencies.run { if var new = state { _ = reducer.reduce(into: &new, action: action); state = new } }
      }
      log.finish()
      last.readDifferences = log.differences
      guard let state else { return }
      dependencies.run { recording?.didReduce(action, to: state, effectGroup: nil) }
      result.steps.append(
        ReplayResult.Step(
          number: line.number,
          action: action,
          state: state,
          cause: line.cause,
          numbering: position
        )
      )
      // The program may have ended before the result of the last action was written.
      if recordedResult == nil, !isLast { checkUnchanged() }
    } catch {
      let reason = RecordingCoder.describe(error)
      diverge(
        [],
        ["The recorded action \(text) can't be decoded: \(reason). Add a 'Migration' if it was renamed."]
      )
    }
  }

  private mutating func play(_ line: RecordingLine.Shared) {
    do {
      decoder.userInfo[SharedChange.table] = sharedValues
      decoder.userInfo[SharedChange.name] = line.name
      _ = try dependencies.run { try decoder.decode(SharedChange.self, from: line.value.data) }
    } catch {
      result.notices.append("The shared value '\(line.name)' can't be decoded: \(RecordingCoder.describe(error)).")
    }
  }

  // MARK: Comparison

  private mutating func check(_ line: RecordingLine.Result) {
    guard let state, !awaitsSnapshot, recording == nil, line.number == last.number else { return }
    if line.isUncompared { last.isUncompared = true }
    // A line with reads only: either nothing has changed, or the recorder has compared nothing.
    if line.changes.isEmpty, !line.isEnd { return checkUnchanged() }
    for change in line.changes {
      // A field of which the recording now has parts, or the other way around.
      recorded = recorded.filter { path, _ in
        // An object without fields is still one.
        !FieldPath.isInside(path, change.path) && (change.value == .absent || !FieldPath.isInside(change.path, path))
      }
      recorded[change.path] = change.value
    }
    compareFields(of: state)
  }

  /// Compares the state after an action for which the recording has no changes.
  private mutating func checkUnchanged() {
    guard recording == nil else { return }
    if !last.readDifferences.isEmpty { return diverge([], last.readDifferences) }
    guard let state, recorderHasCompared else { return }
    compareFields(of: state)
  }

  /// Whether the recorder has compared the fields after the last action. Of a large state it does not after each one.
  private var recorderHasCompared: Bool {
    if marksComparisons { return !last.isUncompared }
    // A lower bound of the bytes that it has written since, because older recordings don't say it.
    return 4 * (last.size + 40) >= stateSize
  }

  private mutating func compareFields(of state: R.State) {
    guard let encoded = encode(state) else { return }
    stateSize = encoded.text.count
    let fields = recorded.compactMap { difference(at: $0.key, recorded: $0.value, encoded) }
    if fields.isEmpty, last.readDifferences.isEmpty {
      lastCompared = last.number
    } else {
      diverge(fields, last.readDifferences)
    }
  }

  /// Returns the difference of a field, `nil` if it has its recorded value, or if today's state doesn't have it.
  private mutating func difference(
    at path: String,
    recorded: FieldChange.Value,
    _ encoded: EncodedValue
  ) -> ReplayDivergence.Field? {
    let replayed = encoded.field(path)
    // Of an object, the fields are compared that the recording knows.
    if case .json(let text) = recorded, text.bytes.elementsEqual("{}".utf8), encoded.isObject(path) { return nil }
    let limit = if case .json = recorded { Int.max } else { FieldChange.Value.limit }
    guard FieldChange.Value(replayed, limit: limit) != recorded else { return nil }
    if replayed == nil {
      if unknownFields.contains(path) { return nil }
      if !isOptional(path, in: encoded) {
        unknownFields.insert(path)
        result.notices.append("The recording has the field '\(path)', and the state of today's code has not.")
        return nil
      }
    }
    let value: String? =
      switch recorded {
      case .json(let text): "\(text)"
      case .digest: nil
      case .absent: "absent"
      }
    return ReplayDivergence.Field(
      path: path,
      recorded: value,
      replayed: replayed.map(text) ?? "absent"
    )
  }

  private func text(_ replayed: EncodedText) -> String {
    switch replayed {
    case .kept(let bytes): String(decoding: bytes, as: UTF8.self)
    case .hashed(let text): "a value of \(text.count) bytes"
    }
  }

  /// Returns whether today's state can lack a field, because a value can be `nil` or another case of an enum.
  private func isOptional(_ path: String, in encoded: EncodedValue) -> Bool {
    guard let state else { return false }
    var missing = path
    while let parent = FieldPath.parent(of: missing), !parent.isEmpty, encoded.field(parent) == nil { missing = parent }
    if encoded.absent.contains(missing) { return true }
    // The type may not have said that the value is `nil`.
    var value: Any = state
    for key in FieldPath.keys(of: missing) {
      var mirror = Mirror(reflecting: value)
      while mirror.displayStyle == .optional, let wrapped = mirror.children.first?.value {
        mirror = Mirror(reflecting: wrapped)
      }
      if mirror.displayStyle == .enum { return true }
      guard let child = mirror.children.first(where: { $0.label == key || $0.label == "_\(key)" }) else { return false }
      value = child.value
    }
    return true
  }

  /// Compares the state with a snapshot, which has the values of all fields.
  private mutating func compare(with text: JSONText, absent: [String]) {
    guard recording == nil, let state, let encoded = encodeWhole(state), let bytes = encoded.bytes else { return }
    let known = Set(recorded.keys).union(absent)
    expectFields(of: encoded, in: text, absent: absent)
    guard bytes.count != text.bytes.count || !bytes.elementsEqual(text.bytes) else { return lastCompared = last.number }
    guard let old = try? decoder.decode(JSONValue.self, from: text.data),
      let new = try? decoder.decode(JSONValue.self, from: Data(bytes))
    else { return }
    let fields = old.differences(to: new).compactMap { path, old, new -> ReplayDivergence.Field? in
      // A field that only one of them has is no difference if the code has got it, or has lost it.
      if old == nil, !known.contains(path) { return nil }
      if new == nil, !isOptional(path, in: encoded) { return nil }
      return ReplayDivergence.Field(path: path, recorded: old?.text ?? "absent", replayed: new?.text ?? "absent")
    }
    if fields.isEmpty { lastCompared = last.number } else { diverge(fields, last.readDifferences) }
  }

  /// Begins to expect the fields of a snapshot. Later lines contain only what has changed since.
  ///
  /// - Parameters:
  ///   - encoded: Today's state, whose fields have the recorded values.
  ///   - text: The snapshot. Other fields that it lacks are new, so nothing is known about their values.
  ///   - absent: The fields that the snapshot lacks because they were `nil`.
  private mutating func expectFields(of encoded: EncodedValue, in text: JSONText, absent: [String]) {
    stateSize = encoded.text.count
    let snapshot = SnapshotFields(text)
    let paths = encoded.paths
    // Of a field with fields, those are compared, because today's code may have added one.
    let parents = Set(paths.compactMap { FieldPath.parent(of: $0) })
    recorded = [:]
    for path in paths where !parents.contains(path) && snapshot.contains(path) {
      recorded[path] = FieldChange.Value(encoded.field(path))
    }
    for path in absent where encoded.field(path) == nil { recorded[path] = .absent }
  }

  /// Ends the replay before its first line.
  mutating func diverge(from reason: String) { diverge([], [reason]) }

  private mutating func diverge(_ fields: [ReplayDivergence.Field], _ reasons: [String]) {
    // A read differs in the last action, but an earlier one may have changed a field.
    let isExact = fields.isEmpty || firstUncompared.number <= lastCompared
    let first = isExact ? last : firstUncompared
    result.divergence = ReplayDivergence(
      number: last.number,
      action: last.action,
      actions: first.number...last.number,
      firstAction: first.action,
      fields: fields.sorted { $0.path < $1.path },
      reasons: reasons
    )
  }

  // MARK: Coding

  private func encode(_ state: R.State) -> EncodedValue? {
    try? dependencies.run { try encoder.encode(state) }
  }

  private func encodeWhole(_ state: R.State) -> EncodedValue? {
    try? dependencies.run { try encoder.encodeWhole(state) }
  }

  private func decode<Value: Decodable>(_ type: Value.Type, from text: JSONText) throws -> Value {
    try migrations.decode(type, from: text, with: decoder)
  }
}

/// The fields of a snapshot. Their values are not decoded, because a state may be large.
private struct SnapshotFields {
  private var members: [String: JSONMembers?] = [:]

  init(_ text: JSONText) {
    for member in Self.members(of: text)?.all ?? [] { members[member.key] = .some(Self.members(of: member.value)) }
  }

  private static func members(of text: JSONText) -> JSONMembers? {
    guard text.bytes.first == UInt8(ascii: "{") else { return nil }
    return try? JSONMembers(parsing: text.bytes)
  }

  /// Returns whether there is a value at a path such as `draft.email`. A value without fields has an empty path.
  func contains(_ path: String) -> Bool {
    let keys = FieldPath.keys(of: path)
    guard let key = keys.first, let member = members[key] else { return keys.isEmpty }
    return keys.count == 1 || member?.text(keys[1]) != nil
  }
}

/// A change of a shared value, which is decoded as its type.
private struct SharedChange: Decodable {
  static let table = key("counterpoint.recording.table")
  static let name = key("counterpoint.recording.name")

  init(from decoder: any Decoder) throws {
    guard let table = decoder.userInfo[Self.table] as? SharedValueTable,
      let name = decoder.userInfo[Self.name] as? String
    else { return }
    try table.set(name, from: decoder)
  }

  private static func key(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else { preconditionFailure() }
    return key
  }
}

extension JSONValue {
  var text: String {
    json.description
  }

  /// Returns the innermost values that differ, with their paths.
  func differences(to other: JSONValue, at path: String = "") -> [(path: String, old: JSONValue?, new: JSONValue?)] {
    if self == other { return [] }
    func joined(_ key: String) -> String { FieldPath.joined(path, key) }
    switch (self, other) {
    case (.object(let old), .object(let new)):
      return Set(old.keys).union(new.keys).sorted().flatMap { key in
        guard let before = old[key], let after = new[key] else { return [(joined(key), old[key], new[key])] }
        return before.differences(to: after, at: joined(key))
      }
    case (.array(let old), .array(let new)) where old.count == new.count:
      return zip(old, new).enumerated().flatMap { $1.0.differences(to: $1.1, at: joined("\($0)")) }
    default:
      return [(path, self, other)]
    }
  }
}
