import StateSharing

/// The messages of the failures of a test store: the facts, and advice.
enum FailureText {
  static func sendAfterDismissal(_ action: some Any) -> String {
    """
    This action was not sent, because the feature has been dismissed:

    \(indentedDump(of: action))

    A feature receives no actions after it has asked its parent to dismiss it. End the test here, or use \
    'store.isDismissed' to find out when it was dismissed.
    """
  }

  static func consequence(_ message: String, of dependency: String) -> String {
    """
    This may follow from '\(dependency)', which the test does not override:

    \(message)

    Override the dependency first, because its values can differ in the next run.
    """
  }

  static func sendBeforeReceiving(_ pending: [some Any], lines: String) -> String {
    """
    \(count(pending, "action")) must be received before sending another one:

    \(indentedDump(of: pending))

    Receive \(pending.count == 1 ? "it" : "them") before this 'send'\(lines)

    Or skip \(pending.count == 1 ? "it" : "them") with 'await store.skipReceivedActions()'. The rest of the test is compared \
    as if it did.
    """
  }

  static func closureThrew(_ error: any Error) -> String {
    """
    The closure of the assertion threw an error, so the state was not compared:

    \(indentedDump(of: error))

    The test continues with the actual state of the feature.
    """
  }

  static func skipped(_ actions: [some Any], before isBefore: Bool) -> String {
    """
    \(count(actions, "received action")) \(actions.count == 1 ? "was" : "were") skipped\
    \(isBefore ? " before the expected one" : ""):

    \(actions.count == 1 ? indentedDump(of: actions[0]) : indentedDump(of: actions))
    """
  }

  static func skippedEffects(of actions: [some Any]) -> String {
    """
    \(count(actions, "effect")) in flight \(actions.count == 1 ? "was" : "were") skipped, of:

    \(actions.count == 1 ? indentedDump(of: actions[0]) : indentedDump(of: actions))
    """
  }

  static func unassertedSharedChange(_ difference: String, suggestion: String?) -> String {
    """
    Effects have changed shared state since the last action, but the test doesn't assert it:

    \(difference)

    If the feature is right, assert it at the end, with 'store.assert { … }'.\(suggestion.map { " \($0)" } ?? "")
    """
  }

  static func untrackedChange(_ change: UntrackedChanges.Change) -> String {
    """
    A shared value was changed while an effect was in flight, by code that the test store can't track, so that the test can't \
    assert it: \(change.name), at \(change.fileID):\(change.line)

    The code runs on a thread or in a detached task, which doesn't inherit the feature's dependencies. Pass them with \
    'withEscapedDependencies', or use 'Task { }', which inherits them.
    """
  }

  static func unreachableChange(of name: String, difference: String) -> String {
    """
    A shared value was changed that is not in the feature's state, so that the test can't assert it: \(name)

    \(difference)

    Add it to the state, or leave 'store.unreachableSharedChanges' at '.ignore'.
    """
  }

  static let noActionToSkip = """
    There were no received actions to skip.

    Remove 'skipReceivedActions', or pass 'strict: false' where there may be none.
    """

  static let noEffectToSkip = """
    There were no effects in flight to skip.

    Remove 'skipInFlightEffects', or pass 'strict: false' where there may be none.
    """

  static func unreceived(_ actions: [some Any], lines: String) -> String {
    """
    The store received \(count(actions, "action")) that the test has not asserted:

    \(actions.prefix(50).map { "  • \(abbreviated($0))" }.joined(separator: "\n"))\
    \(actions.count > 50 ? "\n  … and \(actions.count - 50) more" : "")

    Receive \(actions.count == 1 ? "it" : "them")\(lines)

    Or skip \(actions.count == 1 ? "it" : "them") with 'await store.skipReceivedActions()', or, if the test is not about \
    what effects send, set 'store.exhaustivity = .off'.
    """
  }

  static func effectInFlight(of action: String, at locations: [String]) -> String {
    """
    An effect of '\(action)', which this 'send' has led to, is still in flight at the end of the test\
    \(locations.isEmpty ? "" : ": '.run' at \(locations.joined(separator: ", "))").

    It must end before the test does, because the test would miss its remaining actions:

      • If it needs time, wait for it: 'await store.finish()', or 'finish()' on what 'send' returns.
      • If it sleeps, advance the test clock, or give the feature an 'ImmediateClock'.
      • If it lives as long as its screen, cancel it as the screen does: 'let task = await store.send(…)', and at the \
    end 'await task.cancel()'.
      • If the test is not about it, 'await store.skipInFlightEffects()', or set 'store.exhaustivity = .off'.
    """
  }

  static func mountInFlight(at locations: [String]) -> String {
    """
    An effect that began when a feature was mounted with the store is still in flight at the end of the test\
    \(locations.isEmpty ? "" : ": '.run' at \(locations.joined(separator: ", "))").

    It must end before the test does, because the test would miss its remaining actions:

      • If it needs time, wait for it: 'await store.finish()'.
      • If it sleeps, advance the test clock, or give the feature an 'ImmediateClock'.
      • If it listens as long as the feature exists, end what it listens to, such as the test's stream.
      • If the test is not about it, 'await store.skipInFlightEffects()', or set 'store.exhaustivity = .off'.
    """
  }

