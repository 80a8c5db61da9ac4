import StateSharing
import StateSharingTestSupport

/// A number that is stored in an engine and has been loaded.
func counter(
  _ value: Int = 0,
  in engine: InMemorySharedEngine<Int>,
  program: String = "",
  limit: Int = 1_000,
  resolve: @escaping @Sendable (Int?, Int, Int?) -> Int? = { _, _, _ in nil }
) async throws -> Shared<Int> {
  if engine.stored("count").value == nil { engine.store(value, in: "count") }
  return try await Shared(
    require: .engine("count", engine, program: program, maximumOfWaitingChanges: limit, resolve: resolve)
  )
}

/// Merges counters by adding both increments.
@Sendable func adding(base: Int?, mine: Int, theirs: Int?) -> Int? {
  (theirs ?? 0) + mine - (base ?? 0)
}

extension Shared where Value: Sendable & Equatable {
  /// Waits until the value changes.
  func becomes(_ wanted: Value) async {
    for await value in values where value == wanted { return }
  }
}
