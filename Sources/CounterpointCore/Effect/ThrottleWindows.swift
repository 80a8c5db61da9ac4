/// The windows of a store's throttled effects, and what is held back in them.
///
/// A value, used on the store's actor. It starts nothing: it says what there is to do.
struct ThrottleWindows<Action> {
  /// An action that waits for the end of a window.
  struct Held {
    /// Tells it from what was held back in the same window before.
    let number: Int
    let passage: ThrottledAction<Action>
    /// The work that waits. The action is dropped if that is canceled.
    let waiter: RunningEffect
  }

  /// The decision about an action.
  enum Verdict {
    case passes
    /// It is to be held back until the end of this window, with this number.
    case waits(ThrottleWindow, Int)
    /// Another one is held back, and stays.
    case isDropped
  }

  private struct Entry {
    let window: ThrottleWindow
    var held: Held?

    var isWaiting: Bool { held?.waiter.isAlive ?? false }
  }

  private var entries: [Throttle.Key: Entry] = [:]
  private var lastNumber = 0
  /// The number of windows after the last removal of ended ones.
  private var remaining = 0

  /// The number of windows, including ended ones that have not been removed.
  var count: Int { entries.count }
}

extension ThrottleWindows {
  /// Decides about an action. If it passes, that opens a window.
  mutating func admit(_ throttle: Throttle) -> Verdict {
    if let entry = entries[throttle.key] {
      if entry.isWaiting, !throttle.latest { return .isDropped }
      if entry.isWaiting || !entry.window.hasEnded() {
        lastNumber += 1
        return .waits(entry.window, lastNumber)
      }
    }
    open(throttle)
    return .passes
  }

  /// Holds an action back.
  ///
  /// - Returns: What waited for the action that this one takes the place of, for the caller to cancel.
  mutating func hold(_ held: Held, _ throttle: Throttle) -> RunningEffect? {
    defer { entries[throttle.key]?.held = held }
    return entries[throttle.key]?.held?.waiter
  }

  /// Takes out what was held back under a number, if it still is, and opens the next window.
  mutating func release(_ number: Int, _ throttle: Throttle) -> ThrottledAction<Action>? {
    guard let held = entries[throttle.key]?.held, held.number == number else { return nil }
    open(throttle)
    return held.passage
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
