public import CounterpointCore
import Locks

/// Plays a script with a feature, and fails the test unless everything happens as its steps say.
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
/// Each action of an effect has to be received, before the next one is sent and in order; at the end no effect may be in flight.
/// A step that fails is reported at its own line, and the script goes on.
///
/// Synchronous: effects run as far as they come without waiting for anything outside. Use the asynchronous form where they wait.
///
/// - Parameters:
///   - initialValue: The state to begin with.
///   - reducer: The feature's logic.
///   - environment: What the feature depends on.
///   - steps: The script.
///   - fileID: The place of this call, for failures.
///   - filePath: The place of this call, for failures.
///   - line: The place of this call, for failures.
///   - column: The place of this call, for failures.
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
  play(
    steps,
    from: initialValue,
    with: Reduce { reducer(&$0, $1, environment) },
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Plays a script that is an array with a feature, and fails the test unless everything happens as its steps say.
///
/// - Parameters:
///   - initialValue: The state to begin with.
///   - reducer: The feature's logic.
///   - environment: What the feature depends on.
///   - steps: The script.
///   - fileID: The place of this call, for failures.
///   - filePath: The place of this call, for failures.
///   - line: The place of this call, for failures.
///   - column: The place of this call, for failures.
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
  play(
    steps,
    from: initialValue,
    with: Reduce { reducer(&$0, $1, environment) },
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Plays a script with a reducer that is made of an environment, and fails the test unless everything happens as its steps say.
///
/// - Parameters:
///   - initialValue: The state to begin with.
///   - reducer: Makes the feature's reducer.
///   - environment: What the feature depends on.
///   - steps: The script.
///   - fileID: The place of this call, for failures.
///   - filePath: The place of this call, for failures.
///   - line: The place of this call, for failures.
///   - column: The place of this call, for failures.
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
  play(
    steps,
    from: initialValue,
    with: reducer(environment),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

private func play<R: Reducer>(
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
      store.driver.settleInPlace()
    case .receive:
      store.driver.settleInPlace()
      let isWaiting = store.driver.contents.withLock { $0.flights.areUnaccountedFor }
      let wait = Wait(outcome: isWaiting ? .timedOut : .inVain, limit: .zero, isExplicit: false, isSynchronous: true)
      step.location.withIssueContext {
        store.take(.action(step.action), assert: step.update, after: wait, toleratesNoChange: true, at: step.location)
      }
    }
  }
}
