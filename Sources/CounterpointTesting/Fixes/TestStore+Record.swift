import CaseKeyPaths
public import CounterpointCore
public import DependencyInjection
import Locks

extension TestStore {
  /// Writes an exhaustive test: sends actions to a feature, and puts down what happens.
  ///
  /// ```swift
  /// print(await TestStore.record([.startTapped, .stopTapped], initialState: Timer.State()) { Timer() })
  /// ```
  ///
  /// A start, to be read before it is kept: the test says what the feature does, which need not be right. Dependencies
  /// have to be written in by hand, and so has whatever moves the time between two sends. What can't be written as Swift
  /// is left as a comment.
  ///
  /// - Parameters:
  ///   - actions: What to send, in order.
  ///   - name: What to call the test.
  ///   - initialState: The state to begin with.
  ///   - reducer: The feature.
  ///   - prepare: Overrides dependencies for the feature.
  /// - Returns: The source of a file with one test.
  public static nonisolated(nonsending) func record<R: Reducer<State, Action>>(
    _ actions: [Action],
    named name: String = "recorded",
    initialState: @autoclosure () -> State,
    reducer: () -> R,
    withDependencies prepare: (_ values: inout DependencyValues) -> Void = { _ in }
  ) async -> String {
    let store = TestStore(
      initialState: initialState(),
      exhaustivity: .off,
      reducer: reducer,
      withDependencies: prepare
    )
    var lines = [
      "import Counterpoint",
      "import CounterpointTesting",
      "import Testing",
      "",
      "@Test func \(name)() async {",
      "  let store = TestStore(initialState: \(Literal.text(of: store.state) ?? "/* the state */")) {",
      "    \(unqualifiedName(of: R.self))()",
      "  }",
      "",
    ]
    for action in actions {
      let before: State = store.driver.inTurn { store.ledger.cursor }
      _ = store.begin(action, assert: nil, at: store.location)
      let after: State = store.driver.inTurn { store.ledger.cursor }
      lines.append(ReceiveLine.sendText(action, from: before, to: after, shared: store.lastSentStep))
      await store.driver.settleHere()
      let received = store.receiveLines(indentation: "  ", limit: .max)
      if !received.isEmpty { lines.append(received) }
      store.driver.inTurn { _ = store.ledger.skip(store.ledger.received.count) }
    }
    if !store.driver.flights.isEmpty { lines.append("  await store.skipInFlightEffects()") }
    return (lines + ["}", ""]).joined(separator: "\n")
  }
}
