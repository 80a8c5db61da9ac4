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
      // As in markup, so that a page that is loaded again shows the same.
      case "\0": self += "\u{FFFD}"
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
    guard let page = applyingIfFitting(changes) else { preconditionFailure("A change does not fit the page.") }
    return page
  }

  /// Returns the page after changes; `nil` if one of them does not fit it. The script requests the whole page then.
  package func applyingIfFitting(_ changes: [HTMLChange]) -> [HTML]? {
    try? changes.reduce(normalized()) { try $0.applying($1) }
  }

  private func applying(_ change: HTMLChange) throws(UnfittingChange) -> [HTML] {
    switch change {
    case .text(let path, let text):
      try changing(path[...]) { nodes, index throws(UnfittingChange) in
        guard case .text = nodes[index] else { throw UnfittingChange() }
        nodes[index] = .text(text)
      }
    case .attribute(let path, let name, let value):
      try changingElement(path) { element in
        let attribute = Attribute(changed: name, to: value)
        let index = element.attributes.firstIndex { $0.name == name }
        var attributes = element.attributes
        if let index { attributes[index] = attribute } else { attributes.append(attribute) }
        return element.replacing(attributes: attributes)
      }
    case .noAttribute(let path, let name):
      try changingElement(path) { $0.replacing(attributes: $0.attributes.filter { $0.name != name }) }
    case .replace(let path, let html):
      try changing(path[...]) { $0[$1] = html }
    case .insert(let path, let html):
      try changing(path[...], isInsertion: true) { $0.insert(html, at: $1) }
    case .remove(let path):
      try changing(path[...]) { $0.remove(at: $1) }
    case .move(let path, let index):
      try changing(path[...]) { nodes, from throws(UnfittingChange) in
        guard nodes.indices.contains(index) else { throw UnfittingChange() }
        nodes.insert(nodes.remove(at: from), at: index)
      }
    }
  }

  /// - Parameter isInsertion: Whether the last step may be one behind the last node.
  private func changing(
    _ path: ArraySlice<Int>,
    isInsertion: Bool = false,
    _ change: (inout [HTML], Int) throws(UnfittingChange) -> Void
  ) throws(UnfittingChange) -> [HTML] {
    var nodes = self
    guard let step = path.first else { return self }
    let end = path.count == 1 && isInsertion ? count + 1 : count
    guard (0..<end).contains(step) else { throw UnfittingChange() }
    if path.count == 1 {
      try change(&nodes, step)
    } else {
      guard case .element(let element) = nodes[step] else { throw UnfittingChange() }
      let children = try element.children.changing(path.dropFirst(), isInsertion: isInsertion, change)
      nodes[step] = .element(element.replacing(children: children))
    }
    return nodes
  }

  private func changingElement(
    _ path: [Int],
    _ change: (PageElement) -> PageElement
  ) throws(UnfittingChange) -> [HTML] {
    try changing(path[...]) { nodes, index throws(UnfittingChange) in
      guard case .element(let element) = nodes[index] else { throw UnfittingChange() }
      nodes[index] = .element(change(element))
    }
  }
}

/// A change names a node that the page does not have.
private struct UnfittingChange: Error {}
