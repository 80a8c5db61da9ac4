import CounterpointRecording

/// The short form of a coded action: the names of its cases.
struct ActionName: Hashable, Sendable {
  /// The cases from the outermost one on, with ids, for example `path[0].basics.binding.set(draft.email)`.
  private(set) var text = ""
  /// The values of the innermost case; `nil` if it has none.
  private(set) var payload: JSONValue?

  /// ``text`` without ids. Actions with the same shape differ in their values only.
  var shape: String {
    var isInID = false
    return String(
      text.filter { character in
        if character == "]" { isInID = false }
        defer { if character == "[" { isInID = true } }
        return !isInID
      }
    )
  }

  init(_ action: JSONValue) { read(action) }

  private mutating func read(_ value: JSONValue) {
    guard case .object(let members) = value, members.count == 1 || members.count == 2 else {
      if case .object(let members) = value, members.isEmpty { return }
      payload = value
      return
    }
    if members.count == 2 { return readPair(members, of: value) }
    // `first` would be slower, and a history has many actions.
    for (key, content) in members {
      if key == "_0" { return read(content) }
      guard case .object = content else { return payload = value }
      append(key)
      read(content)
    }
  }

  /// Reads an element of a stack or a binding; other pairs are values of a case.
  private mutating func readPair(_ members: [String: JSONValue], of value: JSONValue) {
    if let id = members["id"], let action = members["action"] {
      text += "["
      text += id.compactText
      text += "]"
      return read(action)
    }
    payload = value
    guard case .string(let path)? = members["set"], let newValue = members["to"] else { return }
    append("set")
    text += "("
    text += path
    text += ")"
    payload = newValue
  }

  private mutating func append(_ name: String) {
    // The cases of presentations and stacks say nothing that the cases around them don't say.
    if name == "element" || name == "presented" { return }
    if !text.isEmpty { text += "." }
    text += name
  }
}
