import CounterpointCore
import DependencyInjection
import DequeModule
@_spi(Internals) import CounterpointSupport
import StateSharing

/// The history of a test store: each handled action, with the resulting state.
///
/// Access it only in ``TestDriver/withStoreLock(_:)``.
final class ActionHistory<State, Action>: StoreInstrument {
  /// A handled action. A class, because generic code moves it, which should cost little for a state of any size.
  final class Entry {
    let action: Action
    /// The state directly after the action.
    let state: State
    /// The position of the stack-element numbering before the action.
    let numbering: Int
    /// The serial number of the action.
    let number: Int

    init(action: Action, state: State, numbering: Int, number: Int) {
      self.action = action
      self.state = state
      self.numbering = numbering
      self.number = number
    }
  }

  private let driver: TestDriver
  var dependencies: DependencyValues {
    didSet {
      cachedNumbering = nil
      dependenciesOfAssertions = Self.forAssertions(dependencies)
    }
  }

  /// The dependencies for the closures of assertions.
  private(set) var dependenciesOfAssertions: DependencyValues

  /// The generator of identifiers for stack elements, from the dependencies.
  var numbering: StackElementNumbering {
    if let cachedNumbering { return cachedNumbering }
    let numbering = StackElementNumbering(in: dependencies)
    cachedNumbering = numbering
    return numbering
  }

  private var cachedNumbering: StackElementNumbering?

  /// The state up to which the test has asserted.
  var cursor: State!
  /// The actions of effects that the test has not asserted, in the order in which they were handled.
  private(set) var received = Deque<Entry>()
  /// The number of received actions that were reported as missing. They precede the others.
  private(set) var reportedCount = 0
  /// The action that started each effect in flight, by the number of the effect.
  private var actions: [Int: Action] = [:]
  /// The changes of shared values, by action.
  var shared: SharedHistory
  /// The position of the stack-element numbering before the action that is being handled.
  private var position = 0
  private var count = 0
  private var isSending = false
  private var sent: Entry?

  init(driver: TestDriver, dependencies: DependencyValues) {
    self.driver = driver
    self.shared = SharedHistory { [weak driver] in driver?.effectsInFlight.isEmpty == false }
    self.dependencies = dependencies
    self.dependenciesOfAssertions = Self.forAssertions(dependencies)
  }

  private static func forAssertions(_ dependencies: DependencyValues) -> DependencyValues {
    var values = dependencies
    values.makeSharedAssertionScope()
    return values
  }

  func willReduce(_ action: Action, number: Int, cause: ActionCause) {
    position = numbering.position
    shared.willReduce()
  }

  func didReduce(_ action: Action, to state: State, effectGroup group: EffectGroup?) {
    count += 1
    shared.didReduce(count)
    let entry = Entry(action: action, state: state, numbering: position, number: count)
    if isSending {
      isSending = false
      sent = entry
    } else {
      received.append(entry)
    }
    guard let group else { return }
    removeEnded()
    actions[group.number] = action
  }

  /// Marks the next handled action as sent by the test.
  func willSend() {
    isSending = true
  }

  /// Removes and returns the entry of the action that was handled since ``willSend()``.
  func takeSent() -> Entry {
    guard let sent else { preconditionFailure("A test store was sent an action while it was handling another one.") }
    self.sent = nil
    return sent
  }

  /// Returns the action whose reduction returned the effect with a number.
  func action(ofEffectGroup number: Int) -> Action? { actions[number] }

  /// The received actions that were not reported as missing.
  var unreported: Deque<Entry>.SubSequence { received.dropFirst(reportedCount) }

  /// The first of the ``unreported`` actions, without the allocations of `unreported.first`.
  var firstUnreported: Entry? { received.count > reportedCount ? received[reportedCount] : nil }

  /// Marks the first of the ``unreported`` actions as reported, and advances the cursor past them. The rest of the
  /// test is compared as if it had received them.
  func markReported(_ count: Int) {
    guard count > 0 else { return }
    reportedCount += count
    cursor = received[reportedCount - 1].state
  }

  /// Removes and returns an entry, without advancing the cursor.
  func remove(at index: Int) -> Entry {
    if index < reportedCount { reportedCount -= 1 }
    // The common case: `remove(at:)` is compiled for all collections.
    return index == 0 ? received.removeFirst() : received.remove(at: index)
  }

  /// Removes the first entries, and advances the cursor past them.
  ///
  /// - Returns: The actions of the removed entries.
  @discardableResult
  func skip(_ count: Int) -> [Action] {
    guard count > 0 else { return [] }
    if count > reportedCount { cursor = received[count - 1].state }
    let skipped = Array(received.prefix(count))
    for entry in skipped { shared.remove(entry.number) }
    received.removeFirst(count)
    reportedCount = max(0, reportedCount - count)
    return skipped.map(\.action)
  }

  private func removeEnded() {
    // Cleaning up only at powers of two makes the cost per effect amortized O(1).
    guard actions.count > 16, actions.count.nonzeroBitCount == 1 else { return }
    let effects = driver.contents.withLock { $0.effects }
    actions = actions.filter { effects.contains($0.key) }
  }
}