  static func endlessEffect(at location: String, action: String, jobLimit: Int) -> String {
    """
    The effect '.run' at \(location), of '\(action)', runs forever: it has run \(jobLimit) steps without \
    waiting for anything. It has been canceled.

    A loop of 'Task.yield()' blocks the test, and so does a timer on an 'ImmediateClock' that is never stopped. Let \
    the loop wait for something that the test controls: a stream, or a 'TestClock' that it advances.
    """
  }
}

// MARK: - Received actions

extension FailureText {
  static func received(_ action: some Any, insteadOf expected: String) -> String {
    "\(indentedDump(of: action))\n\nExpected \(expected)"
  }

  static func otherReceived(_ difference: String) -> String {
    """
    An unexpected action was received:

    \(difference)

    If the feature is right, receive this one here.
    """
  }

  static func receivedBefore(_ actions: [some Any], lines: String) -> String {
    """
    \(count(actions, "action")) must be received before the expected one:

    \(indentedDump(of: actions))

    Receive \(actions.count == 1 ? "it" : "them") before this 'receive'\(lines)

    Or skip \(actions.count == 1 ? "it" : "them") with 'store.exhaustivity = .off'. The rest of the test is compared as if \
    it did.
    """
  }

  static func nothingReceived(_ expected: String, others: [some Any], wait: Wait, effects: [String]) -> String {
    let found =
      others.isEmpty
      ? "no action was received"
      : "none of the received actions matches:\n\n\(indentedDump(of: others))\n\nNone arrived"
    return """
      Expected to receive \(expected)

      But \(found)\(wait.span). \(advice(wait, effects, subject: "It"))
      """
  }

  static func unfinished(_ subject: String, wait: Wait, effects: [String]) -> String {
    "\(subject) still in flight\(wait.span). \(advice(wait, effects, subject: "The end"))"
  }

  private static func advice(_ wait: Wait, _ effects: [String], subject: String) -> String {
    let list =
      effects.prefix(20).map { "  • \($0)" }.joined(separator: "\n")
      + (effects.count > 20 ? "\n  … and \(effects.count - 20) more" : "")
    guard !effects.isEmpty else {
      return """
        \(subject) can't come any more, because no effect is in flight.

        Check that the effect was started, that it was not canceled, and that it sends the action.
        """
    }
    guard wait.outcome != .canceled else {
      return "The test was canceled, so this call did not wait; in flight:\n\n\(list)"
    }
    guard wait.outcome == .timedOut else {
      guard !effects.contains(where: { $0.contains(Wait.endlessText) }) else {
        return """
          \(subject) can't come any more; in flight:

          \(list)

          Override the dependency that never answers, or skip the effect with 'skipInFlightEffects'.
          """
      }
      return """
        \(subject) can't come unless a test clock is moved; in flight:

        \(list)

        Advance the clock first, as in 'await clock.advance(by: .seconds(1))', or give the feature an 'ImmediateClock'.
        """
    }
    if wait.isSynchronous {
      return """
        In flight:

        \(list)

        A synchronous script can't wait for that. Make the test 'async' and write 'await assert(…)'.
        """
    }
    return """
      In flight:

      \(list)
      \(wait.timeInVain > .zero ? "\n\(wait.shortenedText)\n" : "")
      A test store does not run work that has left its effect ('Task { }', 'Task.detached', a callback, a socket), \
      a sleep on a real clock ('Task.sleep', 'ContinuousClock'), or a stream without a producer. Override the dependencies \
      of the effect, so that the test doesn't depend on time. If the effect really takes longer, \
      \(wait.isExplicit ? "give this call a longer 'timeout'" : "give this call a 'timeout', or set 'store.timeout'").
      """
  }

  private static func count(_ values: [some Any], _ noun: String) -> String {
    values.count == 1 ? "1 \(noun)" : "\(values.count) \(noun)s"
  }
}

/// The result of waiting for an event.
struct Wait {
  enum Outcome: Equatable {
    case satisfied
    /// The condition can't be satisfied: no effect is in flight, or each of them waits for a test clock.
    case unsatisfiable
    /// The condition was not satisfied in time, although effects wait for work outside of the driver.
    case timedOut
    /// The test was canceled before.
    case canceled
  }

  /// The reason for which an effect waits until it is canceled.
  static let endlessText = "it waits for its cancellation, as 'Task.never()' does"

  let outcome: Outcome
  let limit: Duration
  /// Whether the limit is an argument of the call.
  let isExplicit: Bool
  /// The time that earlier calls have waited in vain, which this one therefore doesn't.
  var timeInVain = Duration.zero
  /// Whether the caller is synchronous and can't wait.
  var isSynchronous = false

  /// The reason for which the wait was shorter than the timeout of the store.
  fileprivate var shortenedText: String {
    let rest = limit > .zero ? "this call waited only \(limit)" : "this call did not wait"
    return "The test has already waited \(timeInVain) in vain, so \(rest)."
  }

  /// The time that the test has waited, if the wait ended by a timeout.
  fileprivate var span: String {
    outcome == .timedOut && limit > .zero ? " after \(limit)" : ""
  }
}
