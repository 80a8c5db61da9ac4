/// A field that holds a child.
enum Slot: Int, CaseIterable, Hashable, Sendable {
  // Of the root. A group has `opt` too.
  case child, equalChild, opt, equalOpt, sheet, equalSheet
  case screen, equalScreen, destination, equalDestination
  // Cases of the screens.
  case leaf, other, group
}

/// A field that holds a list or a stack of children.
enum List: Int, CaseIterable, Hashable, Sendable {
  case groups, equalRows, path, equalPath
  // Of a group.
  case parts
}

/// A step from a feature to one of its children.
enum Step: Hashable, Sendable {
  case slot(Slot)
  /// An element by its position, which is less than the number of elements.
  case element(List, Int)
}

/// A value to make a child from.
struct Seed: Hashable, Sendable {
  var id: Int
  var n: Int
  /// The case of a screen, the number of parts of a group.
  var kind: Int
}

/// A new value of a child's field.
enum Replacement: Sendable {
  /// A value of its own.
  case fresh(Seed)
  /// `nil`, where the child is optional.
  case none
  /// The value that is there already.
  case same
  /// A copy of the value that is there, with another `n`.
  case edited(Int)
  /// A copy that was made elsewhere, if it is of the child's type.
  case given(any Sendable, Node)
}

/// A change of a list or a stack of children. Positions are valid unless a stack has no such operation.
enum ListChange: Sendable {
  case insert(Seed, at: Int)
  case remove(Int)
  case removeLast(Int)
  case removeAll
  case move(Int, to: Int)
  case swap(Int, Int)
  case reverse
  /// Assigns by the position, or by the id in a stack.
  case replace(Int, Replacement)
  /// Assigns the list that is there already.
  case same
  /// Assigns a copy without one of the elements.
  case assignWithout(Int)
}

/// A reducer's change of a value of state.
enum Change: Sendable {
  /// Assigns `n`.
  case setN(Int)
  /// Adds to `n` in place.
  case addN(Int)
  /// Assigns `n` twice, the second time what it was before.
  case wiggleN
  /// Assigns `text`.
  case setText(Int)
  /// Assigns a new value with the same id to the whole state.
  case reset(Int)
  /// Copies the whole state, edits the copy and assigns it.
  case copyAndEdit(Int)
  case replace(Slot, Replacement)
  case list(List, ListChange)
  /// Adds to the shared number.
  case hit(Int)
  /// Adds to the shared pair, which is not `Equatable`.
  case hitPair(Int)
  /// Assigns another object, or the same one.
  case object(isOther: Bool)
}

/// The part of the state that an observer reads.
enum Reading: Hashable, Sendable {
  case n, text, sum, hits, pair, object
  /// All of the state.
  case all
  /// The value as a whole, and nothing inside it.
  case whole
  /// A child's field, and nothing inside it but the id.
  case slot(Slot)
  case slotN(Slot)
  /// The ids of a list, or the number of elements of a stack.
  case list(List)
  case elementN(List, Int)
}
