import DependencyInjection

/// All that is stored.
public enum SharedStorage {
  /// Writes all changes that wait to be written: for servers that are about to end in another way than by returning from
  /// `main` or calling `exit`; and for all programs that keep values elsewhere, since the end of a program does not wait for these.
  ///
  /// All are tried at once, so that it takes as long as the slowest. Of a storage that can't be reached, each value is tried once.
  ///
  /// - Throws: An error, after all have been tried. Also what was lost before, because somebody else had stored another value,
  ///   unless a `save()` has thrown it.
  public static func flushAll() async throws {
    let own = DependencyValues._current.pendingWrites
    let places = own === PendingWrites.shared ? [own] : [own, PendingWrites.shared]
    let errors = await doAll(
      places.map { place in { @Sendable in try place.flush() } }
        + places.map { place in { @Sendable in try await place.drain() } }
    )
    if let first = errors.first { throw first }
  }
}

/// Does everything at once, to the end, and gives the errors as they come.
func doAll(_ work: [@Sendable () async throws -> Void]) async -> [any Error] {
  await withTaskGroup(of: (any Error)?.self) { group in
    for work in work {
      group.addTask {
        do {
          try await work()
          return nil
        } catch {
          return error
        }
      }
    }
    var errors: [any Error] = []
    for await error in group { if let error { errors.append(error) } }
    return errors
  }
}
