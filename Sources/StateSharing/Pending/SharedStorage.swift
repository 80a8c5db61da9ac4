import DependencyInjection
@_spi(Internals) import DurableFiles

/// The storage of all shared values.
public enum SharedStorage {
  /// Writes all waiting changes, and waits for those that are being written. Files that could not be written before are
  /// tried again.
  ///
  /// Call it in a server that does not end by returning from `main` or calling `exit`. Call it in every program with
  /// remote values, because the end of a program does not wait for remote storage.
  ///
  /// All writes run concurrently, so it takes as long as the slowest. A value whose storage is unreachable is tried
  /// once; a write without an answer is looked up, and repeated if it is not stored. With a timeout, it is tried until
  /// then: a cluster whose members are replaced just now has none that answers for a second or two. A canceled task
  /// waits as well, because a program that is asked to end is often one.
  ///
  /// - Parameter timeout: The maximum duration of the wait for remote storage that fails, by its key's clock; `nil` to
  ///   throw the first failure. It should be shorter than the time that a program has before it is killed.
  /// - Throws: The first error, after all writes have been tried; also the error of an earlier change that was lost
  ///   to a conflict, unless a `save()` has thrown it. ``SharedStorageError/timedOut``.
  public static func flushAll(timeout: Duration? = nil) async throws {
    let own = DependencyValues._current.pendingWrites
    try await flush(own === PendingWrites.shared ? [own] : [own, PendingWrites.shared], timeout)
  }

  /// Writes all waiting changes of the current dependency scope, and none of the program's: when a simulated program
  /// ends.
  ///
  /// - Parameter timeout: The maximum duration of the wait for remote storage that fails.
  /// - Throws: The first error, after all writes have been tried.
  package static func flushScope(timeout: Duration) async throws {
    try await flush([DependencyValues._current.pendingWrites], timeout)
  }

  private static func flush(_ registries: [PendingWrites], _ timeout: Duration?) async throws {
    let errors = await doAll(
      registries.map { registry in { @Sendable in try await flush(registry) } }
        + registries.map { registry in { @Sendable in try await registry.drain(within: timeout) } }
    )
    if let first = errors.first { throw first }
  }

  private static func flush(_ writes: PendingWrites) async throws {
    try await withCheckedThrowingContinuation { continuation in
      CurrentFileSystem.value.perform { continuation.resume(with: Result { try writes.flushAndWait() }) }
    }
  }
}

/// Runs functions concurrently, also in a canceled task, and returns their errors in the order of completion.
func doAll(_ work: [@Sendable () async throws -> Void]) async -> [any Error] {
  // In a task of its own, which the cancellation of the caller does not reach.
  await Task {
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
  }.value
}
