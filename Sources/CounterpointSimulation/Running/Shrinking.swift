/// Removes choices from a failing run while the failure stays the same.
struct Shrinking {
  private let problem: SimulationProblem
  private let repeatRun: (_ choices: [Choice], _ timeLimit: Int64) async -> SimulationRun
  /// The smallest failing run so far.
  private(set) var best: SimulationRun
  private(set) var runs = 0
  /// The number of steps of all runs after which the smallest run so far is good enough. Counted in steps, because real
  /// time would make the result depend on the machine.
  private let limit: Int
  private var steps = 0

  init(
    _ run: SimulationRun,
    problem: SimulationProblem,
    limit: Int = 1_000_000,
    repeating repeatRun: @escaping (_ choices: [Choice], _ timeLimit: Int64) async -> SimulationRun
  ) {
    best = run
    self.problem = problem
    self.limit = limit
    self.repeatRun = repeatRun
  }

  /// Removes all choices about machines, half of them first, then whole kinds of choices, then all choices about a
  /// place, then halves, quarters and so on to single ones.
  mutating func shrink() async {
    await removeMachines()
    for kind in ChoiceKind.allCases where kind != .presence { await keep { $0.key.kind != kind } }
    let places = Set(best.choices.map(\.key.place)).sorted { $0.name < $1.name }
    for place in places {
      for kind in ChoiceKind.allCases { await keep { $0.key.kind != kind || $0.key.place != place } }
    }
    var size = best.choices.count / 2
    while size > 0, steps < limit {
      var start = 0
      var isSmaller = false
      while start < best.choices.count, steps < limit {
        let range = start..<min(start + size, best.choices.count)
        let rest = best.choices.indices.filter { !range.contains($0) }.map { best.choices[$0] }
        if await accept(rest) { isSmaller = true } else { start += size }
      }
      if size > 1 { size /= 2 } else if !isSmaller { break }
    }
  }

  /// First, because a run with fewer machines is shorter.
  private mutating func removeMachines() async {
    var machines = Set(best.choices.flatMap(\.machines)).sorted()
    var size = (machines.count + 1) / 2
    while size > 0 {
      var start = 0
      while start < machines.count, steps < limit {
        let range = start..<min(start + size, machines.count)
        let removed = Set(machines[range])
        if await keep({ removed.isDisjoint(with: $0.machines) }) {
          machines.removeSubrange(range)
        } else {
          start += size
        }
      }
      size = size == 1 ? 0 : (size + 1) / 2
    }
  }

  /// - Returns: Whether the choices are gone.
  @discardableResult
  private mutating func keep(_ isKept: (Choice) -> Bool) async -> Bool {
    let rest = best.choices.filter(isKept)
    if rest.count == best.choices.count { return true }
    return steps < limit ? await accept(rest) : false
  }

  /// Repeats the run with fewer choices, and adopts it if it fails in the same way.
  private mutating func accept(_ choices: [Choice]) async -> Bool {
    runs += 1
    // A run that has not failed some time later would most often cost all its time and not fail.
    let run = await repeatRun(choices, best.time + max(1_000_000_000, best.time / 4))
    steps += run.trace.count
    guard let found = run.problem, found.isSame(as: problem), run.choices.count < best.choices.count else {
      return false
    }
    best = run
    return true
  }
}
