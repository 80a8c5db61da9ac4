@_spi(Internals) import CounterpointRecording

/// A line that a client sends to a program. <doc:InspectorProtocol> describes all of them.
package enum ClientLine: Hashable, Sendable {
  /// The first line: the versions of the protocol that the client knows, and the token.
  case hello(versions: [Int], token: String)
  /// Asks for the state of a store after an action.
  case state(id: Int, store: Int, number: Int)
  /// Asks the program to do something.
  case perform(id: Int, InspectorRequest)

  /// The version of the protocol that this code speaks.
  package static let version = 1
  /// The bytes of the longest line that a program accepts.
  package static let limit = 1 << 18

  /// Parses a line.
  ///
  /// - Throws: An ``InspectionError`` that says what is wrong.
  package init(parsing bytes: ArraySlice<UInt8>) throws(InspectionError) {
    let line = try JSONValue(parsing: JSONText(bytes))
    if let hello = line["hello"] {
      guard case .array(let versions)? = hello["versions"], let token = hello["token"]?.string else {
        throw InspectionError("'hello' needs 'versions' and 'token'.")
      }
      self = .hello(versions: versions.compactMap(\.integer), token: token)
      return
    }
    guard let id = line["id"]?.integer else { throw InspectionError("The request has no 'id'.") }
    guard let name = line["do"]?.string else { throw InspectionError("The request has no 'do'.") }
    guard let store = line["s"]?.integer else { throw InspectionError("The request has no store ('s').") }
    func number() throws(InspectionError) -> Int {
      guard let number = line["n"]?.integer else { throw InspectionError("'\(name)' needs an action number ('n').") }
      return number
    }
    switch name {
    case "state": self = .state(id: id, store: store, number: try number())
    case "show": self = .perform(id: id, .show(store: store, number: try number()))
    case "live": self = .perform(id: id, .goLive(store: store))
    case "resume": self = .perform(id: id, .resume(store: store, number: try number()))
    case "send":
      guard let action = line["a"] else { throw InspectionError("'send' needs an action ('a').") }
      self = .perform(id: id, .send(store: store, action: action))
    case "note":
      guard let text = line["note"]?.string else { throw InspectionError("'note' needs a text ('note').") }
      self = .perform(id: id, .note(store: store, number: try number(), text: text))
    default: throw InspectionError("The request '\(name)' is unknown.")
    }
  }

  /// The line with its end.
  package var bytes: [UInt8] {
    let members: [String: JSONValue] =
      switch self {
      case .hello(let versions, let token):
        ["hello": .object(["versions": .array(versions.map(JSONValue.init)), "token": .string(token)])]
      case .state(let id, let store, let number):
        ["id": JSONValue(id), "do": "state", "s": JSONValue(store), "n": JSONValue(number)]
      case .perform(let id, .show(let store, let number)):
        ["id": JSONValue(id), "do": "show", "s": JSONValue(store), "n": JSONValue(number)]
      case .perform(let id, .goLive(let store)):
        ["id": JSONValue(id), "do": "live", "s": JSONValue(store)]
      case .perform(let id, .resume(let store, let number)):
        ["id": JSONValue(id), "do": "resume", "s": JSONValue(store), "n": JSONValue(number)]
      case .perform(let id, .send(let store, let action)):
        ["id": JSONValue(id), "do": "send", "s": JSONValue(store), "a": action]
      case .perform(let id, .note(let store, let number, let text)):
        ["id": JSONValue(id), "do": "note", "s": JSONValue(store), "n": JSONValue(number), "note": .string(text)]
      }
    return JSONValue.object(members).json.bytes + [UInt8(ascii: "\n")]
  }
}

extension JSONValue {
  init(_ value: Int) { self = .integer(Int64(value)) }

  var string: String? { if case .string(let value) = self { value } else { nil } }

  var integer: Int? { if case .integer(let value) = self { Int(value) } else { nil } }
}
