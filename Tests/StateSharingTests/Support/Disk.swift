import DependencyInjection
@_spi(Internals) import DurableFiles
import StateSharing

/// Runs an operation with the real file system, whose calls a test can fail.
func withDisk<Result>(
  clock: (any Clock<Duration>)? = nil,
  limit: Int = 1 << 28,
  grace: (duration: Duration, clock: any Clock<Duration>)? = nil,
  layer: FileLayer = FileLayer(),
  operation: () async throws -> Result
) async rethrows -> Result {
  try await withDependencies {
    $0.defaultFileStorage = .disk(layer: layer, clock: clock, limit: limit, grace: grace)
  } operation: {
    try await operation()
  }
}
