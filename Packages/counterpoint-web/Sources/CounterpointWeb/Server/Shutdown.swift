@_spi(Internals) import CounterpointSupport
import ServiceLifecycle
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The readiness of a server for new sessions.
final class Readiness: Sendable {
  private let ready = Locked(true)

  var isReady: Bool { ready.withLock { $0 } }

  /// Makes all further readiness checks fail.
  func turnOff() { ready.withLock { $0 = false } }
}

/// Shuts a server down within a deadline, independently of its clients.
struct Shutdown: Sendable {
  let deadline: Duration
  let drainDelay: Duration
  let readiness: Readiness
  let sleep: @Sendable (Duration) async throws -> Void
  /// Stops accepting connections, ends event streams, and lets running responses finish.
  let close: @Sendable () async -> Void
  /// Closes all connections by force.
  let abort: @Sendable () -> Void

  /// Waits for a stop request, then ends the server: gracefully at first, by force at the deadline or at the second
  /// stop request.
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

/// The actions of the process for SIGTERM and SIGINT before a server traps them.
///
/// Dispatch leaves its handlers installed after the last signal source is released, and they swallow the signals.
/// After the end of the server, a further signal must end the process, for example while it waits for a disk.
struct SignalActions {
  #if !os(Windows)
  private var actions: [(signal: Int32, action: sigaction)] = []
  #endif

  /// Saves the current actions.
  init() {
    #if !os(Windows)
    for signal in [SIGTERM, SIGINT] {
      var action = sigaction()
      if unsafe sigaction(signal, nil, &action) == 0 { actions.append((signal, action)) }
    }
    #endif
  }

  /// Restores the saved actions.
  func restore() {
    #if !os(Windows)
    for (signal, action) in actions {
      var action = action
      _ = unsafe sigaction(signal, &action, nil)
    }
    #endif
  }
}
