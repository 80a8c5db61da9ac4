/// One step from a page to the next, as the script in the browser does it.
///
/// A path leads from the pieces of the page down: at each step the index of a piece among its siblings, as they are
/// when the change is made. So changes are made one after the other, in their order.
public enum HTMLChange: Hashable, Sendable {
  /// A text becomes another.
  case text(at: [Int], String)
  /// An attribute is added, or gets another value.
  case attribute(at: [Int], name: String, value: String)
  /// An attribute is taken away.
  case noAttribute(at: [Int], name: String)
  /// A piece becomes another.
  case replace(at: [Int], HTML)
  /// A piece is added; the path says where it is afterwards.
  case insert(at: [Int], HTML)
  /// A piece is taken away.
  case remove(at: [Int])
  /// A piece is taken out and put in among its siblings; the index says where it is afterwards.
  case move(at: [Int], to: Int)
}

extension HTMLChange {
  /// Appends the change as the script reads it: a list in JSON, with a letter for the kind first.
  func encode(into json: inout String) {
    switch self {
    case .text(let path, let text): json.appendList("t", path, text)
    case .attribute(let path, let name, let value): json.appendList("a", path, name, value)
    case .noAttribute(let path, let name): json.appendList("d", path, name)
    case .replace(let path, let html): json.appendList("r", path, html.markup)
    case .insert(let path, let html): json.appendList("i", path, html.markup)
    case .remove(let path): json.appendList("x", path)
    case .move(let path, let index): json.appendList("m", path + [index])
    }
  }
}

extension [HTMLChange] {
  /// The changes as the script reads them: one line of JSON.
  public var json: String {
    var json = "["
    for (index, change) in enumerated() {
      if index > 0 { json += "," }
      change.encode(into: &json)
    }
    return json + "]"
  }
}

extension String {
  fileprivate mutating func appendList(_ kind: String, _ path: [Int], _ texts: String...) {
    self += "[\"\(kind)\",["
    for (index, step) in path.enumerated() {
      if index > 0 { self += "," }
      self += String(step)
    }
    self += "]"
    for text in texts {
      self += ","
      appendJSON(text)
    }
    self += "]"
  }

  /// Appends a string in JSON, on one line: events are lines.
  package mutating func appendJSON(_ text: String) {
    self += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": self += "\\\""
      case "\\": self += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        self += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: unicodeScalars.append(scalar)
      }
    }
    self += "\""
  }
}
