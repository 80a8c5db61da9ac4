package import CounterpointCore
@_spi(Internals) import CounterpointSupport

/// A line of a recording. <doc:RecordingFiles> describes all of them.
package enum RecordingLine: Sendable {
  case header(Header)
  case snapshot(Snapshot)
  case action(Action)
  case result(Result)
  case shared(Shared)
  case effect(Effect)

  /// The version of the format that this code writes and reads.
  package static let version = 1

  /// A store is recorded from here on.
  package struct Header: Sendable {
    package let store: Int
    package let feature: String
    package let label: String?
    /// Seconds since 1970.
    package let date: Double
    /// Whether the actions say if their fields were compared. Those of older recordings don't.
    package let marksComparisons: Bool

    package init(store: Int, feature: String, label: String?, date: Double, marksComparisons: Bool = true) {
      self.store = store
      self.feature = feature
      self.label = label
      self.date = date
      self.marksComparisons = marksComparisons
    }
  }

  /// The state after an action.
  package struct Snapshot: Sendable {
    package let store: Int
    /// The number of the action, 0 for the initial state.
    package let number: Int
    /// The number of the next stack element.
    package let numbering: Int
    /// `nil` if the state can't be encoded.
    package var state: JSONText?
    /// The state as text, and why it can't be encoded.
    package var opaque: String?
    /// The number of the earlier action whose state replaced the current one, and all effects were canceled; `nil` if
    /// the state is that after ``number``.
    package var restart: Int?
    /// The paths of fields that are `nil`. Older recordings don't have them.
    package var absent: [String] = []
  }

  /// An action, written before it is reduced.
  package struct Action: Sendable {
    package let store: Int
    package let number: Int
    /// The microseconds since the recorder was created.
    package let time: Int64
    package let cause: Cause
    /// The number of the next stack element, if other stores have changed it.
    package var numbering: Int?
    /// `nil` if the action can't be encoded.
    package var action: JSONText?
    /// The action as text, and why it can't be encoded.
    package var opaque: String?
    /// Whether the fields are not compared after the action, because the state before it could not be encoded.
    package var isUncompared = false
  }

  /// The cause of an action.
  package enum Cause: Hashable, Sendable {
    case user(String)
    case observer(String)
    case effect(of: Int, String)
    case reducer(of: Int)

    package init(_ cause: ActionCause) {
      func text(_ location: SourceLocation) -> String { "\(location.fileID):\(location.line)" }
      self =
        switch cause {
        case .user(let location): .user(text(location))
        case .observer(let location): .observer(text(location))
        case .effect(let location, let number): .effect(of: number, text(location))
        case .reducer(let number): .reducer(of: number)
        }
    }

    /// Whether the program or an observer has sent the action.
    package var isSent: Bool {
      switch self {
      case .user, .observer: true
      case .effect, .reducer: false
      }
    }
  }

  /// The reads and changes of a reduction, written after it. At the end of a store, the changes that left no trace.
  package struct Result: Sendable {
    package let store: Int
    package let number: Int
    /// The microseconds that the reducer took. Only an inspector measures them.
    package var duration: Int64?
    package var reads: [Read] = []
    package var changes: [FieldChange] = []
    /// Whether the whole state was compared at the end.
    package var isEnd = false
    /// Whether the fields were not compared, because the state before or after the action can't be encoded.
    package var isUncompared = false
  }

  /// A read of a dependency.
  package struct Read: Sendable {
    package let name: String
    /// `nil` if the value can't be encoded, or if the read has failed.
    package let value: JSONText?
  }

  /// A shared value that other code has changed.
  package struct Shared: Sendable {
    package let store: Int
    package let name: String
    package let value: JSONText
  }

  /// An event of an effect. A replay runs no effects, so these lines are only shown.
  package struct Effect: Hashable, Sendable {
    package enum Event: Hashable, Sendable {
      case began(Beginning)
      /// The effect was canceled. It ends when its operation returns.
      case canceled
      case ended
    }

    package struct Beginning: Hashable, Sendable {
      /// The number of the action whose reduction returned the effect.
      package let reduction: Int
      /// The file and line of the `.run`.
      package let location: String
      /// The name of the task.
      package let name: String?
      /// The ids under which the effect can be canceled, as text, the innermost first.
      package let ids: [String]

      package init(reduction: Int, location: String, name: String?, ids: [String]) {
        self.reduction = reduction
        self.location = location
        self.name = name
        self.ids = ids
      }
    }

    package let store: Int
    /// The number that identifies the effect in its recording.
    package let number: Int
    /// The microseconds since the recorder was created.
    package let time: Int64
    package let event: Event

    package init(store: Int, number: Int, time: Int64, event: Event) {
      self.store = store
      self.number = number
      self.time = time
      self.event = event
    }
  }

  package var store: Int {
    switch self {
    case .header(let line): line.store
    case .snapshot(let line): line.store
    case .action(let line): line.store
    case .result(let line): line.store
    case .shared(let line): line.store
    case .effect(let line): line.store
    }
  }
}

// MARK: - Writing

