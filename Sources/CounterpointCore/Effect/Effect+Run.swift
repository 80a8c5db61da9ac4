@_spi(Internals) import CounterpointSupport
import DependencyInjection

extension Effect {
  /// Runs an asynchronous operation that may send any number of actions.
  ///
  /// The task is registered before the store's `send` returns, so a cancellation always finds it. An `operation`
  /// canceled in the job that started it never begins. It begins after that job, and runs off the store's actor.
  /// `await send(action)` delivers the action to the store's actor, and returns when it has been handled.
  ///
  /// A `CancellationError`, and any error after the effect's cancellation, is ignored. Other errors are passed to
  /// `catch`; without it, they are reported as a runtime issue at this call.
  ///
  /// The dependencies are those at this call: in a reducer, those of its store.
  ///
  /// - Parameters:
  ///   - priority: The task's priority; `nil` takes the current one when the effect starts.
  ///   - name: A name for the task in debuggers and traces.
  ///   - operation: The operation.
  ///   - handler: Handles an error of `operation`; may send actions.
  public static func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let dependencies = DependencyValues._current
    let run = RunOperation<Action>(priority: priority, name: name, location: location) { send in
      await dependencies.run {
        do {
          try await operation(send)
        } catch is CancellationError {
          return
        } catch {
          guard !Task.isCancelled else { return }
          guard let handler else {
            if let error = error as? Unimplemented, error.isReported { return }
            location.report(unhandled: error)
            return
          }
          await handler(error, send)
        }
      }
    }
    return Self(.run(run))
  }
}

/// The asynchronous operation of one `.run`.
@usableFromInline
final class RunOperation<Action>: Sendable {
  let priority: TaskPriority?
  let name: String?
  let location: SourceLocation
  let body: @Sendable (Send<Action>) async -> Void

  init(
    priority: TaskPriority?,
    name: String?,
    location: SourceLocation,
    body: @escaping @Sendable (Send<Action>) async -> Void
  ) {
    self.priority = priority
    self.name = name
    self.location = location
    self.body = body
  }

  func map<NewAction>(_ transform: @escaping @Sendable (Action) -> NewAction) -> RunOperation<NewAction> {
    RunOperation<NewAction>(priority: priority, name: name, location: location) { [body] send in
      await body(Send<Action>(mapping: send, transform))
    }
  }
}

extension SourceLocation {
  fileprivate func report(unhandled error: any Error) {
    reportIssue(
      """
      An effect returned from '.run' at \(fileID):\(line) threw an unhandled error:

      \(indentedDump(of: error))

      Every error but a cancellation must be handled: give the effect a 'catch' closure, or use 'do' and 'catch' in its \
      operation.
      """,
      at: self
    )
  }
}

/// Sends actions from an effect's task to its store.
///
/// `await send(action)` delivers the action to the store's actor, and returns when it has been handled, with all
/// actions that it sent synchronously. Actions of a canceled task are dropped, as are those after the store's
/// release.
///
/// A callback that is not asynchronous uses ``enqueue(_:)``:
///
/// ```swift
/// .run { send in
///   await client.open { error in send.enqueue(.failed(error)) }
/// }
/// ```
public struct Send<Action>: Sendable {
  private let receiver: any SendReceiver<Action>

  /// Creates a `Send` that calls a function, for testing a function that takes one.
  ///
  /// - Parameter send: Receives each action.
  public init(send: nonisolated(nonsending) @escaping @Sendable (_ action: sending Action) async -> Void) {
    receiver = SendFunctions(
      onDeliver: send,
      onPost: { action in
        // Safe because the action is transferred, and only the task reads it.
        nonisolated(unsafe) let action = action
        _ = Task { unsafe await send(action) }
      }
    )
  }

  /// Creates the `Send` of an effect.
  init(to receiver: any SendReceiver<Action>) {
    self.receiver = receiver
  }

  init<Target>(mapping send: Send<Target>, _ transform: @escaping @Sendable (Action) -> Target) {
    receiver = SendFunctions<Action>(
      onDeliver: { action in await send.receiver.deliver(transform(action)) },
      onPost: { action in send.receiver.post(transform(action)) }
    )
  }

  /// Sends an action and waits until the store has handled it.
  ///
  /// - Parameter action: The action. It need not be `Sendable`, because it is transferred.
  public nonisolated(nonsending) func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    await receiver.deliver(action)
  }

  /// Sends an action from a callback, which can't wait.
  ///
  /// The store handles it in a later job, in the order of these calls. Actions of a canceled effect are dropped.
  ///
  /// The effect has to last as long as the callback is called. Actions that are sent later are handled, and reported as
  /// an issue.
  ///
  /// Not `callAsFunction`, because the compiler would choose this function in place of the asynchronous one in some
  /// closures.
  ///
  /// - Parameter action: The action. It need not be `Sendable`, because it is transferred.
  public func enqueue(_ action: sending Action) {
    // Whether the calling task is canceled doesn't matter: it need not be the effect's.
    receiver.post(action)
  }
}

/// The receiver of what an effect sends.
protocol SendReceiver<Action>: Sendable {
  associatedtype Action

  /// Delivers an action, and waits until it has been handled.
  nonisolated(nonsending) func deliver(_ action: sending Action) async

  /// Delivers an action in a later job.
  func post(_ action: sending Action)
}

private struct SendFunctions<Action>: SendReceiver {
  let onDeliver: nonisolated(nonsending) @Sendable (sending Action) async -> Void
  let onPost: @Sendable (sending Action) -> Void

  nonisolated(nonsending) func deliver(_ action: sending Action) async { await onDeliver(action) }
  func post(_ action: sending Action) { onPost(action) }
}
