extension Model {
  /// Changes what is at the end of a path.
  mutating func edit(_ path: [Step], _ change: Change) {
    var root = root
    edit(&root, [], path[...], change)
    self.root = root
  }

  private mutating func edit(_ node: inout Node, _ place: [Key], _ path: ArraySlice<Step>, _ change: Change) {
    node.edit = fresh()
    switch path.first {
    case nil:
      self.change(&node, place, change)
    case .slot(let slot):
      guard var child = node.slots[slot] else { return }
      if child.hasNoIdentity { stamp(node, .slot(slot)) }
      edit(&child, place + [.slot(slot)], path.dropFirst(), change)
      node.slots[slot] = child
    case .element(let list, let position):
      guard var elements = node.lists[list] else { return }
      if elements[position].hasNoIdentity { stamp(node, .list(list)) }
      let identities = elements[position].identities
      edit(&elements[position], place + [.element(list, elements[position].key(in: list))], path.dropFirst(), change)
      // An element that has become another one is a change of the list.
      if elements[position].identities != identities { stamp(node, .list(list)) }
      node.lists[list] = elements
    }
  }

  private mutating func change(_ node: inout Node, _ place: [Key], _ change: Change) {
    if node.isScreen { return changeScreen(&node, place, change) }
    switch change {
    case .setN(let n), .copyAndEdit(let n):
      if node.n != n { stamp(node, .n) }
      node.n = n
    case .addN(let number):
      stamp(node, .n)
      node.n += number
    case .wiggleN:
      stamp(node, .n)
    case .setText(let text):
      if node.text != text { stamp(node, .text) }
      node.text = text
    case .reset(let n):
      let key = node.stackKey
      node = self.node(node.kind, Seed(id: node.id, n: n, kind: 0))
      node.stackKey = key
    case .replace(let slot, let replacement):
      guard node.kind == .tree || node.kind == .group && slot == .opt else { return }
      replace(slot, of: &node, place, replacement)
    case .list(let list, let listChange):
      guard node.lists[list] != nil else { return }
      self.change(list, of: &node, place, listChange)
    case .hit(let number):
      guard node.kind == .tree || node.kind == .group else { return }
      hit(number)
    case .hitPair(let number):
      guard node.kind == .tree else { return }
      pair += number
      stampShared(.pair)
    case .object(let isOther):
      guard node.kind == .tree, isOther else { return }
      node.object += 1
      stamp(node, .object)
    }
  }

  mutating func hit(_ number: Int) {
    hits += number
    if number != 0 { stampShared(.hits) }
  }

  private mutating func changeScreen(_ node: inout Node, _ place: [Key], _ change: Change) {
    if let slot = node.payloadSlot, var payload = node.slots[slot] {
      payload.edit = fresh()
      self.change(&payload, place + [.slot(slot)], change)
      node.slots[slot] = payload
    } else if node.screenCase == 2 {
      switch change {
      case .setN(let n), .reset(let n), .copyAndEdit(let n): node.n = n
      case .addN(let number): node.n += number
      default: break
      }
    }
  }

  // MARK: Fields that hold a child

  private mutating func replaced(_ old: Node?, _ kind: Node.Kind, _ replacement: Replacement) -> Node? {
    switch replacement {
    case .fresh(let seed): return node(kind, seed)
    case .none: return nil
    case .same: return old
    case .edited(let n):
      guard var copy = old else { return nil }
      guard copy.isScreen else {
        if copy.n != n { stamp(copy, .n) }
        copy.n = n
        return copy
      }
      if let slot = copy.payloadSlot, var payload = copy.slots[slot] {
        if payload.n != n { stamp(payload, .n) }
        payload.n = n
        copy.slots[slot] = payload
      } else if copy.screenCase == 2 {
        copy.n = n
      }
      return copy
    case .given(_, let node): return node.kind == kind ? node : old
    }
  }

