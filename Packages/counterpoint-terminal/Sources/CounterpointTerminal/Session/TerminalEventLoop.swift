internal import CounterpointTerminalSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An event loop on its own thread. It reads keys and notices, and writes pending output, until the session ends.
final class TerminalEventLoop {
  private let device: TerminalDevice
  private let controlKeys: ControlKeys
  private let notices = counterpoint_terminal_notices()
  private var decoder: KeyDecoder
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// The answers to the question for widths; `nil` if none is expected.
  private var question: WidthQuestion?
  private var questionTimeout: ContinuousClock.Instant?

  /// The deadline of an incomplete key sequence; `nil` if there is none, or while no keys are read.
  private var flushTime: ContinuousClock.Instant?

  private init(device: TerminalDevice, controlKeys: ControlKeys, escapeDelay: Duration) {
    self.device = device
    self.controlKeys = controlKeys
    decoder = KeyDecoder(escapeDelay: escapeDelay)
    guard let replies = device.expectedReplies else { return }
    question = WidthQuestion()
    questionTimeout = .now + WidthQuestion.timeout
    decoder.expectedReplies = replies
  }

  /// Starts the thread.
  ///
  /// - Returns: The thread's handle, which must be joined.
  static func start(
    device: TerminalDevice,
    controlKeys: ControlKeys,
    escapeDelay: Duration
  ) throws(TerminalError) -> UInt {
    let new = TerminalEventLoop(device: device, controlKeys: controlKeys, escapeDelay: escapeDelay)
    // The thread owns the reference, and is the only thread that uses the loop.
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
    while runOnce() {}
  }

  /// Waits for an event source and handles it. Returns `false` when the session has ended.
  private func runOnce() -> Bool {
    // While another program uses the terminal, the keys belong to it.
    let room = device.isReleased ? 0 : device.events.room()
    let pending = device.pendingOutput()
    updateFlushTime(isReading: room > 0)
    let ready = counterpoint_terminal_wait(
      device.descriptors.input,
      room > 0,
      device.descriptors.output,
      pending.isBlocked,
      milliseconds(until: [flushTime, questionTimeout, pending.frameTime])
    )
    if ready < 0 { return ready == -EINTR || lost() }
    // A request to end overtakes all other events. It is not lost if the pipe is full.
    let request = counterpoint_terminal_requested_end()
    if request != 0 { return end(.interrupted(TerminalSignal(rawValue: request) ?? .terminate)) }
    if ready & Int32(counterpoint_terminal_has_notice) != 0, !readNotices() { return false }
    device.updateRelease()
    if ready & Int32(counterpoint_terminal_is_lost) != 0 { return lost() }
    if ready & Int32(counterpoint_terminal_has_input) != 0 {
      if device.isReleased { return true }
      if !readKeys(atMost: room) { return false }
    } else if let flushTime, flushTime <= .now {
      self.flushTime = nil
      if !handle(decoder.flush()) { return false }
    }
    if let questionTimeout, questionTimeout <= .now { expectNoReply() }
    device.advance()
    return true
  }

  /// Updates the deadline of an incomplete sequence. Other wakeups don't extend it. It is reset while no keys are read,
  /// because the rest of the sequence may be in the system's buffer.
  private func updateFlushTime(isReading: Bool) {
    guard isReading, let delay = decoder.flushDelay else {
      flushTime = nil
      return
    }
    if flushTime == nil { flushTime = .now + delay }
  }

  /// Returns the time until the earliest instant; -1 if there is none.
  private func milliseconds(until instants: [ContinuousClock.Instant?]) -> Int32 {
    guard let first = instants.compactMap(\.self).min() else { return -1 }
    return max(.zero, first - .now).wholeMilliseconds
  }

  private func readKeys(atMost room: Int) -> Bool {
    // One byte makes at most one key.
    let count = unsafe read(device.descriptors.input, &buffer, min(room, buffer.count))
    if count > 0 {
      flushTime = nil
      let events = decoder.feed(buffer.prefix(count))
      takeReplies()
      return handle(events)
    }
    // Another process may have read the input.
    if count < 0, errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK { return true }
    return lost()
  }

  private func takeReplies() {
    for reply in decoder.replies {
      guard let widths = question?.take(reply) else { continue }
      question = nil
      expectNoReply()
      device.use(widths)
    }
    decoder.replies = []
  }

  /// Ends the wait for replies at the end of the session. A late reply is still used.
  private func expectNoReply() {
    questionTimeout = nil
    counterpoint_terminal_set_awaits_reply(false)
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
      device.suspend(by: SIGTSTP, wholeJob: true)
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
        device.suspend(by: SIGTSTP, wholeJob: true)
      case UInt8(SIGTSTP), UInt8(SIGTTIN), UInt8(SIGTTOU):
        // The sender has already sent the signal to the whole job.
        device.suspend(by: Int32(notice), wholeJob: false)
      case UInt8(SIGCONT):
        // The process was stopped by SIGSTOP, and the state of the terminal is unknown.
        device.resume()
      case UInt8(SIGWINCH):
        device.refreshSize()
      default:
        // A wakeup for pending output, or for capacity in the event queue.
        break
      }
    }
    return true
  }
}

extension Duration {
  /// The duration in milliseconds for `poll`, rounded up.
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds < Int64(Int32.max) / 1_000 else { return .max }
    return Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
