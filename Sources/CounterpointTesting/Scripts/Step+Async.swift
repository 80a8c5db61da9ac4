@_spi(Internals) import CounterpointSupport
public import CounterpointCore

/// Runs a script of steps with a feature, and fails the test unless each step matches. Waits for effects as a
/// ``TestStore`` does.
///
/// - Parameters:
///   - initialValue: The initial state.
///   - reducer: The reducer function of the feature.
///   - environment: The dependencies of the feature.
///   - steps: The script.
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
  await runScript(
    steps,
    from: initialValue,
    with: Reduce { reducer(&$0, $1, environment) },
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Runs an array of steps with a feature, and fails the test unless each step matches. Waits for effects as a
/// ``TestStore`` does.
///
/// - Parameters:
///   - initialValue: The initial state.
///   - reducer: The reducer function of the feature.
///   - environment: The dependencies of the feature.
///   - steps: The script.
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
  await runScript(
    steps,
    from: initialValue,
    with: Reduce { reducer(&$0, $1, environment) },
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

/// Runs a script of steps with a reducer that is created from an environment, and fails the test unless each step
/// matches. Waits for effects as a ``TestStore`` does.
///
/// - Parameters:
///   - initialValue: The initial state.
///   - reducer: Creates the reducer of the feature.
///   - environment: The dependencies of the feature.
///   - steps: The script.
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
  await runScript(
    steps,
    from: initialValue,
    with: reducer(environment),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}

private nonisolated(nonsending) func runScript<R: Reducer>(
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
      await store.driver.runUntilIdle()
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
  // The effects of the last step may need time to end.
  _ = await store.driver.wait(timeout: nil, standard: store.timeout) { store.driver.effectsInFlight.isEmpty }
}

extension TestStore {
  /// Creates the store of a script.
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
