@_spi(Internals) package import CounterpointRecording

/// A line that a program sends to a client and that is no line of a recording. <doc:InspectorProtocol> describes all
/// of them.
package enum ServerLine: Hashable, Sendable {
  /// The answer to the client's `hello`.
  case hello(version: Int, program: String, process: Int32, permissions: Set<InspectorPermission>)
  /// The reason for which the connection ends.
  case refusal(String)
  /// The answer to a request for a state.
  case state(id: Int, JSONValue, outdated: Set<String>)
  /// The answer to another request that was fulfilled.
  case done(id: Int)
  /// The answer to a request that was not fulfilled.
  case failure(id: Int, String)
  /// A store that exists already, and the oldest moment whose state can be asked for.
  case store(Int, oldest: Int)
  case shown(store: Int, number: Int?, refused: Int)
  case storeEnded(Int)
  case note(store: Int, number: Int, text: String)
  case missed(Int)
  /// The client has got all lines that were kept when it attached.
  case caughtUp

  /// The bytes of the longest line that a client accepts.
  package static let limit = 1 << 28

  /// Interprets the members of a line; `nil` if it is a line of a recording.
  package init?(_ line: JSONMembers) throws {
    if let hello = line.text("hello") {
      let hello = try JSONMembers(parsing: hello.bytes[...])
      self = .hello(
        version: try hello.required("version"),
        program: try hello.string("program") ?? "",
        process: Int32(truncatingIfNeeded: try hello.integer("process") ?? 0),
        permissions: Set(
          try hello.elements("permissions").compactMap {
            InspectorPermission(rawValue: try $0.decoded(as: String.self))
          }
        )
      )
    } else if let reason = try line.string("refused") {
      self = .refusal(reason)
    } else if let id = try line.integer("id") {
      if let error = try line.string("error") {
        self = .failure(id: id, error)
      } else if let state = line.text("state") {
        let outdated = try line.elements("outdated").map { try $0.decoded(as: String.self) }
        self = .state(id: id, try JSONValue(parsing: state), outdated: Set(outdated))
      } else {
        self = .done(id: id)
      }
    } else if line.text("caughtUp") != nil {
      self = .caughtUp
    } else if let count = try line.integer("missed") {
      self = .missed(count)
    } else if let oldest = try line.integer("oldest") {
      self = .store(try line.required("s"), oldest: oldest)
    } else if let shown = line.text("shown") {
      self = .shown(store: try line.required("s"), number: try shown.integer, refused: try line.integer("sends") ?? 0)
    } else if line.text("ended") != nil {
      self = .storeEnded(try line.required("s"))
    } else if let text = try line.string("note") {
      self = .note(store: try line.required("s"), number: try line.required("n"), text: text)
    } else {
      return nil
    }
  }

  /// The line with its end.
  package var bytes: [UInt8] {
    JSONValue.object(members).json.bytes + [UInt8(ascii: "\n")]
  }

  private var members: [String: JSONValue] {
    switch self {
    case .hello(let version, let program, let process, let permissions):
      let permissions = permissions.map(\.rawValue).sorted().map { JSONValue.string($0) }
      let hello: [String: JSONValue] = [
        "version": JSONValue(version), "program": .string(program), "process": JSONValue(Int(process)),
        "permissions": .array(permissions),
      ]
      return ["hello": .object(hello)]
    case .refusal(let reason): return ["refused": .string(reason)]
    case .state(let id, let state, let outdated):
      var members = ["id": JSONValue(id), "state": state]
      if !outdated.isEmpty { members["outdated"] = .array(outdated.sorted().map { .string($0) }) }
      return members
    case .done(let id): return ["id": JSONValue(id), "done": true]
    case .failure(let id, let error): return ["id": JSONValue(id), "error": .string(error)]
    case .store(let store, let oldest): return ["s": JSONValue(store), "oldest": JSONValue(oldest)]
    case .shown(let store, let number, let refused):
      return ["s": JSONValue(store), "shown": number.map { JSONValue($0) } ?? .null, "sends": JSONValue(refused)]
    case .storeEnded(let store): return ["s": JSONValue(store), "ended": true]
    case .note(let store, let number, let text):
      return ["s": JSONValue(store), "n": JSONValue(number), "note": .string(text)]
    case .missed(let count): return ["missed": JSONValue(count)]
    case .caughtUp: return ["caughtUp": true]
    }
  }
}

extension JSONMembers {
  fileprivate func required(_ key: String) throws -> Int {
    guard let value = try integer(key) else { throw InspectionError("The line has no '\(key)'.") }
    return value
  }
}
