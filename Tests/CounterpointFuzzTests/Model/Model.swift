/// The tree as plain values, changed by a plain function.
struct Model {
  var root = Node(kind: .tree, identity: 0)
  var hits = 0
  var pair = 0

  /// The values that the last action removed, as they were then, and the number of removals there.
  var removed: [[Key]: (node: Node, times: Int)] = [:]

  /// The number of possible notifications of a field's observers.
  private var stamps: [Stamp: Int] = [:]
  private var serial = 0

  struct Stamp: Hashable {
    enum Field: Hashable {
      case n, text, object, hits, pair
      case slot(Slot)
      case list(List)
      /// All fields: a copy that was changed elsewhere has been assigned.
      case contents
    }

    /// 0 for what is shared.
    var identity: Int
    var field: Field
  }

  init(_ seed: Seed) {
    root = tree(seed)
  }

  // MARK: Making values

  mutating func fresh() -> Int {
    serial += 1
    return serial
  }

  mutating func tree(_ seed: Seed) -> Node {
    var tree = Node(kind: .tree, identity: fresh(), n: seed.n)
    tree.slots = [
      .child: node(.leaf, seed), .equalChild: node(.equalLeaf, seed), .screen: node(.screen, seed),
      .equalScreen: node(.equalScreen, seed),
    ]
    tree.lists = [.groups: [], .equalRows: [], .path: [], .equalPath: []]
    return tree
  }

  mutating func node(_ kind: Node.Kind, _ seed: Seed) -> Node {
    var node = Node(kind: kind, identity: fresh(), id: seed.id, n: seed.n)
    switch kind {
    case .tree: return tree(seed)
    case .leaf, .equalLeaf: break
    case .group:
      node.lists[.parts] = (0..<seed.kind).map { self.node(.leaf, Seed(id: $0, n: seed.n, kind: 0)) }
    case .screen, .equalScreen:
      node.screenCase = seed.kind % 4
      if node.screenCase == 3 { node.n = 0 }
      if let slot = node.payloadSlot {
        node.slots[slot] = self.node(slot == .group ? .group : kind == .screen ? .leaf : .equalLeaf, seed)
      }
    }
    return node
  }

  static func kind(of slot: Slot, in parent: Node.Kind) -> Node.Kind {
    switch slot {
    case .child, .opt, .sheet: .leaf
    case .equalChild, .equalOpt, .equalSheet, .other: .equalLeaf
    case .screen, .destination: .screen
    case .equalScreen, .equalDestination: .equalScreen
    case .leaf: parent == .screen ? .leaf : .equalLeaf
    case .group: .group
    }
  }

  static func kind(of list: List) -> Node.Kind {
    switch list {
    case .groups: .group
    case .equalRows: .equalLeaf
    case .path: .screen
    case .equalPath: .equalScreen
    case .parts: .leaf
    }
  }

  // MARK: Notifications

  mutating func stamp(_ node: Node, _ field: Stamp.Field) {
    stamps[Stamp(identity: node.identity, field: field), default: 0] += 1
  }

  mutating func stampShared(_ field: Stamp.Field) {
    stamps[Stamp(identity: 0, field: field), default: 0] += 1
  }

  func stamps(_ node: Node, _ field: Stamp.Field) -> Int {
    stamps[Stamp(identity: node.identity, field: field)] ?? 0
  }

  func sharedStamps(_ field: Stamp.Field) -> Int {
    stamps[Stamp(identity: 0, field: field)] ?? 0
  }
}
