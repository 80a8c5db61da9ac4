import CounterpointSimulation
import Testing

/// Runs a simulation that must fail, and returns its failure.
func failure(
  seeds: some Sequence<Int>,
  patience: Int = 20,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ story: @escaping @Sendable (World) async throws -> Void
) async throws -> SimulationFailure {
  do {
    try await simulate(seeds: seeds, patience: patience, story)
  } catch let failure as SimulationFailure {
    return failure
  }
  Issue.record("The simulation has not failed.", sourceLocation: sourceLocation)
  throw CancellationError()
}
