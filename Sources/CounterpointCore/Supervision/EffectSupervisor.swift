/// What a test store decides for the effects of its store: where their tasks run, and when they come home.
///
/// Called from any thread.
package protocol EffectSupervisor: AnyObject, Sendable {
  /// What tasks of the store prefer that belong to no effect of their own.
  var executor: any TaskExecutor { get }

  /// A reduction has returned an effect, which starts now.
  func began(_ unit: EffectUnit)

  /// All that a reduction returned has ended or was cancelled.
  ///
  /// - Parameter unit: The number of the unit.
  func ended(_ unit: Int)

  /// What the task of a `.run` prefers.
  ///
  /// - Parameters:
  ///   - unit: What it is a part of.
  ///   - location: Where the `.run` is in the code.
  func executor(for unit: EffectUnit, at location: EffectLocation) -> any TaskExecutor

  /// The task of a `.run` will not do anything any more.
  func ended(on executor: any TaskExecutor)

  /// Has something done where the store lives, and returns when it has been done.
  ///
  /// - Parameters:
  ///   - origin: What the effect descends from that comes home.
  ///   - isDropped: Whether it is not done if the current task is cancelled before its turn comes.
  ///   - body: What to do.
  func comeHome(from origin: SendOrigin?, droppedIfCancelled isDropped: Bool, _ body: @escaping @Sendable () -> Void)
    async

  /// Has something done where the store lives, once the current turn is over.
  func doLater(from origin: SendOrigin?, _ body: @escaping @Sendable () -> Void)
}

/// What one reduction returned: what is in flight or not as a whole.
package final class EffectUnit: Sendable {
  /// Tells it from the others of its store; later ones have greater numbers.
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

  /// The name of the action that was reduced. To be asked for where the store lives, and only for a text: finding it out costs as much
  /// as a reduction.
  package var action: String { nameOfAction() }

  package func cancel() { scope.cancel() }
}

/// A `send` of a test store: where everything goes back to that its effects do.
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

/// Where a `.run` is in the code.
package struct EffectLocation: Sendable {
  package let fileID: StaticString
  package let line: UInt
}
