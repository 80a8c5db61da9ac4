public import CounterpointCore
import CounterpointRecording
@_spi(Internals) import CounterpointSupport
public import Foundation

extension TestStore where Action: Decodable {
  /// Writes a test that does what a recording says: a file from a user's bug report becomes a test.
  ///
  /// ```swift
  /// print(try await TestStore.source(of: url) { SignUp() })
  /// ```
  ///
  /// The test sends the actions that the program sent, and receives those that effects sent. The answers of effects and
  /// the reads of dependencies come from the file, by `RecordedAnswers`. So the test needs no dependencies, and
  /// the file has to be kept beside it. Review the assertions: they show what today's code does.
  ///
  /// Actions that can't be written as Swift are taken from the file, and values from the state of the replay. A comment
  /// at such a value says that the line is to be written by hand, because it asserts nothing. Changes of shared values
  /// that can't be written become comments.
  ///
  /// - Parameters:
  ///   - file: The recording. The test finds it relative to its own file, which is that of this call.
  ///   - name: The name of the test.
  ///   - number: The number of the store in the recording; by default the first one of the feature, or else the first.
  ///   - reducer: The feature.
  /// - Returns: The source of a file with one test.
  /// - Throws: The error of `Recording.init(contentsOf:)`, or a `ReplayDivergence` if today's code does something else.
  public static nonisolated(nonsending) func source<R: Reducer<State, Action>>(
    of file: URL,
    named name: String = "recorded",
    store number: Int? = nil,
    reducer: () -> R,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws -> String {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let recording = try Recording(contentsOf: file)
    let replay = Replay(recording, store: number, reducer: reducer).run()
    if let divergence = replay.divergence { throw divergence }
    guard let initialState = replay.initialState else { throw NoInitialState(notices: replay.notices) }
    let feature = CallSource(of: "source", at: location)?.closures.first?.text ?? "{ \(unqualifiedName(of: R.self))() }"
    var test = RecordedTest(of: R.self, named: name, besides: location)
    test.begin(
      state: initialState,
      recording: path(of: file, from: URL(filePath: "\(filePath)")),
      store: number,
      feature: feature
    )
    let store = TestStore(initialState: initialState, exhaustivity: .off) {
      RecordedAnswers(recording, store: number, reducer: reducer)
    }
    test.note(initialState)
    for step in replay.steps {
      test.note(step.action)
      test.note(step.state)
    }
    // Values that can't be written are copied from the states of the replay.
    var handled = 0
    let recorded = { (state: State) -> String? in
      replay.steps[handled...].firstIndex { $0.state == state }.map { "replay.steps[\($0)].state" }
    }
    await test.receiveAll(of: store, recorded: recorded)
    for (index, step) in replay.steps.enumerated() where step.isSent {
      handled = index
      let before: State = store.driver.withStoreLock { store.history.cursor }
      _ = store.begin(step.action, assert: nil, at: store.location)
      let after: State = store.driver.withStoreLock { store.history.cursor }
      test.append(
        ReceiveLine.sendText(
          step.action,
          from: before,
          to: after,
          shared: store.lastSentStep,
          literal: test.literal(copyingFrom: recorded(after)),
          otherwise: "replay.steps[\(index)].action"
        )
      )
      await test.receiveAll(of: store, recorded: recorded)
    }
    return test.source(effects: "async throws")
  }

  /// Returns a path relative to the folder of a file.
  private static func path(of url: URL, from file: URL) -> String {
    let own = file.deletingLastPathComponent().standardizedFileURL.pathComponents
    let other = url.standardizedFileURL.pathComponents
    let common = zip(own, other).prefix { $0 == $1 }.count
    // Folders that have only the root in common belong to different programs.
    guard common > 1 else { return url.path }
    return (Array(repeating: "..", count: own.count - common) + other[common...]).joined(separator: "/")
  }
}

private struct NoInitialState: Error, CustomStringConvertible {
  let notices: [String]

  var description: String { "The recording has no state to begin with. \(notices.joined(separator: " "))" }
}

extension RecordedTest where R.Action: Decodable {
  /// Appends the creation of a store that gets its answers from a recording.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - path: The path of the recording.
  ///   - number: The number of the store in it, if it is specified.
  ///   - feature: The source of the closure that creates the feature.
  mutating func begin(state: R.State, recording path: String, store number: Int?, feature: String) {
    let feature = Self.unindented(feature)
    let store = number.map { ", store: \($0)" } ?? ""
    let file =
      path.hasPrefix("/")
      ? "URL(filePath: \(Literal.string(path)))"
      : "URL(filePath: #filePath).deletingLastPathComponent().appending(path: \(Literal.string(path)))"
    let text = literal.ofArguments.text(of: state)
    append("  let recording = try Recording(contentsOf: \(file))")
    append("  let replay = Replay(recording\(store)) \(feature.replacing("\n", with: "\n  ")).run()")
    // Not as an argument, which must not throw.
    if text == nil { append("  let initialState = try #require(replay.initialState)") }
    append("  let store = TestStore(initialState: \(text ?? "initialState")) {")
    append("    RecordedAnswers(recording\(store)) \(feature.replacing("\n", with: "\n    "))")
    append("  }")
    append("  #expect(replay.divergence == nil)")
    append("")
  }
}
