public import CounterpointCore

/// Plays a script with a feature, and fails the test unless everything happens as its steps say. Waits for effects as a
/// ``TestStore`` does.
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
public nonisolated(nonsending) func assert<Value: Equatable, Action: Equatable, Environment>(
  initialValue: Value,
  reducer: @escaping (_ value: inout Value, _ action: Action, _ environment: Environment) -> Effect<Action>,
  environment: Environment,
  steps: Step<Value, Action>...,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async {
  await play(
    steps,
    from: initialValue,
    with: Reduce { reducer(&$0, $1, environment) },
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Plays a script that is an array with a feature, and fails the test unless everything happens as its steps say. Waits for
/// effects as a ``TestStore`` does.
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
public nonisolated(nonsending) func assert<Value: Equatable, Action: Equatable, Environment>(
  initialValue: Value,
  reducer: @escaping (_ value: inout Value, _ action: Action, _ environment: Environment) -> Effect<Action>,
  environment: Environment,
  steps: [Step<Value, Action>],
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async {
  await play(
    steps,
    from: initialValue,
    with: Reduce { reducer(&$0, $1, environment) },
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Plays a script with a reducer that is made of an environment, and fails the test unless everything happens as its steps say.
/// Waits for effects as a ``TestStore`` does.
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
public nonisolated(nonsending) func assert<R: Reducer, Environment>(
  initialValue: R.State,
  reducer: (_ environment: Environment) -> R,
  environment: Environment,
  steps: Step<R.State, R.Action>...,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async where R.State: Equatable, R.Action: Equatable {
  await play(
    steps,
    from: initialValue,
    with: reducer(environment),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

private nonisolated(nonsending) func play<R: Reducer>(
  _ steps: [Step<R.State, R.Action>],
  from state: R.State,
  with reducer: R,
  at location: SourceLocation
) async where R.State: Equatable, R.Action: Equatable {
  let store = TestStore(state, reducer, at: location)
  for step in steps {
    switch step.kind {
    case .send:
      _ = store.begin(step.action, assert: step.update, toleratesNoChange: true, at: step.location)
      await store.driver.settleHere()
    case .receive:
      await store.receive(
        .action(step.action),
        timeout: nil,
        assert: step.update,
        toleratesNoChange: true,
        at: step.location
      )
    }
  }
  // What the last step has started may take its time to end.
  _ = await store.driver.wait(atMost: store.timeout) { store.driver.flights.isEmpty }
}

extension TestStore {
  /// Makes the store of a script.
  convenience init(
    _ state: State,
    _ reducer: some Reducer<State, Action>,
    isolation: isolated (any Actor)? = #isolation,
    at location: SourceLocation
  ) {
    self.init(
      initialState: state,
      reducer: { reducer },
      fileID: location.fileID,
      file: location.filePath,
      line: location.line,
      column: location.column
    )
  }
}
