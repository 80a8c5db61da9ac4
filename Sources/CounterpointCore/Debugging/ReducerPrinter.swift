import CaseKeyPaths
@_spi(Internals) import CounterpointSupport
import CustomDump
import DequeModule
@_spi(Internals) import StateSharing

extension Reducer {
  /// Prints each action of this reducer, and its changes. Debug builds only.
  ///
  /// ```swift
  /// Store(initialState: Feature.State()) {
  ///   Feature()._printChanges()
  /// }
  /// ```
  ///
  /// Printing happens after the reduction, in the order of the actions, and does not block the store. The state
  /// before the action is retained until then, so a change copies the buffer that it edits, also in shared values.
  /// Objects in the state or the action are read, and may be released, off the store's actor.
  ///
  /// - Parameter printer: The printer; `nil` prints nothing, and allocates nothing.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> some Reducer<State, Action> {
    PrintChangesReducer(base: InnerReducer(self), printer: printer)
  }
}

/// A reducer whose changes are printed. Created by `_printChanges`.
struct PrintChangesReducer<Base: Reducer>: Reducer {
  let base: InnerReducer<Base>
  let printer: _ReducerPrinter<Base.State, Base.Action>?

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    #if DEBUG
    guard let printer else { return base.reduce(into: &state, action: action) }
    let old = state
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    let effect = tracker.track { base.reduce(into: &state, action: action) }
    // Ended here, because changes by the effect are not changes by the action.
    printer.show(action, from: old, to: state, with: tracker, tracker.end())
    return effect
    #else
    return base.reduce(into: &state, action: action)
    #endif
  }
}

extension PrintChangesReducer {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Base.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
  }
}

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

  /// Prints the action and its changes to standard output.
  public static var customDump: Self { customDump { print($0) } }

  /// Formats the action and its changes.
  ///
  /// - Parameters:
  ///   - queue: The queue for formatting and output.
  ///   - output: Receives the text, in the order of the actions. Use it for a log, or if standard output is a screen.
  public static func customDump(
    queue: ReducerPrinterQueue = .shared,
    to output: @escaping @Sendable (_ text: String) -> Void
  ) -> Self {
    Self(
      printChange: { action, old, new in
        let changes =
          diff(old, new).map { PropertyNames.replaced(in: $0, of: old, new) } ?? "  (No state changes)"
        output("Received action:\n\(indentedDump(of: action))\n\(changes)\n")
      },
      queue: queue
    )
  }

  /// Prints the case of the action and of the actions nested in it, without their values, to standard output.
  public static var actionLabels: Self { actionLabels { print($0) } }

  /// Formats the case of the action and of the actions nested in it, without their values.
  ///
  /// - Parameters:
  ///   - queue: The queue for formatting and output.
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
  ///   - changes: The changes of shared values. A printer that compares states sees them too.
  func show(
    _ action: Action,
    from old: State,
    to new: State,
    with tracker: SharedChangeTracker,
    _ changes: SharedChanges
  ) {
    // Safe because the values are copies that are never written. Access to objects in them is the user's
    // responsibility.
    nonisolated(unsafe) let change = (action: action, old: old, new: new)
    queue.enqueue { [printChange] in
      tracker.assert(changes, later: [], comparingReaders: true) {
        unsafe printChange(change.action, change.old, change.new)
      }
    }
  }
}

/// A serial queue without an actor.
///
/// A `_ReducerPrinter` prints on it, in the order of the actions and without blocking reducers. Thread-safe.
public final class ReducerPrinterQueue: Sendable {
  /// The default queue of printers.
  public static let shared = ReducerPrinterQueue()

  private struct Contents {
    var jobs = Deque<@Sendable () -> Void>()
    var isRunning = false
  }

  private let contents = Locked(Contents())

  /// Creates a queue.
  public init() {}

  /// Appends a job.
  func enqueue(_ job: @escaping @Sendable () -> Void) {
    let isFirst = contents.withLock { contents in
      contents.jobs.append(job)
      defer { contents.isRunning = true }
      return !contents.isRunning
    }
    if isFirst { _ = Task.detached { self.run() } }
  }

  /// Waits until all jobs that were enqueued before this call have run.
  public func finish() async {
    await withCheckedContinuation { continuation in
      enqueue { continuation.resume() }
    }
  }

  private func run() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    contents.withLock { contents in
      let job = contents.jobs.popFirst()
      if job == nil { contents.isRunning = false }
      return job
    }
  }
}

/// Returns the case of an action and of the actions nested in it, without the values: `Feature.Action.row(id:,
/// action: .tapped)`.
///
/// `_:` stands for a value without a label. A value that is not an enum is named by its type.
func caseLabels(of action: Any) -> String {
  let name = unqualifiedName(of: type(of: action))
  return nestedCaseLabels(of: action).map { name + $0 } ?? name
}

/// Returns `nil` if the value is not an enum.
private func nestedCaseLabels(of value: Any) -> String? {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return nil }
  guard let (label, payload) = mirror.children.first, let label else { return ".\(value)" }
  let values = Mirror(reflecting: payload)
  let isTuple = values.displayStyle == .tuple
  let parts = isTuple ? values.children.map { part(label: $0.label, $0.value) } : [part(label: nil, payload)]
  return ".\(label)(\(parts.joined(separator: ", ")))"
}

private func part(label: String?, _ value: Any) -> String {
  // A mirror labels the elements of a tuple without labels `.0`, `.1` and so on.
  let label = label.flatMap { $0.hasPrefix(".") ? nil : $0 }
  guard let nested = nestedCaseLabels(of: value) else { return "\(label ?? "_"):" }
  return label.map { "\($0): \(nested)" } ?? nested
}
