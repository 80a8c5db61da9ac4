/// Decides where the effects of a test store's tasks run, and when their actions are delivered.
///
/// Called from any thread.
package protocol EffectScheduler: AnyObject, Sendable {
  /// The executor preference of the store's tasks that belong to no effect.
  var executor: any TaskExecutor { get }

  /// Called when the effect of a reduction starts.
  func began(_ unit: EffectGroup)

  /// Called when all tasks of a reduction's effect have ended or were canceled.
  ///
  /// - Parameter unit: The number of the unit.
  func ended(_ unit: Int)

  /// Returns the executor preference of the task of a `.run`.
  ///
  /// - Parameters:
  ///   - unit: The unit of the task.
  ///   - location: The location of the `.run` in the code.
  func executor(for unit: EffectGroup, at location: EffectLocation) -> any TaskExecutor

  /// Called when the task of a `.run` has ended.
  func ended(on executor: any TaskExecutor)

  /// Runs a function on the store's actor, and returns when it has returned.
  ///
  /// - Parameters:
  ///   - origin: The `send` from which the effect descends.
  ///   - isDropped: Whether the function is dropped if the current task is canceled before it runs.
  ///   - body: The function.
  func comeHome(from origin: SendOrigin?, droppedIfCancelled isDropped: Bool, _ body: @escaping @Sendable () -> Void)
    async

  /// Runs a function on the store's actor, after the current job.
  func doLater(from origin: SendOrigin?, _ body: @escaping @Sendable () -> Void)
}

/// The tasks of one reduction's effect, as a whole.
package final class EffectGroup: Sendable {
  /// The number of the unit in its store, increasing.
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

/// A `send` of a test store, from which effects descend.
package final class SendOrigin: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

/// The location of a `.run` in the code.
package struct EffectLocation: Sendable {
  package let fileID: StaticString
  package let line: UInt
}
