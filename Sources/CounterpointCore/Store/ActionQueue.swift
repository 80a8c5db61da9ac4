import DequeModule

/// The actions that wait, in order.
///
/// One that waits alone, as in a chain of `.send`, has a place of its own: a deque of actions of a type that is not known here costs
/// about as much as ten small reductions, because of what it looks up about that type.
@safe final class ActionQueue<Action> {
  private let first = UnsafeMutablePointer<Action>.allocate(capacity: 1)
  @safe @exclusivity(unchecked) private var hasFirst = false
  private var rest = Deque<Action>()
  @safe @exclusivity(unchecked) private var restCount = 0

  deinit {
    if hasFirst { unsafe first.deinitialize(count: 1) }
    unsafe first.deallocate()
  }

  func append(_ action: Action) {
    guard hasFirst else {
      hasFirst = true
      return unsafe first.initialize(to: action)
    }
    rest.append(action)
    restCount += 1
  }

  /// Takes out the action that has waited longest; there has to be one.
  func removeFirst() -> Action {
    precondition(hasFirst, "An action was taken from an empty queue.")
    hasFirst = false
    let action = unsafe first.move()
    if restCount > 0 { moveUp() }
    return action
  }

  @inline(never)
  private func moveUp() {
    restCount -= 1
    hasFirst = true
    unsafe first.initialize(to: rest.removeFirst())
  }
}
