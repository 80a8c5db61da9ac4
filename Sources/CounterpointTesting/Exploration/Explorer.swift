import CounterpointCore
@_spi(Internals) import CounterpointSupport
import DependencyInjection
import IssueReporting
import StateSharing

/// Searches the sequences of steps of a feature for a failure.
struct Explorer<State, Action> {
  private typealias Run = ExplorationRun<State, Action>

  /// A failure, and the choices that lead to it.
  struct Found {
    let failure: ExplorationFailure
    let choices: [Int]
    let steps: [OrderStep]
    let actions: [ExploredAction<Action>]
  }

  /// A state, by the last step that leads to it.
  private struct Node {
    let parent: Int32
    let choice: UInt16
    let choiceCount: UInt16
  }

  let feature: ExploredFeature<State, Action>
  let budget: ExplorationBudget
  let issues = ExplorationIssues()
  private let start = ContinuousClock.now
  private(set) var report = ExplorationReport<Action>()

  init(of feature: ExploredFeature<State, Action>, budget: ExplorationBudget) {
    self.feature = feature
    self.budget = budget
  }

  /// Runs all sequences of up to a number of steps, and returns the first failure.
  nonisolated(nonsending) mutating func exhaust(to depth: Int) async -> Found? {
    var visited: Set<Fingerprint> = []
    var nodes: [Node] = []
    // The initial state.
    let (root, count) = await run([]) { run in
      visited.insert(run.fingerprint())
      return await Self.inspect(run, [])
    }
    if let root { return root }
    nodes.append(Node(parent: -1, choice: 0, choiceCount: UInt16(clamping: count ?? 0)))
    var level = 0..<1
    report.depth = 0
    while report.depth < depth, !level.isEmpty {
      for index in level {
        for choice in 0..<Int(nodes[index].choiceCount) {
          if let limit = exceededLimit(nodes.count) {
            report.limit = limit
            return nil
          }
          let path = path(to: index, in: nodes) + [choice]
          let (found, count) = await self.run(path) { run in
            guard visited.insert(run.fingerprint()).inserted else { return (nil, nil as Int?) }
            return await Self.inspect(run, path)
          }
          if let found { return found }
          guard let count else { continue }
          nodes.append(Node(parent: Int32(index), choice: UInt16(choice), choiceCount: UInt16(clamping: count)))
          report.states = nodes.count
        }
      }
      level = level.upperBound..<nodes.count
      report.depth += 1
    }
    report.isComplete = level.isEmpty
    if report.isComplete { report.depth -= 1 }
    return nil
  }

  /// Runs random sequences, and returns the first failure, shortened.
  nonisolated(nonsending) mutating func sample(seed: Int, runs: Int, depth: Int) async -> Found? {
    var random = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
    report.seed = seed
    report.depth = depth
    for _ in 0..<runs {
      if let limit = exceededLimit(0) {
        report.limit = limit
        return nil
      }
      let choices = (0..<depth).map { _ in Int.random(in: 0..<0x1_0000, using: &random) }
      guard let found = await sequence(choices) else { continue }
      return await shortened(found)
    }
    return nil
  }

  /// Returns the shortest failure of the same kind, as far as the budget allows.
  private nonisolated(nonsending) mutating func shortened(_ found: Found) async -> Found {
    var best = found
    var index = best.choices.count - 1
    while index >= 0, exceededLimit(0) == nil {
      if index < best.choices.count {
        var choices = best.choices
        choices.remove(at: index)
        if let shorter = await sequence(choices), shorter.failure.kind == found.failure.kind {
          best = shorter
          index = best.choices.count
        }
      }
      index -= 1
    }
    // Removing single steps ends in local minima.
    let report = report
    let shortest = best.choices.count > 1 ? await exhaust(to: best.choices.count - 1) : nil
    self.report = report
    return shortest ?? best
  }

