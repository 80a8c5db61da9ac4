import CounterpointSupport
import DequeModule

/// The waiting actions, in FIFO order.
///
/// A single waiting action, as in a chain of `.send`, has storage of its own. In unspecialized code, a deque of a
/// generic element type costs about as much as ten small reductions, because of its metadata lookups.
final class ActionQueue<Action> {
  private let first = OptionalCell<Action>()
  private var rest = Deque<Action>()
  @safe @exclusivity(unchecked) private var restCount = 0

  func append(_ action: Action) {
    guard first.isFilled else { return first.fill(action) }
    rest.append(action)
    restCount += 1
  }

  /// Removes and returns the first action. The queue must not be empty.
  func removeFirst() -> Action {
    let action = first.take()
    if restCount > 0 { moveUp() }
    return action
  }

  @inline(never)
  private func moveUp() {
    restCount -= 1
    first.fill(rest.removeFirst())
  }
}
