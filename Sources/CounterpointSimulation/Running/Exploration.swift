/// Prefers runs that begin as a run that has reached something rare.
///
/// A run with a new seed reaches what is likely. What is rare is a beginning for others: they repeat the choices until
/// then, and go on with seeds of their own. So a fault behind several rare events in a row needs about the sum of the
/// runs that each event needs, and not their product. Each point counts the runs that have reached it, so a point from
/// which runs begin again and again is soon no longer rare.
///
/// Only a fourth of the runs begins so: if nothing needs several rare events, new seeds reach a little more.
struct Exploration {
  private struct Reached {
    var runCount = 0
    /// The beginning of the first run that has reached the point, and the number of its choices.
    let seed: RunSeed
    let choiceCount: Int
  }

  private var points: [CoveragePoint: Reached] = [:]
  private var runCount = 0
  /// The number of states that runs have reached.
  private(set) var stateCount = 0

  /// The number of runs before the first that begins as another one. They show what is usual.
  private static let freshRuns = 100
  /// The number of seeds of a run, at most. Longer lists would say nothing to people.
  private static let seedLimit = 4

  /// Returns the seeds of the next run. Every fourth one begins as another run.
  ///
  /// - Parameter seed: The seed that decides the rest of the run.
  func next(_ seed: RunSeed) -> RunSeed {
    guard seed.changes.isEmpty, runCount >= Self.freshRuns, runCount % 4 == 3 else { return seed }
    let bits = Bits.mixed(UInt64(bitPattern: Int64(seed.first)))
    let rarest = points.filter { $0.value.seed.changes.count < Self.seedLimit - 1 }.min { left, right in
      let (first, second) = (left.value.runCount, right.value.runCount)
      return first == second ? left.key.bits ^ bits < right.key.bits ^ bits : first < second
    }
    return rarest.map { $0.value.seed.continued(by: seed.first, from: $0.value.choiceCount) } ?? seed
  }

  /// Adds what a run has reached.
  mutating func add(_ coverage: Coverage, of seed: RunSeed) {
    runCount += 1
    for (point, count) in coverage.points {
      if points[point] == nil, case .state = point { stateCount += 1 }
      points[point, default: Reached(seed: seed.prefix(count), choiceCount: count)].runCount += 1
    }
  }
}
