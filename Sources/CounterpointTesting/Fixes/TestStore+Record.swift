public import CounterpointCore
public import DependencyInjection

extension TestStore {
  /// Writes an exhaustive test: sends actions to a feature, and puts down what happens.
  ///
  /// ```swift
  /// print(await TestStore.record([.startTapped, .stopTapped], initialState: Timer.State()) { Timer() })
  /// ```
  ///
  /// A start, to be read before it is kept: the test says what the feature does, which need not be right. The state, the feature
  /// and its dependencies are repeated as they stand in this call's source, and each action as it is written by hand. Constants
  /// that they refer to have to be in scope where the test is kept. Whatever moves the time between two sends has to be
  /// written in by hand. What can't be written as Swift is left as a comment.
  ///
  /// The same feature gives the same text each time.
  ///
  /// - Parameters:
  ///   - actions: What to send, in order.
  ///   - name: What to call the test.
  ///   - initialState: The state to begin with.
  ///   - reducer: The feature.
  ///   - prepare: Overrides dependencies for the feature.
  ///   - fileID: The place of this call. The module of the file is not imported by the test.
  ///   - filePath: The place of this call, whose source is read.
  ///   - line: The place of this call, whose source is read.
  ///   - column: The place of this call, whose source is read.
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
