import CustomDump
import StateSharing

/// The output format of `_printChanges`.
public struct _ReducerPrinter<State, Action>: Sendable {
  private let printChange: @Sendable (Action, State, State) -> Void
  private let queue: ReducerPrinterQueue

  /// Creates a custom printer.
  ///
  /// - Parameters:
  ///   - printChange: Receives each action, and the state before and after it. Runs on the queue, off the store's
  ///     actor.
  ///   - queue: The queue that runs it, serially.
  public init(
    printChange: @escaping @Sendable (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void,
    queue: ReducerPrinterQueue = .shared
  ) {
    self.printChange = printChange
    self.queue = queue
  }

  /// Prints the action, and what it has changed, to the standard output.
  public static var customDump: Self { customDump { print($0) } }

  /// Shows the action, and what it has changed.
  ///
  /// - Parameters:
  ///   - queue: Where to do it.
  ///   - output: Receives the text, in the order of the actions: for a log, or where the standard output is a screen.
  public static func customDump(
    queue: ReducerPrinterQueue = .shared,
    to output: @escaping @Sendable (_ text: String) -> Void
  ) -> Self {
    Self(
      printChange: { action, old, new in
        let changes = diff(old, new) ?? "  (No state changes)"
        output("Received action:\n\(indentedDump(of: action))\n\(changes)\n")
      },
      queue: queue
    )
  }

  /// Prints the case of the action and of the actions nested in it, without their values, to standard output.
  public static var actionLabels: Self { actionLabels { print($0) } }

  /// Shows the case that the action is in, and those of the actions in it, without their values.
  ///
  /// - Parameters:
  ///   - queue: Where to do it.
  ///   - output: Receives the text, in the order of the actions.
  public static func actionLabels(
    queue: ReducerPrinterQueue = .shared,
    to output: @escaping @Sendable (_ text: String) -> Void
  ) -> Self {
    Self(printChange: { action, _, _ in output("Received action: \(caseLabels(of: action))") }, queue: queue)
  }

  /// Schedules the output of an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - old: The state before it.
  ///   - new: The state after it.
  ///   - tracker: The tracker of the action's changes of shared values.
  ///   - changes: The changes; a printer that compares states finds these too.
  func show(
    _ action: Action,
    from old: State,
    to new: State,
    with tracker: SharedChangeTracker,
    _ changes: SharedChanges
  ) {
    // Safe as far as the values can be read on any thread: they are copies that are never written. Objects in them
    // are the user's responsibility.
    nonisolated(unsafe) let change = (action: action, old: old, new: new)
    queue.enqueue { [printChange] in
      tracker.assert(changes, later: []) { unsafe printChange(change.action, change.old, change.new) }
    }
  }
}
