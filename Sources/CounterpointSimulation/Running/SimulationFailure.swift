/// The failure of a simulation.
public struct SimulationFailure: Error, Sendable {
  /// The seed of the run that has failed, or at least of its beginning; `nil` if no run was possible.
  public let seed: Int?
  /// The number of seeds that were tried, this one included.
  public let seedCount: Int
  /// The expectation that does not hold; `nil` for another failure.
  public let expectation: String?
  private let text: String

  init(seed: Int?, seedCount: Int, expectation: String?, text: String) {
    self.seed = seed
    self.seedCount = seedCount
    self.expectation = expectation
    self.text = text
  }

  /// The failure of a run.
  ///
  /// - Parameters:
  ///   - run: The run as the seed has decided.
  ///   - shrinking: The run with fewer choices.
  ///   - remains: What that run has left; `nil` if nothing was wanted.
  init(
    seed: RunSeed,
    seedCount: Int,
    _ problem: SimulationProblem,
    _ run: SimulationRun,
    _ shrinking: Shrinking,
    _ remains: FailureFolder?
  ) {
    let small = shrinking.best
    let kept = small.choices.prefix(20).map { choice in
      "  \(choice.key.kind.rawValue) of '\(choice.key.place.name)', number \(choice.key.number): \(choice.value)"
    }
    let others = small.choices.count - kept.count
    let list = (kept + (others > 0 ? ["  … and \(others) more"] : [])).joined(separator: "\n")
    var parts = [
      "With seed \(seed) (the \(ordinal(seedCount)) that was tried), a simulation has failed.",
      small.problem?.text ?? problem.text,
    ]
    if !small.events.isEmpty {
      parts.append(
        """
        The run with \(small.choices.count) of \(run.choices.count) choices that differ from the default, found in \
        \(shrinking.runs) more runs, until \(trimmed(VirtualTime.text(small.time))) of virtual time:

        \(SimulationEvent.table(small.events))
        """
      )
    }
    if !small.lastStates.isEmpty {
      parts.append("Its machines at the end:\n\n  \(small.lastStates.prefix(20).joined(separator: "\n  "))")
    }
    if !list.isEmpty { parts.append("Its choices:\n\n\(list)") }
    if let remains { parts.append(remains.text) }
    let command = "\(SeedRange.variable)=\(seed) swift test"
    parts.append(
      """
      Repeat the whole run with '\(command)', or with a test:

        @Test func theRunThatHasFailed() async throws { try await simulate(repeating: "\(seed)", story) }
      """
    )
    self.init(
      seed: seed.first,
      seedCount: seedCount,
      expectation: problem.kind == .expectation ? problem.name : nil,
      text: parts.joined(separator: "\n\n")
    )
  }

  /// A text that names no seeds.
  ///
  /// - Parameter name: Where it comes from.
  init(unknownSeeds text: String, of name: String) {
    let examples = "a seed such as '17', to those of one run such as '17,830:42', or to a range such as '1...100'"
    self.init(seed: nil, seedCount: 0, expectation: nil, text: "\(name) is '\(text)'. Set it to \(examples).")
  }

  /// A run that differs from another one with the same seed.
  init(seed: RunSeed, differingAt difference: Trace.Difference) {
    self.init(
      seed: seed.first,
      seedCount: 1,
      expectation: nil,
      text: """
        Two runs with seed \(seed) differ at step \(difference.number):

        \(difference.table)

        Something that the seed does not decide has an influence: the order of a set or a dictionary, an object's address, 'UUID()', a \
        process number, a file outside of the simulation, or a global variable that the first run has changed.
        """
    )
  }
}

extension SimulationFailure: CustomStringConvertible {
  /// The seed, the broken expectation, a table of events with virtual times, and the choices that are enough.
  public var description: String { text }
}

private func ordinal(_ number: Int) -> String {
  let isTeen = (11...13).contains(number % 100)
  let ending = isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
  return "\(number)\(ending)"
}

private func trimmed(_ text: String) -> String { String(text.drop { $0 == " " }) }
