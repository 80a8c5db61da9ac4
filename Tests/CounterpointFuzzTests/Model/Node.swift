/// A value of state in the model: plain, with what tells it from other values.
///
/// The model uses no type of the library.
struct Node: Sendable {
  enum Kind: Sendable {
    case tree, group, leaf, equalLeaf, screen, equalScreen
  }

  var kind: Kind
  /// Tells a value from all others that were made; its copies have the same.
  var identity: Int
  /// Tells a value before an edit in place from the one after it.
  var edit = 0
  var id = 0
  var n = 0
  var text = 0
  var object = 0
  /// The case of a screen: 0 and 1 hold a child, 2 a number, 3 nothing.
  var screenCase = 0
  /// The identity of an element of a stack.
  var stackKey = 0
  var slots: [Slot: Node] = [:]
  var lists: [List: [Node]] = [:]

  var isScreen: Bool { kind == .screen || kind == .equalScreen }

  /// Whether an enum is in a case without observable payload.
  var hasNoIdentity: Bool { isScreen && screenCase >= 2 }

  /// The field that holds the payload of a screen.
  var payloadSlot: Slot? {
    guard isScreen, screenCase < 2 else { return nil }
    if screenCase == 0 { return .leaf }
    return kind == .screen ? .group : .other
  }

  /// The value whose fields are read: the payload of a screen.
  var payload: Node {
    payloadSlot.flatMap { slots[$0] } ?? self
  }

  /// The identity of the value, which edits inside don't change.
  var identities: [Int] { isScreen ? [screenCase, payload.identity] : [identity] }

  /// The number that identifies the value in readings.
  var shownID: Int {
    guard isScreen else { return id }
    switch screenCase {
    case 0: return payload.id
    case 1: return 100 + payload.id
    case 2: return 200
    default: return 300
    }
  }

  var shownN: Int { screenCase == 3 ? 0 : payload.n }

  func key(in list: List) -> Int { list == .path || list == .equalPath ? stackKey : id }
}

/// A step from a value of the model to one of its parts, which stays the same when elements move.
enum Key: Hashable, Sendable {
  case slot(Slot)
  case element(List, Int)
}

extension Node {
  func part(_ key: Key) -> Node? {
    switch key {
    case .slot(let slot): slots[slot]
    case .element(let list, let key): lists[list]?.first { $0.key(in: list) == key }
    }
  }

  /// The parts that there are.
  var parts: [Key] {
    Slot.allCases.filter { slots[$0] != nil }.map { .slot($0) }
      + List.allCases.flatMap { list in (lists[list] ?? []).map { .element(list, $0.key(in: list)) } }
  }
}