  /// Runs a sequence of choices, each modulo the number of choices, up to the first failure.
  private nonisolated(nonsending) mutating func sequence(_ choices: [Int]) async -> Found? {
    await run([]) { run in
      var taken: [Int] = []
      for choice in choices {
        let possible = run.choices()
        guard !possible.isEmpty else {
          guard run.hasEffects else { break }
          return (Found(failure: run.deadlock, choices: taken, steps: run.steps, actions: run.actions), nil as Void?)
        }
        let choice = choice % possible.count
        taken.append(choice)
        if let failure = await run.perform(possible[choice], choice: choice, checks: true) {
          return (Found(failure: failure, choices: taken, steps: run.steps, actions: run.actions), nil as Void?)
        }
      }
      let (steps, actions) = (run.steps, run.actions)
      guard run.hasEffects, let failure = await run.runToEnd() else { return (nil, nil) }
      return (Found(failure: failure, choices: taken, steps: steps, actions: actions), nil)
    }.0
  }

  /// Runs a path, and then a closure. The last step is checked, the others were checked before.
  private nonisolated(nonsending) mutating func run<Result>(
    _ path: [Int],
    _ body: nonisolated(nonsending) (ExplorationRun<State, Action>) async -> (Found?, Result?)
  ) async -> (Found?, Result?) {
    report.runs += 1
    let script = OrderScript()
    let values = DependencyValues._current.withFreshDefaultsAndPreparedValues
    return await reportingIssues(to: [issues]) {
      await OrderScript.$current.bind(script) {
        await DependencyValues.$_current.bind(values) {
          let run = Run(of: feature, script: script, issues: issues, isolation: #isolation)
          defer { run.end() }
          if let failure = await run.begin(checks: path.isEmpty) {
            return (Found(failure: failure, choices: [], steps: [], actions: []), nil)
          }
          for (index, choice) in path.enumerated() {
            let possible = run.choices()
            let isLast = index == path.count - 1
            guard choice < possible.count else { return (nil, nil) }
            guard let failure = await run.perform(possible[choice], choice: choice, checks: isLast) else { continue }
            return (Found(failure: failure, choices: path, steps: run.steps, actions: run.actions), nil)
          }
          return await body(run)
        }
      }
    }
  }

  /// Returns the number of choices of a new state, or the failure that it leads to by itself.
  private static nonisolated(nonsending) func inspect(
    _ run: ExplorationRun<State, Action>,
    _ path: [Int]
  ) async -> (Found?, Int?) {
    let count = run.choices().count
    let (steps, actions) = (run.steps, run.actions)
    if count == 0, run.hasEffects {
      return (Found(failure: run.deadlock, choices: path, steps: steps, actions: actions), nil)
    }
    if run.mayHaveStartedEffects, let failure = await run.runToEnd() {
      return (Found(failure: failure, choices: path, steps: steps, actions: actions), nil)
    }
    return (nil, count)
  }

  private func path(to node: Int, in nodes: [Node]) -> [Int] {
    var path: [Int] = []
    var index = node
    while index > 0 {
      path.append(Int(nodes[index].choice))
      index = Int(nodes[index].parent)
    }
    return path.reversed()
  }

  /// Returns the limit of the budget that is exceeded, as text.
  private func exceededLimit(_ states: Int) -> String? {
    if states >= budget.states { return "\(budget.states) states" }
    // A set has at most twice the capacity that it needs.
    let bytes = states * (MemoryLayout<Node>.stride + 2 * MemoryLayout<Fingerprint>.stride)
    if bytes >= budget.memory { return "\(budget.memory) bytes" }
    return start.duration(to: .now) >= budget.time ? "\(budget.time)" : nil
  }
}

/// Collects the issues that are reported during an exploration.
final class ExplorationIssues: IssueReporter {
  private let first = Locked<String?>(nil)

  /// Removes the issues, and returns the first one.
  func take() -> String? {
    first.withLock { first in
      defer { first = nil }
      return first
    }
  }

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let message = message() ?? "An issue was reported."
    first.withLock { if $0 == nil { $0 = message } }
  }
}
