/// Inside an array `Element` is what it has.
private typealias PageElement = Element

extension [HTML] {
  /// The page after changes: what the script in the browser does, as a function.
  ///
  /// - Parameter changes: What ``changes(to:)`` has found for this page. A path that leads nowhere stops the program.
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
    var pieces = self
    guard let step = path.first else { return self }
    if path.count == 1 {
      change(&pieces, step)
    } else {
      guard case .element(let element) = pieces[step] else { preconditionFailure("There is nothing in a text.") }
      pieces[step] = .element(element.replacing(children: element.children.changing(path.dropFirst(), change)))
    }
    return pieces
  }

  private func changingElement(_ path: [Int], _ change: (PageElement) -> PageElement) -> [HTML] {
    changing(path[...]) { pieces, index in
      guard case .element(let element) = pieces[index] else { preconditionFailure("A text has no attributes.") }
      pieces[index] = .element(change(element))
    }
  }
}
