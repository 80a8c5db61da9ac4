public import CounterpointCore
@_spi(Internals) import CounterpointSupport

/// Runs a script of steps with a feature, and fails the test unless each step matches.
///
/// ```swift
/// func testIncrDecrButtonTapped() {
///   assert(
///     initialValue: CounterFeatureState(count: 2),
///     reducer: counterFeatureReducer,
///     environment: { _ in .sync { 17 } },
///     steps:
///       Step(.send, .counter(.incrTapped)) { $0.count = 3 },
///       Step(.send, .counter(.incrTapped)) { $0.count = 4 },
///       Step(.send, .counter(.decrTapped)) { $0.count = 3 }
///   )
/// }
/// ```
///
/// Each action of an effect has to be received in order, before the next action is sent. At the end no effect may be
/// in flight. A failure is reported at the line of its step, and the script continues.
///
/// Synchronous: effects run until they wait for work outside of the store's executor. If they do, use the
/// asynchronous overload.
///
/// - Parameters:
///   - initialValue: The initial state.
///   - reducer: The reducer function of the feature.
///   - environment: The dependencies of the feature.
///   - steps: The script.
public func assert<Value: Equatable, Action: Equatable, Environment>(
  initialValue: Value,
  reducer: @escaping (_ value: inout Value, _ action: Action, _ environment: Environment) -> Effect<Action>,
  environment: Environment,
  steps: Step<Value, Action>...,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  runScript(
    steps,
    from: initialValue,
    with: Reduce { reducer(&$0, $1, environment) },
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Runs an array of steps with a feature, and fails the test unless each step matches.
///
/// - Parameters:
///   - initialValue: The initial state.
///   - reducer: The reducer function of the feature.
///   - environment: The dependencies of the feature.
///   - steps: The script.
public func assert<Value: Equatable, Action: Equatable, Environment>(
  initialValue: Value,
  reducer: @escaping (_ value: inout Value, _ action: Action, _ environment: Environment) -> Effect<Action>,
  environment: Environment,
  steps: [Step<Value, Action>],
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  runScript(
    steps,
    from: initialValue,
    with: Reduce { reducer(&$0, $1, environment) },
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Runs a script of steps with a reducer that is created from an environment, and fails the test unless each step
/// matches.
///
/// - Parameters:
///   - initialValue: The initial state.
///   - reducer: Creates the reducer of the feature.
///   - environment: The dependencies of the feature.
///   - steps: The script.
public func assert<R: Reducer, Environment>(
  initialValue: R.State,
  reducer: (_ environment: Environment) -> R,
  environment: Environment,
  steps: Step<R.State, R.Action>...,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) where R.State: Equatable, R.Action: Equatable {
  runScript(
    steps,
    from: initialValue,
    with: reducer(environment),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

private func runScript<R: Reducer>(
  _ steps: [Step<R.State, R.Action>],
  from state: R.State,
  with reducer: R,
  at location: SourceLocation
) where R.State: Equatable, R.Action: Equatable {
  let store = TestStore(state, reducer, at: location)
  for step in steps {
    switch step.kind {
    case .send:
      _ = store.begin(step.action, assert: step.update, toleratesNoChange: true, at: step.location)
      store.driver.runReadyJobs()
    case .receive:
      store.driver.runReadyJobs()
      let isWaiting = store.driver.contents.withLock { $0.effects.hasAwakeEffects }
      let wait = Wait(
        outcome: isWaiting ? .timedOut : .unsatisfiable,
        limit: .zero,
        isExplicit: false,
        isSynchronous: true
      )
      step.location.withIssueContext {
        store.take(.action(step.action), assert: step.update, after: wait, toleratesNoChange: true, at: step.location)
      }
    }
  }
}

/// A step of a script: an action and its state change.
///
/// ```swift
/// Step(.send, .counter(.incrTapped)) { $0.count = 3 }
/// ```
///
/// See `assert`.
public struct Step<Value, Action> {
  /// The sender of an action.
  public enum Kind: Hashable, Sendable {
    /// The user sends it.
    case send
    /// An effect sends it.
    case receive
  }

  let kind: Kind
  let action: Action
  let update: ((inout Value) throws -> Void)?
  let location: SourceLocation

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - kind: The sender of the action.
  ///   - action: The action.
  ///   - update: Transforms the state before the action into the state after it. Omit it if the state doesn't
  ///     change; it may also leave the state unchanged.
  public init(
    _ kind: Kind,
    _ action: Action,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: ((_ value: inout Value) throws -> Void)? = nil
  ) {
    self.kind = kind
    self.action = action
    self.update = update
    location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
