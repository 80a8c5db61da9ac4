internal import CounterpointTerminalSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads keys and notices on a thread of its own, until the session ends.
final class InputReader {
  private let device: TerminalDevice
  private let controlKeys: ControlKeys
  private let notices = counterpoint_terminal_notices()
  private var decoder: KeyDecoder
  private var buffer = [UInt8](repeating: 0, count: 4096)

  private init(device: TerminalDevice, controlKeys: ControlKeys, escapeDelay: Duration) {
    self.device = device
    decoder = KeyDecoder(escapeDelay: escapeDelay)
    self.controlKeys = controlKeys
  }

  /// Starts the thread.
  ///
  /// - Returns: Its handle, to wait for its end.
  static func start(
    device: TerminalDevice,
    controlKeys: ControlKeys,
    escapeDelay: Duration
  ) throws(TerminalError) -> UInt {
    let new = InputReader(device: device, controlKeys: controlKeys, escapeDelay: escapeDelay)
    // The reference goes to the thread, which is the only one that uses the reader.
    let reader = unsafe Unmanaged.passRetained(new)
    var handle: UInt = 0
    let failure = unsafe counterpoint_terminal_thread_start(
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<InputReader>.fromOpaque(context).takeRetainedValue().run()
      },
      reader.toOpaque(),
      &handle
    )
    guard failure == 0 else {
      unsafe reader.release()
      throw .system(call: "pthread_create", code: failure)
    }
    return handle
  }

  private func run() {
    while waitAndRead() {}
  }

  /// Waits for a notice or a key; `false` when the session has ended.
  private func waitAndRead() -> Bool {
    var waiting = [
      pollfd(fd: notices, events: Int16(POLLIN), revents: 0),
      pollfd(fd: device.descriptors.input, events: Int16(POLLIN), revents: 0),
    ]
    let ready = unsafe poll(&waiting, nfds_t(waiting.count), decoder.flushDelay?.milliseconds ?? -1)
    if ready < 0 { return errno == EINTR || lost() }
    if ready == 0 { return handle(decoder.flush()) }
    if waiting[0].revents != 0 {
      let count = unsafe read(notices, &buffer, buffer.count)
      for notice in buffer.prefix(max(0, count)) where !handle(notice: notice) { return false }
    }
    return waiting[1].revents == 0 || readKeys()
  }

  private func readKeys() -> Bool {
    let count = unsafe read(device.descriptors.input, &buffer, buffer.count)
    if count > 0 { return handle(decoder.feed(buffer.prefix(count))) }
    if count < 0, errno == EINTR || errno == EAGAIN { return true }
    return lost()
  }

  /// The terminal has gone away.
  private func lost() -> Bool {
    device.end(.interrupted(.hangUp))
    return false
  }

  private func handle(_ events: [TerminalEvent]) -> Bool {
    for event in events {
      switch event {
      case .key(.control("c")) where controlKeys == .jobControl:
        device.end(.interrupted(.interrupt))
        return false
      case .key(.control("z")) where controlKeys == .jobControl:
        device.suspend(wholeJob: true)
      default:
        device.send(event)
      }
    }
    return true
  }

  private func handle(notice: UInt8) -> Bool {
    switch notice {
    case TerminalDevice.endNotice:
      return false
    case TerminalDevice.suspendNotice:
      device.suspend(wholeJob: true)
    case UInt8(SIGTSTP):
      // Whoever sent the signal to the whole job has done so already.
      device.suspend(wholeJob: false)
    case UInt8(SIGCONT):
      // Stopped without having been asked (SIGSTOP), so that whatever has happened to the terminal is not known.
      device.resume()
    case UInt8(SIGWINCH):
      device.refreshSize()
    default:
      guard let signal = TerminalSignal(rawValue: Int32(notice)) else { return true }
      device.end(.interrupted(signal))
      return false
    }
    return true
  }
}

extension Duration {
  /// The duration as `poll` takes it, rounded up.
  fileprivate var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    return Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
