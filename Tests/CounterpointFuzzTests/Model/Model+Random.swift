extension Model {
  /// The value at the end of a path.
  func node(_ path: [Step]) -> Node {
    path.reduce(root) { node, step in
      switch step {
      case .slot(let slot): node.slots[slot] ?? node
      case .element(let list, let position): (node.lists[list] ?? [])[position]
      }
    }
  }

  /// The way to a place from the root, `nil` if nothing is there.
  func path(_ keys: [Key]) -> [Step]? {
    var node = root
    var path: [Step] = []
    for key in keys {
      switch key {
      case .slot(let slot): path.append(.slot(slot))
      case .element(let list, let id):
        guard let position = node.lists[list]?.firstIndex(where: { $0.key(in: list) == id }) else { return nil }
        path.append(.element(list, position))
      }
      guard let part = node.part(key) else { return nil }
      node = part
    }
    return path
  }

  /// Returns the change by which a feature's parent removes it; `nil` if the parent does not.
  func removal(_ path: [Step]) -> (parent: [Step], change: Change)? {
    guard let last = path.last else { return nil }
    let parent = Array(path.dropLast())
    switch last {
    case .slot(.opt), .slot(.equalOpt), .slot(.sheet), .slot(.equalSheet):
      guard case .slot(let slot) = last else { return nil }
      return (parent, .replace(slot, .none))
    case .element(.path, let position): return (parent, .list(.path, .remove(position)))
    case .element(.equalPath, let position): return (parent, .list(.equalPath, .assignWithout(position)))
    case .element(let list, let position): return (parent, .list(list, .remove(position)))
    case .slot(.leaf):
      switch parent.last {
      case .slot(.destination), .slot(.equalDestination):
        guard case .slot(let slot)? = parent.last else { return nil }
        return (Array(parent.dropLast()), .replace(slot, .none))
      case .element: return removal(parent)
      default: return nil
      }
    default: return nil
    }
  }

  func randomEdit(_ dice: inout Dice) -> Edit {
    var path: [Step] = []
    var node = root
    while dice.roll(5) > 1 {
      let steps = node.presentSteps
      guard !steps.isEmpty else { break }
      path.append(dice.pick(steps))
      node = self.node(path)
    }
    return Edit(path: path, change: randomChange(of: node, &dice))
  }

  func randomChange(of node: Node, _ dice: inout Dice) -> Change {
    if node.kind == .tree || node.kind == .group, dice.roll(4) > 0 {
      return dice.roll(2) == 0 ? randomReplacement(node, &dice) : randomListChange(node, &dice)
    }
    switch dice.roll(node.kind == .tree ? 40 : 16) {
    case 0...4: return .setN(dice.roll(4))
    case 5...7: return .addN(dice.roll(3))
    case 8: return .wiggleN
    case 9...11: return .setText(dice.roll(3))
    case 12, 13: return .copyAndEdit(dice.roll(4))
    case 14, 15: return .reset(dice.roll(4))
    case 16...18: return .hitPair(dice.roll(2))
    case 19, 20: return .object(isOther: dice.roll(2) == 0)
    default: return .hit(dice.roll(2))
    }
  }

  private func randomReplacement(_ node: Node, _ dice: inout Dice) -> Change {
    let slots: [Slot] =
      if node.kind == .group { [.opt] } else { Array(Slot.allCases.prefix(10)) }
    let slot = dice.pick(slots)
    switch dice.roll(8) {
    case 0...2: return .replace(slot, .fresh(randomSeed(&dice)))
    case 3, 4: return .replace(slot, .none)
    case 5: return .replace(slot, .same)
    default: return .replace(slot, .edited(dice.roll(4)))
    }
  }

  private func randomSeed(_ dice: inout Dice) -> Seed {
    Seed(id: 1 + dice.roll(3), n: dice.roll(4), kind: dice.roll(4))
  }

  private func randomListChange(_ node: Node, _ dice: inout Dice) -> Change {
    let lists: [List] = node.kind == .group ? [.parts] : [.groups, .equalRows, .path, .equalPath]
    let list = dice.pick(lists)
    let elements = node.lists[list] ?? []
    let count = elements.count
    guard count > 0 else { return .list(list, .insert(randomSeed(&dice), at: 0)) }
    if count > 3 { return .list(list, .remove(dice.roll(count))) }
    switch dice.roll(16) {
    case 0...4: return .list(list, .insert(randomSeed(&dice), at: dice.roll(count + 1)))
    case 5: return .list(list, .remove(dice.roll(count)))
    case 6: return .list(list, .removeLast(1 + dice.roll(count)))
    case 7: return .list(list, .removeAll)
    case 8: return .list(list, .move(dice.roll(count), to: dice.roll(count)))
    case 9: return .list(list, .swap(dice.roll(count), dice.roll(count)))
    case 10: return .list(list, .reverse)
    case 11: return .list(list, .same)
    case 12: return .list(list, .assignWithout(dice.roll(count)))
    default:
      let position = dice.roll(count)
      let replacement: Replacement
      switch dice.roll(3) {
      case 0:
        var seed = randomSeed(&dice)
        seed.id = elements[position].id
        replacement = .fresh(seed)
      case 1: replacement = .same
      default: replacement = elements[position].isScreen ? .same : .edited(dice.roll(4))
      }
      return .list(list, .replace(position, replacement))
    }
  }
}

extension Node {
  /// The steps to fields, whether or not something is there, and to elements.
  var steps: [Step] {
    let slots: [Slot] =
      switch kind {
      case .tree: Array(Slot.allCases.prefix(10))
      case .group: [.opt]
      case .screen: [.leaf, .group]
      case .equalScreen: [.leaf, .other]
      case .leaf, .equalLeaf: []
      }
    return slots.map { .slot($0) } + elementSteps
  }

  var presentSteps: [Step] {
    Slot.allCases.filter { slots[$0] != nil }.map { .slot($0) } + elementSteps
  }

  private var elementSteps: [Step] {
    List.allCases.flatMap { list in (lists[list] ?? []).indices.map { .element(list, $0) } }
  }

  func key(of step: Step) -> Key? {
    switch step {
    case .slot(let slot): .slot(slot)
    case .element(let list, let position): lists[list].map { .element(list, $0[position].key(in: list)) }
    }
  }

  func randomReading(_ dice: inout Dice) -> Reading {
    let slots: [Slot] = kind == .tree ? Array(Slot.allCases.prefix(10)) : kind == .group ? [.opt] : []
    let lists: [List] = kind == .tree ? [.groups, .equalRows, .path, .equalPath] : kind == .group ? [.parts] : []
    switch dice.roll(12) {
    case 0: return .sum
    case 1: return .all
    case 2: return .whole
    case 3: return .text
    case 4, 5: if !slots.isEmpty { return .slot(dice.pick(slots)) }
    case 6: if !slots.isEmpty { return .slotN(dice.pick(slots)) }
    case 7: if !lists.isEmpty { return .list(dice.pick(lists)) }
    case 8:
      let lists = lists.filter { $0 != .path && $0 != .equalPath }
      if !lists.isEmpty { return .elementN(dice.pick(lists), dice.roll(4)) }
    case 9: if kind == .tree { return dice.roll(2) == 0 ? .pair : .object }
    case 10: if kind == .tree || kind == .group { return .hits }
    default: break
    }
    return .n
  }
}
