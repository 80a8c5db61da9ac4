internal import CounterpointTerminalSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads keys and notices and writes what the terminal could not take at once, on a thread of its own, until the
/// session ends.
final class TerminalEventLoop {
  private let device: TerminalDevice
  private let controlKeys: ControlKeys
  private let notices = counterpoint_terminal_notices()
  private var decoder: KeyDecoder
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// The time at which an unfinished key sequence ends; `nil` while there is none, or while no keys are read.
  private var flushTime: ContinuousClock.Instant?

  private init(device: TerminalDevice, controlKeys: ControlKeys, escapeDelay: Duration) {
    self.device = device
    self.controlKeys = controlKeys
    decoder = KeyDecoder(escapeDelay: escapeDelay)
  }

  /// Starts the thread.
  ///
  /// - Returns: Its handle, to wait for its end.
  static func start(
    device: TerminalDevice,
    controlKeys: ControlKeys,
    escapeDelay: Duration
  ) throws(TerminalError) -> UInt {
    let new = TerminalEventLoop(device: device, controlKeys: controlKeys, escapeDelay: escapeDelay)
    // The reference goes to the thread, which is the only one that uses the loop.
    let loop = unsafe Unmanaged.passRetained(new)
    var handle: UInt = 0
    let failure = unsafe counterpoint_terminal_thread_start(
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<TerminalEventLoop>.fromOpaque(context).takeRetainedValue().run()
      },
      loop.toOpaque(),
      &handle
    )
    guard failure == 0 else {
      unsafe loop.release()
      throw .system(call: "pthread_create", code: failure)
    }
    return handle
  }

  private func run() {
    while waitAndServe() {}
  }

  /// Waits for one of the sources and serves it; `false` when the session has ended.
  private func waitAndServe() -> Bool {
    let room = device.events.room()
    let plan = device.pendingOutput()
    updateFlushTime(isReading: room > 0)
    let ready = counterpoint_terminal_wait(
      device.descriptors.input,
      room > 0,
      device.descriptors.output,
      plan.isBlocked,
      milliseconds(until: [flushTime, plan.frameTime])
    )
    if ready < 0 { return ready == -EINTR || lost() }
    // A request to end overtakes everything, and a full pipe does not lose it.
    let request = counterpoint_terminal_requested_end()
    if request != 0 { return end(.interrupted(TerminalSignal(rawValue: request) ?? .terminate)) }
    if ready & Int32(counterpoint_terminal_has_notice) != 0, !readNotices() { return false }
    if ready & Int32(counterpoint_terminal_is_lost) != 0 { return lost() }
    if ready & Int32(counterpoint_terminal_has_input) != 0 {
      if !readKeys(atMost: room) { return false }
    } else if let flushTime, flushTime <= .now {
      self.flushTime = nil
      if !handle(decoder.flush()) { return false }
    }
    device.advance()
    return true
  }

  /// Keeps the pause after an unfinished sequence apart from other wakeups. The pause begins again after keys were left
  /// in the system's buffer, because the rest of the sequence may be there.
  private func updateFlushTime(isReading: Bool) {
    guard isReading, let delay = decoder.flushDelay else {
      flushTime = nil
      return
    }
    if flushTime == nil { flushTime = .now + delay }
  }

  /// The time until the first of some instants; -1 if there is none.
  private func milliseconds(until instants: [ContinuousClock.Instant?]) -> Int32 {
    guard let first = instants.compactMap(\.self).min() else { return -1 }
    return max(.zero, first - .now).wholeMilliseconds
  }

  private func readKeys(atMost room: Int) -> Bool {
    // A byte is at most one key.
    let count = unsafe read(device.descriptors.input, &buffer, min(room, buffer.count))
    if count > 0 {
      flushTime = nil
      return handle(decoder.feed(buffer.prefix(count)))
    }
    // Another process that reads the same terminal may have been faster.
    if count < 0, errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK { return true }
    return lost()
  }

  private func lost() -> Bool { end(.interrupted(.hangUp)) }

  private func end(_ last: TerminalEvent) -> Bool {
    device.end(last)
    return false
  }

  private func handle(_ events: [TerminalEvent]) -> Bool {
    guard controlKeys == .jobControl else {
      device.events.send(events)
      return true
    }
    if events.contains(.key(.control("c"))) { return end(.interrupted(.interrupt)) }
    var rest = events[...]
    while let stop = rest.firstIndex(of: .key(.control("z"))) {
      device.events.send(rest[..<stop])
      rest = rest[(stop + 1)...]
      device.suspend(wholeJob: true)
    }
    device.events.send(rest)
    return true
  }

  private func readNotices() -> Bool {
    let count = unsafe read(notices, &buffer, buffer.count)
    for notice in buffer.prefix(max(0, count)) {
      switch notice {
      case TerminalDevice.endNotice:
        return false
      case TerminalDevice.suspendNotice:
        device.suspend(wholeJob: true)
      case UInt8(SIGTSTP):
        // The sender of the signal has sent it to the whole job already.
        device.suspend(wholeJob: false)
      case UInt8(SIGCONT):
        // Stopped without a notice (SIGSTOP), so whatever has happened to the terminal is not known.
        device.resume()
      case UInt8(SIGWINCH):
        device.refreshSize()
      default:
        // A wakeup: there is output to write, or room for events.
        break
      }
    }
    return true
  }
}

extension Duration {
  /// The duration in milliseconds as `poll` takes it, rounded up.
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds < Int64(Int32.max) / 1_000 else { return .max }
    return Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
