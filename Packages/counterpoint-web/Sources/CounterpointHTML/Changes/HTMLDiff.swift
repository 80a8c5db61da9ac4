extension [HTML] {
  /// Returns the changes that turn this page into another one.
  ///
  /// Elements with keys are matched by key among their siblings, and other nodes by position. O(size of the pages),
  /// plus the number of siblings times the number of moves for siblings with keys.
  ///
  /// - Parameter next: The other page.
  /// - Returns: The changes in the order in which they must be applied; empty if the pages are equal.
  public func changes(to next: [HTML]) -> [HTMLChange] {
    var changes: [HTMLChange] = []
    var path: [Int] = []
    appendChanges(from: normalized(), to: next.normalized(), at: &path, &changes)
    return changes
  }
}

/// Returns whether a node can be updated in place to become the other one.
private func isSame(_ old: HTML, _ new: HTML) -> Bool {
  switch (old, new) {
  case (.text, .text): true
  case (.element(let old), .element(let new)): old.name == new.name && old.key == new.key
  default: false
  }
}

/// Returns whether two attributes are the same bytes. Two forms of one accent are equal strings, but other texts.
private func isSame(_ old: Attribute, _ new: Attribute) -> Bool {
  old.name == new.name && isSame(old.value, new.value)
}

/// Returns whether two texts are the same bytes.
///
/// Most texts are equal and ASCII, for which the comparison of strings and the counts are fast.
private func isSame(_ old: String, _ new: String) -> Bool {
  guard old == new, old.utf8.count == new.utf8.count else { return false }
  return old.utf16.count == old.utf8.count || old.hasBytes(of: new)
}

private func isSame(_ old: Element.Content, _ new: Element.Content) -> Bool {
  switch (old, new) {
  case (.unescaped(let old), .unescaped(let new)): isSame(old, new)
  default: old == new
  }
}

private func appendChanges(from old: HTML, to new: HTML, at path: inout [Int], _ changes: inout [HTMLChange]) {
  switch (old, new) {
  case (.text(let old), .text(let new)):
    if !isSame(old, new) { changes.append(.text(at: path, new)) }
  case (.element(let old), .element(let new)) where isSame(.element(old), .element(new)):
    if case (.children, .children) = (old.content, new.content) {
      appendAttributeChanges(from: old.attributes, to: new.attributes, at: path, &changes)
      appendChanges(from: old.children, to: new.children, at: &path, &changes)
    } else if isSame(old.content, new.content) {
      appendAttributeChanges(from: old.attributes, to: new.attributes, at: path, &changes)
    } else {
      changes.append(.replace(at: path, .element(new)))
    }
  default:
    changes.append(.replace(at: path, new))
  }
}

private func appendAttributeChanges(
  from old: [Attribute],
  to new: [Attribute],
  at path: [Int],
  _ changes: inout [HTMLChange]
) {
  for attribute in new where !old.contains(where: { isSame($0, attribute) }) {
    changes.append(.attribute(at: path, name: attribute.name, value: attribute.value))
  }
  for attribute in old where !new.contains(where: { $0.name == attribute.name }) {
    changes.append(.noAttribute(at: path, name: attribute.name))
  }
}

private func appendChanges(from old: [HTML], to new: [HTML], at path: inout [Int], _ changes: inout [HTMLChange]) {
  var start = 0
  while start < old.count, start < new.count, isSame(old[start], new[start]) { start += 1 }
  var (oldEnd, newEnd) = (old.count, new.count)
  while oldEnd > start, newEnd > start, isSame(old[oldEnd - 1], new[newEnd - 1]) {
    oldEnd -= 1
    newEnd -= 1
  }
  // Removals come first, from the last one to the first, so that the other positions stay valid. Insertions and moves
  // follow in the order of the new page.
  var rest = Array(old[start..<oldEnd])
  let wanted = new[start..<newEnd]
  if wanted.isEmpty || rest.isEmpty || rest.contains(where: \.isKeyed) || wanted.contains(where: \.isKeyed) {
    let isReused = reusableNodes(of: rest, in: wanted)
    for index in rest.indices.reversed() where !isReused[index] {
      changes.append(.remove(at: path + [start + index]))
      rest.remove(at: index)
    }
    for (index, node) in wanted.enumerated() {
      if index < rest.count, isSame(rest[index], node) { continue }
      if let from = rest[min(index, rest.count)...].firstIndex(where: { isSame($0, node) }) {
        changes.append(.move(at: path + [start + from], to: start + index))
        rest.insert(rest.remove(at: from), at: index)
      } else {
        changes.append(.insert(at: path + [start + index], node))
        rest.insert(node, at: index)
      }
    }
  } else {
    // Nodes without keys have no identity, so each node is updated to the one at its position.
    for index in rest.indices.reversed() where index >= wanted.count {
      changes.append(.remove(at: path + [start + index]))
    }
    for (index, node) in wanted.enumerated() where index >= rest.count {
      changes.append(.insert(at: path + [start + index], node))
    }
    rest = wanted.enumerated().map { index, node in index < rest.count ? rest[index] : node }
  }

  path.append(0)
  for (index, node) in new.enumerated() {
    path[path.count - 1] = index
    let before = index < start ? old[index] : index < newEnd ? rest[index - start] : old[index - newEnd + oldEnd]
    appendChanges(from: before, to: node, at: &path, &changes)
  }
  path.removeLast()
}

/// Returns which of the nodes the new page can reuse: for each kind, as many as the new page has.
private func reusableNodes(of old: [HTML], in new: ArraySlice<HTML>) -> [Bool] {
  var wanted: [NodeKind: Int] = [:]
  for node in new { wanted[NodeKind(node), default: 0] += 1 }
  return old.map { node in
    let kind = NodeKind(node)
    guard let count = wanted[kind], count > 0 else { return false }
    wanted[kind] = count - 1
    return true
  }
}

private struct NodeKind: Hashable {
  /// Empty for a text.
  let name: String
  let key: String?

  init(_ node: HTML) {
    switch node {
    case .text: (name, key) = ("", nil)
    case .element(let element): (name, key) = (element.name, element.key)
    }
  }
}

extension HTML {
  fileprivate var isKeyed: Bool {
    guard case .element(let element) = self else { return false }
    return element.key != nil
  }
}
