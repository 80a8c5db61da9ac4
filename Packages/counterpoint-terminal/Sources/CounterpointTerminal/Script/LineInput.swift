import Foundation
@_spi(Internals) internal import CounterpointSupport

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
/// mebibyte is split. Create only one input for a descriptor, because it reads ahead.
public final class LineInput: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// The length of the prefix of `bytes` that has no line break.
    var searched = 0
    var hasEnded = false
    /// Whether a thread is waiting for bytes.
    var isWatched = false
    var waiter: CheckedContinuation<Void, Never>?
    /// Whether the next wait returns at once.
    var isWoken = false
  }

  private static let lineFeed: UInt8 = 0x0A
  private static let longestLine = 1 << 20

  private let descriptor: Int32
  private let state = Locked(State())

  /// Creates an input. It reads nothing before the first line is played.
  ///
  /// - Parameter descriptor: The file, pipe or terminal to read. 0 is standard input. The input duplicates the
  ///   descriptor. If it is closed, the input has no lines.
  public init(descriptor: Int32 = 0) {
    // Duplicated, because the number could later belong to another file, and the waiting thread would read from it.
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    let isMissing = self.descriptor < 0
    state.withLock { $0.hasEnded = isMissing }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// A line that has already arrived, or the end.
  enum Arrival {
    /// A line without its line break.
    case line([UInt8])
    case end
  }

  /// Removes and returns the next line; `nil` if it hasn't arrived. Does not wait.
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

  /// Waits until ``next()`` has a result, or until a call of ``wake()``. May return earlier.
  ///
  /// Only one task may wait at a time. A separate thread waits for the descriptor, because no asynchronous interface
  /// supports files, pipes and terminals.
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
      if startsThread { startThread(named: "line input") { self.watch() } }
    }
  }

  /// Ends the current wait, or the next one if no task is waiting.
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
