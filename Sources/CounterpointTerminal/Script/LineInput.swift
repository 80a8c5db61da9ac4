import Foundation
internal import CounterpointSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Lines of text, read from a file descriptor as they arrive.
///
/// Play them with ``Script/play(_:size:prompt:perform:screen:output:)``. Memory is bounded: a line of more than a
/// mebibyte is cut into several. Create one input for a descriptor, because it reads ahead.
public final class LineInput: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// The number of bytes at the start of `bytes` without a line break among them.
    var searched = 0
    var hasEnded = false
    /// Whether a thread waits for bytes.
    var isWatched = false
    var waiter: CheckedContinuation<Void, Never>?
    /// Whether the next wait returns at once.
    var isWoken = false
  }

  private static let lineFeed: UInt8 = 0x0A
  private static let longestLine = 1 << 20

  private let descriptor: Int32
  private let state = Locked(State())

  /// Creates an input. Nothing is read before the first line is played.
  ///
  /// - Parameter descriptor: The file, pipe or terminal to read; 0 is standard input. The input duplicates it. An
  ///   input without a descriptor, for example because standard input is closed, has no lines.
  public init(descriptor: Int32 = 0) {
    // The thread that waits could otherwise read from another file that gets the number later.
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    let isMissing = self.descriptor < 0
    state.withLock { $0.hasEnded = isMissing }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// A line that has arrived already, or the end.
  enum Arrival {
    /// A line without its line break.
    case line([UInt8])
    case end
  }

  /// Takes the next line if it has arrived; `nil` if it hasn't. Does not wait.
  func next() -> Arrival? {
    state.withLock { state in
      guard let end = lineEnd(&state) else { return nil }
      if state.bytes.isEmpty { return .end }
      var line = Array(state.bytes.prefix(end))
      state.bytes.removeFirst(min(end + 1, state.bytes.count))
      state.searched = 0
      if line.last == 0x0D { line.removeLast() }
      return .line(line)
    }
  }

  /// Waits until ``next()`` has a result, or until ``wake()`` is called. May return earlier.
  ///
  /// For one task at a time. A thread of its own waits for the descriptor, because no asynchronous interface supports
  /// files, pipes and terminals alike.
  func wait() async {
    await withCheckedContinuation { continuation in
      let (isDone, startsThread) = state.withLock { state in
        guard lineEnd(&state) == nil, !state.isWoken else {
          state.isWoken = false
          return (true, false)
        }
        state.waiter = continuation
        defer { state.isWatched = true }
        return (false, !state.isWatched)
      }
      if isDone { continuation.resume() }
      if startsThread { Thread.detachNewThread { self.watch() } }
    }
  }

  /// Ends a wait: the one that is under way, or else the next one.
  func wake() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      state.isWoken = state.waiter == nil
      return state.waiter
    }
    waiter?.resume()
  }

  private func watch() {
    var isWatching = true
    while isWatching {
      _ = isReady(timeout: -1)
      let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
        guard lineEnd(&state) != nil else { return nil }
        isWatching = false
        state.isWatched = false
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume()
    }
  }

  /// Returns the number of bytes in the next line after reading all available bytes; `nil` if the line isn't
  /// complete.
  private func lineEnd(_ state: inout State) -> Int? {
    while true {
      if let end = state.bytes[state.searched...].firstIndex(of: Self.lineFeed) { return end }
      state.searched = state.bytes.count
      if state.bytes.count >= Self.longestLine || state.hasEnded { return state.bytes.count }
      guard isReady(timeout: 0) else { return nil }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count > 0 {
        state.bytes += buffer.prefix(count)
      } else if count == 0 || errno != EINTR && errno != EAGAIN {
        state.hasEnded = true
      }
    }
  }

  private func isReady(timeout: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waiting, 1, timeout) > 0
  }
}