  private mutating func replace(_ slot: Slot, of node: inout Node, _ place: [Key], _ replacement: Replacement) {
    let old = node.slots[slot]
    var new = replaced(old, Self.kind(of: slot, in: node.kind), replacement)
    if [.child, .equalChild, .screen, .equalScreen].contains(slot) { new = new ?? old }
    node.slots[slot] = new
    guard let old else { return stamp(node, .slot(slot)) }
    let key = place + [.slot(slot)]
    guard let new else {
      stamp(node, .slot(slot))
      return noteRemoval(old, at: key)
    }
    if isReplacement(old, new) { stamp(node, .slot(slot)) }
    // The changed fields of a copy notify their observers, which are also those of the value in other places.
    if old.identities == new.identities, contents(old) != contents(new) { stampContents(new) }
    if old.isScreen, old.screenCase != new.screenCase, let payload = old.payloadSlot {
      noteRemoval(old.payload, at: key + [.slot(payload)])
    }
  }

  private func isReplacement(_ old: Node, _ new: Node) -> Bool {
    old.hasNoIdentity || new.hasNoIdentity || old.identities != new.identities || old.payload.edit != new.payload.edit
  }

  private mutating func stampContents(_ node: Node) {
    stamp(node.payload, .contents)
    for child in node.payload.slots.values { stampContents(child) }
    for list in node.payload.lists.values { for element in list { stampContents(element) } }
  }

  /// Records that an action goes down a path, as far as the path exists: an enum without observable payload may then
  /// count as replaced, because it has no identity.
  mutating func visit(_ keys: [Key]) {
    var node = root
    for key in keys {
      guard let part = node.part(key) else { return }
      if part.hasNoIdentity {
        switch key {
        case .slot(let slot): stamp(node, .slot(slot))
        case .element(let list, _): stamp(node, .list(list))
        }
      }
      node = part
    }
  }

  private mutating func noteRemoval(_ node: Node, at place: [Key]) {
    removed[place] = (node, (removed[place]?.times ?? 0) + 1)
  }

  // MARK: Lists

  private mutating func change(_ list: List, of node: inout Node, _ place: [Key], _ change: ListChange) {
    let isStack = list == .path || list == .equalPath
    let old = node.lists[list] ?? []
    var new = old
    switch change {
    case .insert(let seed, let position):
      var element = self.node(Self.kind(of: list), seed)
      element.stackKey = fresh()
      if isStack {
        new.append(element)
      } else if !old.contains(where: { $0.id == seed.id }) {
        new.insert(element, at: position)
      }
    case .remove(let position):
      if isStack { new.removeSubrange(position...) } else { new.remove(at: position) }
    case .removeLast(let count): new.removeLast(count)
    case .removeAll: new = []
    case .move(let from, let to):
      guard !isStack else { return }
      let element = new.remove(at: from)
      new.insert(element, at: to)
      // It was gone in between.
      stampContents(element)
    case .swap(let first, let second):
      guard !isStack else { return }
      new.swapAt(first, second)
    case .reverse:
      guard !isStack else { return }
      new.reverse()
    case .replace(let position, let replacement):
      guard var element = replaced(old[position], old[position].kind, replacement),
        isStack || element.id == old[position].id
      else { return }
      element.stackKey = old[position].stackKey
      new[position] = element
      if contents(old[position]) != contents(element) { stampContents(element) }
      if element.isScreen, old[position].screenCase != element.screenCase, let payload = old[position].payloadSlot {
        noteRemoval(old[position].payload, at: place + [.element(list, element.stackKey), .slot(payload)])
      }
    case .same: return
    case .assignWithout(let position): new.remove(at: position)
    }
    node.lists[list] = new
    stamp(node, .list(list))
    for element in old where !new.contains(where: { $0.key(in: list) == element.key(in: list) }) {
      noteRemoval(element, at: place + [.element(list, element.key(in: list))])
    }
  }
}
