extension Model {
  /// All that a value holds, in the order of `FuzzState.snapshot`.
  func contents(_ node: Node) -> [Int] {
    switch node.kind {
    case .leaf, .equalLeaf: return [node.id, node.n, node.text]
    case .screen, .equalScreen:
      switch node.screenCase {
      case 0: return [1] + contents(node.payload)
      case 1: return [2] + contents(node.payload)
      case 2: return [3, node.n]
      default: return [4]
      }
    case .group:
      return [node.id, node.n, node.text, hits] + contents(node.slots[.opt]) + [-2]
        + (node.lists[.parts] ?? []).flatMap(contents) + [-3]
    case .tree:
      var all = [node.n, node.text, hits, pair, 0, node.object]
      for slot: Slot in [
        .child, .equalChild, .opt, .equalOpt, .sheet, .equalSheet, .screen, .equalScreen, .destination,
        .equalDestination,
      ] {
        all += contents(node.slots[slot])
      }
      for element in node.lists[.groups] ?? [] { all += contents(element) }
      all.append(-4)
      for element in node.lists[.equalRows] ?? [] { all += contents(element) }
      all.append(-5)
      for element in node.lists[.path] ?? [] { all += contents(element) }
      all.append(-6)
      for element in node.lists[.equalPath] ?? [] { all += contents(element) }
      return all
    }
  }

  private func contents(_ node: Node?) -> [Int] {
    if let node { contents(node) } else { [-1] }
  }

  /// Returns the numbers that a reading of a value shows.
  func read(_ reading: Reading, of node: Node) -> [Int] {
    switch reading {
    case .n: [node.shownN]
    case .text: [node.payload.text]
    case .sum: [node.shownN + node.payload.text]
    case .hits: [hits]
    case .pair: [pair, 0]
    case .object: [node.object]
    case .all: contents(node)
    case .whole: []
    case .slot(let slot): [node.slots[slot]?.shownID ?? -1]
    case .slotN(let slot): [node.slots[slot]?.shownN ?? -1]
    case .list(.path), .list(.equalPath): [list(reading, node).count]
    case .list: list(reading, node).map(\.id)
    case .elementN(let list, let id): [node.part(.element(list, id))?.n ?? -1]
    }
  }

  private func list(_ reading: Reading, _ node: Node) -> [Node] {
    if case .list(let list) = reading { node.lists[list] ?? [] } else { [] }
  }

  /// Returns the numbers that must differ when observers of a reading are notified: the identities of the values on
  /// the path, and the number of possible notifications of the fields' observers.
  func tracked(_ reading: Reading, of node: Node) -> [Int] {
    switch reading {
    case .n: return [stamps(node.payload, .n)]
    case .text: return [stamps(node.payload, .text)]
    case .sum: return [stamps(node.payload, .n), stamps(node.payload, .text)]
    case .hits: return [sharedStamps(.hits)]
    case .pair: return [sharedStamps(.pair)]
    case .object: return [stamps(node, .object)]
    case .whole: return []
    case .slot(let slot): return [stamps(node, .slot(slot))] + (node.slots[slot]?.identities ?? [])
    case .slotN(let slot):
      guard let child = node.slots[slot] else { return [stamps(node, .slot(slot))] }
      return [stamps(node, .slot(slot)), stamps(child.payload, .contents), stamps(child.payload, .n)] + child.identities
    case .list(let list):
      return [stamps(node, .list(list))] + (node.lists[list] ?? []).flatMap(\.identities)
    case .elementN(let list, let id):
      let element = node.part(.element(list, id))
      return tracked(.list(list), of: node)
        + (element.map { [stamps($0, .contents), stamps($0, .n)] } ?? [])
    case .all: return trackedAll(node)
    }
  }

  private func trackedAll(_ node: Node) -> [Int] {
    var all = node.identities
    all += [stamps(node, .contents), stamps(node, .n), stamps(node, .text), stamps(node, .object)]
    if node.kind == .tree || node.kind == .group { all += [sharedStamps(.hits), sharedStamps(.pair)] }
    for slot in Slot.allCases {
      all.append(stamps(node, .slot(slot)))
      if let child = node.slots[slot] { all += trackedAll(child) }
    }
    for list in List.allCases {
      all.append(stamps(node, .list(list)))
      for element in node.lists[list] ?? [] { all += trackedAll(element) }
    }
    return all
  }
}
