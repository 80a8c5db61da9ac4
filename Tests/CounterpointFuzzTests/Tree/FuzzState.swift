import Counterpoint
import OrderedCollections

/// State of the tree, which does what a ``Change`` says, as the author of a feature would write it.
protocol FuzzState: ObservableState, Sendable {
  var id: Int { get }
  var n: Int { get set }
  var text: Int { get set }

  init(_ seed: Seed)

  /// Changes the value itself, or one of its fields.
  mutating func change(_ change: Change)

  /// Changes what is at the end of a path, in place.
  mutating func edit(_ path: ArraySlice<Step>, _ change: Change)

  /// Reads a part through the fields, which are tracked.
  func read(_ reading: Reading) -> [Int]

  /// A copy of a child.
  func copy(of slot: Slot) -> (any Sendable)?
}

extension FuzzState {
  subscript(reading reading: Reading) -> [Int] { read(reading) }

  /// All that the state holds.
  var snapshot: [Int] { read(.all) }

  /// Does what is done to values of all types.
  ///
  /// - Returns: Whether the change was one of those.
  mutating func changeFields(_ change: Change) -> Bool {
    switch change {
    case .setN(let n): self.n = n
    case .addN(let number): n += number
    case .wiggleN:
      let old = n
      n = old + 1
      n = old
    case .setText(let text): self.text = text
    case .reset(let n): self = Self(Seed(id: id, n: n, kind: 0))
    case .copyAndEdit(let n):
      var copy = self
      copy.n = n
      self = copy
    case .replace, .list, .hit, .hitPair, .object: return false
    }
    return true
  }

  func readFields(_ reading: Reading) -> [Int] {
    switch reading {
    case .n: [n]
    case .text: [text]
    case .sum: [n + text]
    default: []
    }
  }

  func copy(of slot: Slot) -> (any Sendable)? { nil }
}

/// A new value for a field that may be empty.
func replaced<State: FuzzState>(_ old: State?, by replacement: Replacement) -> State? {
  switch replacement {
  case .fresh(let seed): return State(seed)
  case .none: return nil
  case .same: return old
  case .edited(let n):
    var copy = old
    copy?.n = n
    return copy
  case .given(let value, _): return value as? State ?? old
  }
}

func change<State: FuzzState & Identifiable>(_ list: inout IdentifiedArray<Int, State>, _ change: ListChange)
where State.ID == Int {
  switch change {
  case .insert(let seed, let position): list.insert(State(seed), at: position)
  case .remove(let position): list.remove(id: list[position].id)
  case .removeLast(let count): list.removeLast(count)
  case .removeAll: list.removeAll()
  case .move(let from, let to):
    let element = list.remove(at: from)
    list.insert(element, at: to)
  case .swap(let first, let second): list.swapAt(first, second)
  case .reverse: list.reverse()
  case .replace(let position, let replacement):
    if let new = replaced(list[position], by: replacement), new.id == list[position].id { list[position] = new }
  case .same:
    let same = list
    list = same
  case .assignWithout: preconditionFailure("The field is assigned.")
  }
}

func change<State: FuzzState>(_ stack: inout StackState<State>, _ change: ListChange) {
  switch change {
  case .insert(let seed, _): stack.append(State(seed))
  case .remove(let position): stack.pop(from: stack.ids[position])
  case .removeLast(let count): stack.removeLast(count)
  case .removeAll: stack.removeAll()
  case .move, .swap, .reverse: break
  case .replace(let position, let replacement):
    let id = stack.ids[position]
    if let new = replaced(stack[id: id], by: replacement) { stack[id: id] = new }
  case .same:
    let same = stack
    stack = same
  case .assignWithout: preconditionFailure("The field is assigned.")
  }
}

/// Returns a copy without one of the elements.
///
/// The field of the list is assigned, and not an `inout` argument as a whole. The store of an element that is removed
/// in that way shows the state from the creation of the store, as Evolution/0021 says.
func without<State: FuzzState & Identifiable>(
  _ list: IdentifiedArray<Int, State>,
  _ position: Int
) -> IdentifiedArray<Int, State> where State.ID == Int {
  let id = list[position].id
  return list.filter { $0.id != id }
}

/// Returns a copy without one of the elements, which is assigned to the field of the stack.
func without<State: FuzzState>(_ stack: StackState<State>, _ position: Int) -> StackState<State> {
  var copy = stack
  copy[id: stack.ids[position]] = nil
  return copy
}
