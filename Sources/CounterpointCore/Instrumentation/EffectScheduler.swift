@_spi(Internals) package import CounterpointSupport

/// Decides where the tasks of a store's effects run, and when their actions are delivered. A store has at most one
/// scheduler: that of its test store.
///
/// Called from any thread.
package protocol EffectScheduler: AnyObject, Sendable {
  /// The executor preference of the store's tasks that belong to no effect.
  var executor: any TaskExecutor { get }

  /// Called when the effect of a reduction starts.
  func began(_ effectGroup: EffectGroup)

  /// Called when all tasks of a reduction's effect have ended or were canceled.
  ///
  /// - Parameter effectGroup: The number of the effect's group.
  func ended(_ effectGroup: Int)

  /// Returns the executor preference of the task of a `.run`.
  ///
  /// - Parameters:
  ///   - effectGroup: The group of the task.
  ///   - location: The location of the `.run` in the code.
  func executor(for effectGroup: EffectGroup, at location: SourceLocation) -> any TaskExecutor

  /// Called when the task of a `.run` has ended.
  func ended(on executor: any TaskExecutor)

  /// Runs a function on the store's actor, and returns when it has returned.
  ///
  /// - Parameters:
  ///   - origin: The `send` from which the effect descends.
  ///   - isDropped: Whether the function is dropped if the current task is canceled before it runs.
  ///   - body: The function.
  func deliver(
    from origin: SendOrigin?,
    droppedIfCanceled isDropped: Bool,
    _ body: @escaping @Sendable () -> Void
  ) async

  /// Runs a function on the store's actor, after the current job.
  func enqueue(from origin: SendOrigin?, _ body: @escaping @Sendable () -> Void)
}

/// The tasks of one reduction's effect, as a whole.
package final class EffectGroup: Sendable {
  /// The number of the group in its store, increasing.
  package let number: Int
  /// The `send` that it descends from.
  package let origin: SendOrigin?

  let scope: EffectScope
  private let nameOfAction: @Sendable () -> String

  init(
    number: Int,
    action: @autoclosure @escaping @Sendable () -> String,
    origin: SendOrigin?,
    scope: EffectScope
  ) {
    self.scope = scope
    self.number = number
    self.nameOfAction = action
    self.origin = origin
  }

  /// The name of the reduced action. Read it on the store's actor, and only for a text, because it costs as much as a
  /// reduction.
  package var action: String { nameOfAction() }

  package func cancel() { scope.cancel() }
}

/// The scope of an effect group, which tells the scheduler when the effects have ended.
final class EffectGroupScope: EffectScope, @unchecked Sendable {
  // @unchecked like its superclass; its own properties are immutable.
  private let number: Int
  private let scheduler: (any EffectScheduler)?

  /// - Parameters:
  ///   - parent: The scope that this one is part of.
  ///   - number: The number of the reduction.
  ///   - scheduler: The scheduler that is told when the effects have ended.
  init(parent: EffectScope, number: Int, scheduler: (any EffectScheduler)?) {
    self.number = number
    self.scheduler = scheduler
    super.init(parent: parent)
  }

  override func didSettle() {
    scheduler?.ended(number)
  }
}
