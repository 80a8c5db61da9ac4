import Foundation

/// Runs steps of a seed until one fails, and then finds few steps that fail alike.
@FuzzActor
struct Fuzzer {
  let seed: UInt64

  /// The result of some steps.
  struct Outcome: Sendable {
    var counts = FuzzCounts()
    var failure: Failure?
  }

  struct Failure: Sendable {
    var kind: String
    var message: String
    /// The steps that fail, in order.
    var steps: [Int]
    var log: [String]
  }

  /// Takes steps until one fails.
  func run(_ steps: [Int], isLogged: Bool = false, deadline: Duration = .seconds(30)) async -> Outcome {
    let run = FuzzRun(seed: seed, isLogged: isLogged, deadline: deadline)
    for (count, step) in steps.enumerated() {
      do {
        try await run.take(step)
      } catch {
        let failure = error as? FuzzFailure ?? FuzzFailure(kind: "error", message: "\(error)")
        return Outcome(
          counts: run.counts,
          failure: Failure(
            kind: failure.kind,
            message: failure.message,
            steps: Array(steps.prefix(count + 1)),
            log: run.log ?? []
          )
        )
      }
    }
    return Outcome(counts: run.counts)
  }

  /// Leaves out steps as long as the rest fails in the same way.
  func shrink(_ failure: Failure) async -> Failure {
    var best = failure
    var size = best.steps.count / 2
    var runs = 0
    while size > 0, runs < 400 {
      var start = 0
      while start < best.steps.count, runs < 400 {
        var steps = best.steps
        steps.removeSubrange(start..<min(start + size, steps.count))
        runs += 1
        if let shorter = await run(steps, deadline: .milliseconds(200)).failure, shorter.kind == failure.kind {
          best = shorter
        } else {
          start += size
        }
      }
      size /= 2
    }
    return await run(best.steps, isLogged: true).failure ?? best
  }
}
