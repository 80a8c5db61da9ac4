/// A single change of a page, as the script in the browser applies it.
///
/// A path leads from the top of the page to a node. Each step is the index of a node among its siblings at the time
/// of the change, so changes must be applied in their order.
public enum HTMLChange: Hashable, Sendable {
  /// Replaces a text.
  case text(at: [Int], String)
  /// Adds an attribute, or replaces its value.
  case attribute(at: [Int], name: String, value: String)
  /// Removes an attribute.
  case noAttribute(at: [Int], name: String)
  /// Replaces a node.
  case replace(at: [Int], HTML)
  /// Inserts a node. The path is the node's position after the insertion.
  case insert(at: [Int], HTML)
  /// Removes a node.
  case remove(at: [Int])
  /// Moves a node among its siblings. The index is the node's position after the move.
  case move(at: [Int], to: Int)
}

extension HTMLChange {
  /// Appends the change in the format of the script: a JSON array that begins with a letter for the kind.
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
  /// The changes in the format of the script: one line of JSON.
  public var json: String { json(followedBy: nil) }

  /// The changes in the format of the script, with one more at the end.
  package func json(followedBy last: String?) -> String {
    var json = "["
    for (index, change) in enumerated() {
      if index > 0 { json += "," }
      change.encode(into: &json)
    }
    if let last { json += isEmpty ? last : "," + last }
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

  /// Appends a JSON string without line breaks, because a line break would end the event.
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

/// In extensions of `Array`, `Element` is the array's own type parameter.
private typealias PageElement = Element

extension [HTML] {
  /// Returns the page after changes. The script in the browser does the same.
  ///
  /// - Parameter changes: The result of ``changes(to:)`` for this page. An invalid path stops the program.
  public func applying(_ changes: [HTMLChange]) -> [HTML] {
    changes.reduce(normalized()) { $0.applying($1) }
  }

  private func applying(_ change: HTMLChange) -> [HTML] {
    switch change {
    case .text(let path, let text):
      changing(path[...]) { $0[$1] = .text(text) }
    case .attribute(let path, let name, let value):
      changingElement(path) { element in
        let attribute = Attribute(changed: name, to: value)
        let index = element.attributes.firstIndex { $0.name == name }
        var attributes = element.attributes
        if let index { attributes[index] = attribute } else { attributes.append(attribute) }
        return element.replacing(attributes: attributes)
      }
    case .noAttribute(let path, let name):
      changingElement(path) { $0.replacing(attributes: $0.attributes.filter { $0.name != name }) }
    case .replace(let path, let html):
      changing(path[...]) { $0[$1] = html }
    case .insert(let path, let html):
      changing(path[...]) { $0.insert(html, at: $1) }
    case .remove(let path):
      changing(path[...]) { $0.remove(at: $1) }
    case .move(let path, let index):
      changing(path[...]) { $0.insert($0.remove(at: $1), at: index) }
    }
  }

  private func changing(_ path: ArraySlice<Int>, _ change: (inout [HTML], Int) -> Void) -> [HTML] {
    var nodes = self
    guard let step = path.first else { return self }
    if path.count == 1 {
      change(&nodes, step)
    } else {
      guard case .element(let element) = nodes[step] else { preconditionFailure("A text has no children.") }
      nodes[step] = .element(element.replacing(children: element.children.changing(path.dropFirst(), change)))
    }
    return nodes
  }

  private func changingElement(_ path: [Int], _ change: (PageElement) -> PageElement) -> [HTML] {
    changing(path[...]) { nodes, index in
      guard case .element(let element) = nodes[index] else { preconditionFailure("A text has no attributes.") }
      nodes[index] = .element(change(element))
    }
  }
}
