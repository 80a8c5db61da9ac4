import DequeModule

/// The actions that wait, in order.
///
/// One that waits alone, as in a chain of `.send`, has a place of its own: a deque of actions of a type that is not known here costs
/// about as much as ten small reductions, because of what it looks up about that type.
final class ActionQueue<Action> {
  private let first = OptionalCell<Action>()
  private var rest = Deque<Action>()
  @safe @exclusivity(unchecked) private var restCount = 0

  func append(_ action: Action) {
    guard first.isFull else { return first.put(action) }
    rest.append(action)
    restCount += 1
  }

  /// Takes out the action that has waited longest; there has to be one.
  func removeFirst() -> Action {
    let action = first.take()
    if restCount > 0 { moveUp() }
    return action
  }

  @inline(never)
  private func moveUp() {
    restCount -= 1
    first.put(rest.removeFirst())
  }
}
