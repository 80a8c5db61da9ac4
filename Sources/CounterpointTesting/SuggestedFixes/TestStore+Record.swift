import CounterpointSupport
public import CounterpointCore
public import DependencyInjection

extension TestStore {
  /// Records an exhaustive test: sends actions to a feature, and writes the observed changes as assertions.
  ///
  /// ```swift
  /// print(await TestStore.record([.startTapped, .stopTapped], initialState: Timer.State()) { Timer() })
  /// ```
  ///
  /// Review the result before you use it: it asserts the current behavior of the feature, which need not be correct.
  /// The expressions of the state, the feature and its dependencies are copied from the source of this call.
  /// Constants in these expressions must be in scope in the test. Add the statements that advance clocks between two
  /// sends by hand. Values that can't be written as Swift become comments.
  ///
  /// The result is deterministic for a deterministic feature.
  ///
  /// - Parameters:
  ///   - actions: The actions to send, in order.
  ///   - name: The name of the test.
  ///   - initialState: The initial state.
  ///   - reducer: The feature.
  ///   - prepare: Overrides dependencies of the feature.
  /// - Returns: The source of a file with one test.
  public static nonisolated(nonsending) func record<R: Reducer<State, Action>>(
    _ actions: [Action],
    named name: String = "recorded",
    initialState: @autoclosure () -> State,
    reducer: () -> R,
    withDependencies prepare: (_ values: inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> String {
    let store = TestStore(
      initialState: initialState(),
      exhaustivity: .off,
      reducer: reducer,
      withDependencies: prepare
    )
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var test = RecordedTest(of: R.self, named: name)
    test.begin(state: store.state, CallSource(of: "record", at: location))
    for action in actions {
      let before: State = store.driver.inTurn { store.ledger.cursor }
      _ = store.begin(action, assert: nil, at: store.location)
      let after: State = store.driver.inTurn { store.ledger.cursor }
      test.append(ReceiveLine.sendText(action, from: before, to: after, shared: store.lastSentStep))
      await store.driver.settleHere()
      let received = store.receiveLines(indentation: "  ", limit: .max)
      if !received.isEmpty { test.append(received) }
      store.driver.inTurn { _ = store.ledger.skip(store.ledger.received.count) }
    }
    if !store.driver.flights.isEmpty { test.append("  await store.skipInFlightEffects()") }
    return test.source(in: location)
  }
}