extension RecordingLine {
  /// The bytes that most lines have room in.
  private static let usualLength = 128

  /// The line in the file, with its end.
  package var bytes: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(Self.usualLength)
    switch self {
    case .header(let line):
      output.append("{\"v\":", Self.version)
      output.append(",\"s\":", line.store)
      output.append(",\"feature\":")
      output.append(quoted: line.feature)
      output.member("label", line.label)
      output.append(",\"at\":\(line.date)")
      if line.marksComparisons { output.append(",\"c\":1") }
    case .snapshot(let line):
      output.append("{\"s\":", line.store)
      output.append(",\"n\":", line.number)
      output.append(",\"stack\":", line.numbering)
      output.append(",\"state\":")
      if let state = line.state { output.append(contentsOf: state.bytes) } else { output.append("null") }
      if let restart = line.restart { output.append(",\"restart\":", restart) }
      if !line.absent.isEmpty {
        output.append(",\"nil\":[")
        output.list(line.absent) { $0.append(quoted: $1) }
        output.append("]")
      }
      output.member("opaque", line.opaque)
    case .action(let line):
      output.append("{\"s\":", line.store)
      output.append(",\"n\":", line.number)
      output.append(",\"t\":", line.time)
      output.append(",\"by\":")
      line.cause.write(to: &output)
      if let numbering = line.numbering { output.append(",\"stack\":", numbering) }
      output.append(",\"a\":")
      if let action = line.action { output.append(contentsOf: action.bytes) } else { output.append("null") }
      output.member("opaque", line.opaque)
      if line.isUncompared { output.append(",\"c\":0") }
    case .result(let line):
      output.append("{\"s\":", line.store)
      output.append(",\"n\":", line.number)
      if line.isEnd { output.append(",\"end\":1") }
      if line.isUncompared { output.append(",\"c\":0") }
      if let duration = line.duration { output.append(",\"took\":", duration) }
      line.write(to: &output)
    case .shared(let line):
      output.append("{\"s\":", line.store)
      output.append(",\"shared\":")
      output.append(quoted: line.name)
      output.append(",\"to\":")
      output.append(contentsOf: line.value.bytes)
    case .effect(let line):
      output.append("{\"s\":", line.store)
      output.append(",\"effect\":", line.number)
      output.append(",\"t\":", line.time)
      switch line.event {
      case .began(let beginning): beginning.write(to: &output)
      case .canceled: output.append(",\"canceled\":1")
      case .ended: break
      }
    }
    output.append("}\n")
    return output
  }
}

extension [UInt8] {
  /// Appends a further member of an object, unless it is `nil`.
  fileprivate mutating func member(_ key: String, _ value: String?) {
    guard let value else { return }
    append(",\"\(key)\":")
    append(quoted: value)
  }

  /// Appends the elements of an array.
  fileprivate mutating func list<Value>(_ elements: [Value], _ write: (inout Self, Value) -> Void) {
    for (index, element) in elements.enumerated() {
      if index > 0 { append(",") }
      write(&self, element)
    }
  }
}

extension RecordingLine.Cause {
  fileprivate func write(to output: inout [UInt8]) {
    switch self {
    case .user(let location):
      output.append("[\"u\",")
      output.append(quoted: location)
    case .observer(let location):
      output.append("[\"o\",")
      output.append(quoted: location)
    case .effect(let number, let location):
      output.append("[\"e\",", number)
      output.append(",")
      output.append(quoted: location)
    case .reducer(let number): output.append("[\"r\",", number)
    }
    output.append("]")
  }
}

extension RecordingLine.Effect.Beginning {
  fileprivate func write(to output: inout [UInt8]) {
    output.append(",\"of\":", reduction)
    output.member("run", location)
    output.member("name", name)
    guard !ids.isEmpty else { return }
    output.append(",\"ids\":[")
    output.list(ids) { $0.append(quoted: $1) }
    output.append("]")
  }
}

extension RecordingLine.Result {
  fileprivate func write(to output: inout [UInt8]) {
    if !reads.isEmpty {
      output.append(",\"r\":[")
      output.list(reads) { output, read in
        output.append("[")
        output.append(quoted: read.name)
        if let value = read.value {
          output.append(",")
          output.append(contentsOf: value.bytes)
        }
        output.append("]")
      }
      output.append("]")
    }
    writeChanges(as: "f", to: &output) { if case .json = $0 { true } else { false } }
    writeChanges(as: "d", to: &output) { if case .json = $0 { false } else { true } }
  }

  private func writeChanges(
    as key: String,
    to output: inout [UInt8],
    where isIncluded: (FieldChange.Value) -> Bool
  ) {
    var isFirst = true
    for change in changes where isIncluded(change.value) {
      output.append(isFirst ? ",\"\(key)\":{" : ",")
      isFirst = false
      output.append(quoted: change.path)
      output.append(":")
      switch change.value {
      case .json(let text): output.append(contentsOf: text.bytes)
      case .digest(let digest): output.append(quoted: String(digest, radix: 36))
      case .absent: output.append(quoted: "")
      }
    }
    if !isFirst { output.append("}") }
  }
}
