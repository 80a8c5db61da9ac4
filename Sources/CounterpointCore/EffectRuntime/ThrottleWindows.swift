/// The time windows of a store's throttled effects, and the actions that are held back in them.
///
/// A value, used on the store's actor. It starts nothing: each function returns what its caller has to do.
struct ThrottleWindows<Action> {
  /// An action that waits for the end of a window.
  struct HeldAction {
    /// Distinguishes the action from those that were held back before in the same window.
    let number: Int
    let action: ThrottledAction<Action>
    /// The task that waits for the end of the window. The action is dropped if the task is canceled.
    let task: EffectTask
  }

  /// The decision about an action.
  enum Decision {
    /// The action is sent immediately.
    case passes
    /// The action is held back until the end of this window, under this number.
    case isHeld(ThrottleWindow, Int)
    /// The action is dropped, because another one is held back and is kept.
    case isDropped
  }

  private struct Entry {
    let window: ThrottleWindow
    var held: HeldAction?

    var isWaiting: Bool { held?.task.isInFlight ?? false }
  }

  private var entries: [Throttle.Key: Entry] = [:]
  private var lastNumber = 0
  /// The number of windows after the last removal of ended ones.
  private var remaining = 0

  /// The number of windows, including ended ones that have not been removed.
  var count: Int { entries.count }
}

extension ThrottleWindows {
  /// Decides about an action. An action that passes opens a window.
  mutating func admit(_ throttle: Throttle) -> Decision {
    if let entry = entries[throttle.key] {
      if entry.isWaiting, !throttle.latest { return .isDropped }
      if entry.isWaiting || !entry.window.hasEnded() {
        lastNumber += 1
        return .isHeld(entry.window, lastNumber)
      }
    }
    open(throttle)
    return .passes
  }

  /// Holds an action back.
  ///
  /// - Returns: The task of the action that this one replaces, for the caller to cancel.
  mutating func hold(_ held: HeldAction, _ throttle: Throttle) -> EffectTask? {
    defer { entries[throttle.key]?.held = held }
    return entries[throttle.key]?.held?.task
  }

  /// Removes the action that is held back under a number, and opens the next window.
  ///
  /// - Returns: The action; `nil` if it is not held back any more.
  mutating func release(_ number: Int, _ throttle: Throttle) -> ThrottledAction<Action>? {
    guard let held = entries[throttle.key]?.held, held.number == number else { return nil }
    open(throttle)
    return held.action
  }

  private mutating func open(_ throttle: Throttle) {
    // There may be many ids. Ended windows are removed rarely enough that it costs amortized O(1).
    if entries.count >= 2 * remaining + 16 {
      entries = entries.filter { $1.isWaiting || !$1.window.hasEnded() }
      remaining = entries.count
    }
    entries[throttle.key] = Entry(window: throttle.openWindow(), held: nil)
  }
}

/// An action of a throttled effect that has not reached the reducer.
struct ThrottledAction<Action> {
  let action: Action
  /// The remaining throttles, the innermost last.
  let throttles: [Throttle]
  /// The scope of the effect that sent the action.
  let scope: EffectScope
  /// The scope of the action's effects.
  let sendScope: EffectScope
  /// The group of the effect that sent the action, in an instrumented store.
  let effectGroup: EffectGroup?
  let cause: ActionCause

  /// The action without the innermost of its throttles, which it has passed.
  var next: Self {
    Self(
      action: action,
      throttles: Array(throttles.dropLast()),
      scope: scope,
      sendScope: sendScope,
      effectGroup: effectGroup,
      cause: cause
    )
  }
}
