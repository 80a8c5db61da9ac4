import CounterpointCore
@_spi(Internals) import CounterpointSupport
import DequeModule
import IssueReporting

/// The jobs and callbacks that are ready to run, in the order in which they became ready.
struct ReadyQueue: Sendable {
  enum Item: Sendable {
    case job(UnownedJob, EffectExecutor)
    case callback(StoreActorCallback)

    /// The serial number of the job's executor; `nil` for a callback.
    fileprivate var owner: UInt64? {
      switch self {
      case .job(_, let executor): executor.serial
      case .callback: nil
      }
    }

    /// The task whose action the callback handles, unless the task was canceled; `nil` for any other item.
    var heldTask: EffectExecutor? {
      guard case .callback(let callback) = self, let task = callback.task, !callback.isDropped else { return nil }
      return task
    }
  }

  private var items = Deque<Item>()
  /// The schedule that chooses the next item; `nil` for first-in, first-out order.
  private let schedule: Schedule?

  init(schedule: Schedule?) {
    self.schedule = schedule
  }

  var isEmpty: Bool { items.isEmpty }

  mutating func append(_ item: Item) {
    items.append(item)
  }

  /// The tasks whose actions are ready to be handled.
  var heldTasks: [EffectExecutor] { items.compactMap(\.heldTask) }

  /// Removes and returns the first item that satisfies a condition.
  mutating func remove(where condition: (Item) -> Bool) -> Item? {
    items.firstIndex(where: condition).map { items.remove(at: $0) }
  }

  /// Removes and returns the item to run next.
  mutating func next() -> Item? {
    guard let schedule, items.count > 1 else { return items.popFirst() }
    return items.remove(at: schedule.choose(among: items.map(\.owner)))
  }
}

/// A callback that the driver runs on the store's actor, for example to handle an action of an effect.
final class StoreActorCallback: Sendable {
  private let origin: SendOrigin?
  /// The task of the effect that waits for the callback; `nil` if it is unknown or of no importance.
  let task: EffectExecutor?
  private let body: @Sendable () -> Void
  private let progress = Locked(Progress())

  private struct Progress {
    var isDropped = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// - Parameters:
  ///   - origin: The `send` to which issues are attributed.
  ///   - task: The task of the effect that waits for the callback, if the order of tasks is scripted.
  ///   - body: The callback.
  init(origin: SendOrigin?, task: EffectExecutor? = nil, _ body: @escaping @Sendable () -> Void) {
    self.origin = origin
    self.task = task
    self.body = body
  }

  /// Sets the continuation to resume after the callback has run.
  func setWaiter(_ continuation: CheckedContinuation<Void, Never>) {
    progress.withLock { $0.waiter = continuation }
  }

  /// Whether the callback was dropped.
  var isDropped: Bool { progress.withLock { $0.isDropped } }

  /// Drops the callback, because the waiting task was canceled.
  func drop() {
    progress.withLock { $0.isDropped = true }
  }

  func run() {
    if !progress.withLock({ $0.isDropped }) {
      if let origin { origin.location.withIssueContext(body) } else { body() }
    }
    let waiter = progress.withLock { progress in
      defer { progress.waiter = nil }
      return progress.waiter
    }
    waiter?.resume()
  }
}
