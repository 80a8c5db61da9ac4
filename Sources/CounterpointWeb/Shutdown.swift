#if Web
import CounterpointSupport
import ServiceLifecycle

/// Whether a server takes new visitors.
final class Readiness: Sendable {
  private let ready = Locked(true)

  var isReady: Bool { ready.withLock { $0 } }

  /// Fails the readiness checks from now on.
  func turnOff() { ready.withLock { $0 = false } }
}

/// Ends a server in a bounded time, whatever its clients do.
struct Shutdown: Sendable {
  let deadline: Duration
  let drainDelay: Duration
  let readiness: Readiness
  let sleep: @Sendable (Duration) async throws -> Void
  /// Stops accepting connections, ends event streams, and lets running responses finish.
  let close: @Sendable () async -> Void
  /// Closes all connections.
  let abort: @Sendable () -> Void

  /// Waits for a request to stop, and ends the server: gracefully at first, by force at the deadline or at the second
  /// request.
  ///
  /// Returns early when its task is canceled, because the server has ended.
  func run(stops: AsyncStream<Void>) async {
    var requests = stops.makeAsyncIterator()
    guard await requests.next() != nil else { return }
    readiness.turnOff()
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await wait(deadline) }
      group.addTask {
        for await _ in stops { return true }
        return false
      }
      group.addTask {
        _ = await wait(drainDelay)
        await close()
        return false
      }
      for await isOver in group where isOver { break }
      group.cancelAll()
      guard !Task.isCancelled else { return }
      abort()
      await close()
    }
  }

  private func wait(_ duration: Duration) async -> Bool {
    (try? await sleep(duration)) != nil
  }
}
#endif
