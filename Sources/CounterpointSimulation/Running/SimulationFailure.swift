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
  ///   - repeated: The run as it was asked for.
  ///   - number: The number of runs, this one included.
  ///   - run: The run as it was.
  ///   - shrinking: The run with fewer choices.
  ///   - remains: What that run has left; `nil` if nothing was wanted.
  init(
    _ repeated: RepeatedRun,
    number: Int,
    _ problem: SimulationProblem,
    _ run: SimulationRun,
    _ shrinking: Shrinking,
    _ remains: FailureFolder?
  ) {
    let small = shrinking.best
    var parts = [
      "With seed \(repeated.name) (the \(ordinal(number)) that was tried), a simulation has failed.",
      small.problem?.text ?? problem.text,
    ]
    if !small.events.isEmpty {
      let search = repeated.choices == nil ? ", found in \(shrinking.runs) more runs" : ""
      parts.append(
        """
        The run with \(small.choices.count) of \(run.choices.count) choices that differ from the default\(search), until \
        \(trimmed(VirtualTime.text(small.time))) of virtual time:

        \(SimulationEvent.table(small.events))
        """
      )
    }
    if !small.lastStates.isEmpty {
      parts.append("Its machines at the end:\n\n  \(small.lastStates.prefix(20).joined(separator: "\n  "))")
    }
    if let remains { parts.append(remains.text) }
    if problem.isRepeatable, small.choices.count <= Self.printedChoices {
      parts.append(
        "Repeat this run with a test:\n\n\(Self.test(of: RepeatedRun(repeated.seed, choices: small.choices)))"
      )
    }
    if repeated.choices == nil {
      let command = "\(SeedRange.variable)=\(repeated.seed) swift test"
      let call = "try await simulate(repeating: \"\(repeated.seed)\", story)"
      parts.append("Repeat the whole run with '\(command)', or in a test with '\(call)'.")
    }
    self.init(
      seed: repeated.seed.first,
      seedCount: number,
      expectation: problem.kind == .expectation ? problem.name : nil,
      text: parts.joined(separator: "\n\n")
    )
  }

  /// The number of choices of a printed run, at most. Longer lists say nothing to people.
  private static let printedChoices = 100

  private static func test(of run: RepeatedRun) -> String {
    let escaped = run.description.replacing("\\", with: "\\\\").replacing("\"\"\"", with: "\\\"\"\"")
    let lines = escaped.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
    return """
        @Test func theRunThatHasFailed() async throws {
          try await simulate(
            repeating: \"""
      \(lines)
              \""",
            story
          )
        }
      """
  }

  /// A text that names no seeds.
  ///
  /// - Parameter name: Where it comes from.
  init(unknownSeeds text: String, of name: String) {
    let examples = "a seed such as '17', to those of one run such as '17,830:42', or to a range such as '1...100'"
    self.init(seed: nil, seedCount: 0, expectation: nil, text: "\(name) is '\(text)'. Set it to \(examples).")
  }

  /// A text that is not that of a run.
  init(unknownRun text: String) {
    self.init(
      seed: nil,
      seedCount: 0,
      expectation: nil,
      text: """
        The run to repeat is '\(text)'. Copy the text of a failure: a seed such as '17', the seeds of one run such as '17,830:42', or a \
        seed with its choices, one on each line.
        """
    )
  }

  /// The choices of a run to repeat are about something that its story does not have.
  init(missing places: [String], seed: RunSeed) {
    let names = places.map { "'\($0)'" }.joined(separator: ", ")
    self.init(
      seed: seed.first,
      seedCount: 1,
      expectation: nil,
      text: """
        The run to repeat has choices about \(names), and this story has none. Machines or faults have other names now, so the run is \
        another one: find the failure again with seed \(seed), or remove the test.
        """
    )
  }

  /// The seeds of a run to repeat decide later choices than it has.
  init(seed: RunSeed, choiceCount: Int) {
    self.init(
      seed: seed.first,
      seedCount: 1,
      expectation: nil,
      text: """
        The run to repeat, \(seed), has only \(choiceCount) choices, so its last seed decides nothing. The program or the story has \
        changed, and the run is another one: find the failure again, or remove the test.
        """
    )
  }

  /// A failure that a second run with the same seed does not have.
  init(seed: RunSeed, number: Int, unrepeated problem: SimulationProblem) {
    self.init(
      seed: seed.first,
      seedCount: number,
      expectation: problem.kind == .expectation ? problem.name : nil,
      text: """
        With seed \(seed) (the \(ordinal(number)) that was tried), a simulation has failed, and has not failed in this way when it was \
        repeated with the same seed. Something that the seed does not decide has an influence, such as a global variable that \
        earlier seeds have changed, an object's address, or a file outside of the simulation. The first run has failed with:

        \(problem.text)
        """
    )
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
