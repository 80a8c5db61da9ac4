import CounterpointCore
@_spi(Internals) import CounterpointSupport
import DependencyInjection
import IssueReporting
import StateSharing

/// Writes the steps of an exploration into a ``StepsFile``, as a test that repeats them.
///
/// A step that was run with the same steps before it is not written as Swift again, so a run costs one statement and
/// one write to the file for each step.
final class ExploredSteps<Action> {
  /// A step as it is written.
  private struct Written {
    let choice: Int
    let step: OrderStep
    /// The statement of the test; `nil` for a step that the order performs.
    let statement: String?
  }

  /// The possible actions in a test.
  private static var taken: String { "actions(store.state)" }
  /// The statement that runs the effects.
  private static var settling: String { "  await store.skipReceivedActions(strict: false)" }

  private let file: StepsFile
  private let literal: Literal
  /// The source of the test: up to the order, up to the statements, and the rest.
  private let source: [Substring]
  /// The declaration of the closure that returns the actions; `nil` if its source is unknown.
  private let actions: String?
  private var written: [Written] = []
  /// The number of steps that have been run.
  private var count = 0
  /// Whether the file has been written.
  private var hasBegun = false

  /// - Parameters:
  ///   - reducer: The type of the feature.
  ///   - initialState: Creates the initial state with dependencies, if its source is unknown.
  ///   - prepared: The shared values that the test of the exploration has prepared.
  ///   - location: The call of `explore`.
  init<R: Reducer>(
    of reducer: R.Type,
    from initialState: (DependencyValues) -> R.State,
    prepared: [ExploredSharedValues.Prepared],
    at location: CounterpointSupport.SourceLocation
  ) where R.Action == Action, R.State: Equatable {
    file = StepsFile(of: "explore", at: location)
    let gap = String(Target.gap)
    var test = RecordedTest(of: R.self, named: "explored", besides: location)
    let exploration = CallSource(of: "explore", at: location)
    test.prepare(prepared)
    test.begin(
      state: withIssueReporters([ExplorationIssues()]) {
        initialState(DependencyValues._current.withFreshDefaultsAndPreparedValues)
      },
      exploration?.creatingStore(closures: ["reducer", "withDependencies"])
    )
    test.append("  store.exhaustivity = .off")
    test.append(gap)
    test.wrap(in: "await withOrder(\(gap))")
    let comment = "// The process stopped while \(file.call) ran these steps. This test repeats them."
    // The line of the statements has been indented.
    let text = "\(comment)\n\(test.source())".replacing("\n  \(gap)", with: "\n\(gap)")
    source = text.split(separator: gap, omittingEmptySubsequences: false)
    literal = test.literal
    actions = ExploredTest<R>.declarationOfActions(in: exploration)
  }

  /// Removes the file, because the exploration has ended.
  func remove() {
    file.remove()
  }

  /// Begins a run.
  func begin() {
    count = 0
    if !hasBegun { write() }
    hasBegun = true
  }

  /// Writes a step that is about to be run.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - choice: Its index among the steps that were possible.
  func willPerform(_ step: ExplorationStep<Action>, choice: Int) {
    if count == written.count || written[count].choice != choice {
      written.removeSubrange(count...)
      written.append(Written(choice: choice, step: step.orderStep, statement: statement(of: step)))
    }
    count += 1
    write()
  }

  /// Writes that everything that is ready is about to be run.
  func willRunToEnd() {
    write(isAtEnd: true)
  }

  private func statement(of step: ExplorationStep<Action>) -> String? {
    switch step {
    case .send(let action, let index):
      let taken = actions == nil ? nil : "\(Self.taken)[\(index)]"
      return ReceiveLine.sendCall(action, literal: literal, otherwise: taken).text
    case .order(.time): return "  await store.advanceToNextDeadline()"
    case .order: return nil
    }
  }

  private func write(isAtEnd: Bool = false) {
    guard source.count == 3 else { return }
    let written = written[..<count]
    let order = written.map(\.step) + (isAtEnd ? [.rest] : [])
    var statements = written.compactMap(\.statement)
    if let actions, statements.contains(where: { $0.contains(Self.taken) }) { statements.insert(actions, at: 0) }
    // Effects of the initial state run before the first statement.
    if let first = order.first, !first.isOfTest { statements.insert(Self.settling, at: 0) }
    let lines = (statements + [Self.settling]).flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let text = lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    file.write("\(source[0])\(order.source)\(source[1])\(text)\(source[2])")
  }
}
