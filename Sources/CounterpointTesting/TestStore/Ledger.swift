import CounterpointCore
import DependencyInjection
import DequeModule
import Locks
import StateSharing

/// What a test store knows of its store: each action that was handled, with what it made of the state.
///
/// Used in the driver's turn only.
final class Ledger<State, Action>: StoreSupervisor {
  /// An action that was handled. An object, because the ledger is compiled once for all states: to move one about costs little,
  /// whatever is in it.
  final class Entry {
    let action: Action
    /// The state right after it, whatever came later.
    let state: State
    /// Where the numbering of stack elements stood before it.
    let numbering: Int
    /// Tells it from the others; later ones have greater numbers.
    let number: Int
    /// Whether the test was failed because it has not received the action.
    fileprivate(set) var isReported = false

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
      knownNumbering = nil
      dependenciesOfAssertions = Self.forAssertions(dependencies)
    }
  }

  /// The same, for the closures of assertions.
  private(set) var dependenciesOfAssertions: DependencyValues

  /// How the dependencies number the elements of stacks.
  var numbering: StackElementNumbering {
    if let knownNumbering { return knownNumbering }
    let numbering = StackElementNumbering(in: dependencies)
    knownNumbering = numbering
    return numbering
  }

  private var knownNumbering: StackElementNumbering?

  /// The state up to which the test has asserted.
  var cursor: State!
  /// The actions of effects that the test has not asserted, in the order in which they were handled.
  var received = Deque<Entry>()
  /// The action of which an effect in flight comes, by the effect's number.
  private var actions: [Int: Action] = [:]
  /// What the actions have changed in shared values.
  var shared: SharedHistory
  /// Where the numbering stood before the action that is being handled.
  private var position = 0
  private var count = 0
  private var isSending = false
  private var sent: Entry?

  init(driver: TestDriver, dependencies: DependencyValues) {
    self.driver = driver
    self.shared = SharedHistory(driver: driver)
    self.dependencies = dependencies
    self.dependenciesOfAssertions = Self.forAssertions(dependencies)
  }

  private static func forAssertions(_ dependencies: DependencyValues) -> DependencyValues {
    var values = dependencies
    values.makePlaceForSharedAssertions()
    return values
  }

  var effects: any EffectSupervisor { driver }

  func willReduce(_ action: Action) {
    position = numbering.position
    shared.willReduce()
  }

  func didReduce(_ action: Action, to state: State, unit: EffectUnit?) {
    count += 1
    shared.didReduce(count)
    let entry = Entry(action: action, state: state, numbering: position, number: count)
    if isSending {
      isSending = false
      sent = entry
    } else {
      received.append(entry)
    }
    guard let unit else { return }
    forgetEnded()
    actions[unit.number] = action
  }

  /// The store is about to handle an action of the test.
  func willSend() {
    isSending = true
  }

  /// Takes out the entry of the action that the store has handled since ``willSend()``.
  func takeSent() -> Entry {
    guard let sent else { preconditionFailure("A test store was sent an action while it was handling another one.") }
    self.sent = nil
    return sent
  }

  /// The action whose reduction returned an effect.
  func action(ofUnit number: Int) -> Action? { actions[number] }

  /// How many of the received actions the test was failed for. They come before the others.
  var overdue: Int { received.prefix { $0.isReported }.count }

  /// The received actions that the test was not failed for.
  var unreported: Deque<Entry>.SubSequence { received.dropFirst(overdue) }

  /// Notes that the test was failed for the first of ``unreported``, and moves the cursor behind them: the rest of the test is
  /// compared as if it had received them.
  func markReported(_ count: Int) {
    for entry in unreported.prefix(count) {
      entry.isReported = true
      cursor = entry.state
    }
  }

  /// Takes out the first entries, and moves the cursor behind them.
  ///
  /// - Returns: Their actions.
  @discardableResult
  func skip(_ count: Int) -> [Action] {
    guard count > 0 else { return [] }
    if count > overdue { cursor = received[count - 1].state }
    let skipped = Array(received.prefix(count))
    for entry in skipped { shared.forget(entry.number) }
    received.removeFirst(count)
    return skipped.map(\.action)
  }

  private func forgetEnded() {
    // Now and then is enough, so that each effect costs the same.
    guard actions.count > 16, actions.count.nonzeroBitCount == 1 else { return }
    let flights = driver.contents.withLock { $0.flights }
    actions = actions.filter { flights.contains($0.key) }
  }
}
