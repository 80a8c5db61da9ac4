internal import CounterpointTerminalSignals
internal import CounterpointSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal, taken over by a program to show screens and to read keys.
///
/// ```swift
/// let session = try TerminalSession()
/// defer { session.close() }
/// session.draw(["Press any key"])
/// for await event in session.events {
///   if case .interrupted(let signal) = event { exit(signal.exitCode) }
///   if case .key = event { break }
/// }
/// ```
///
/// While it is open the terminal is in raw mode and shows another screen than the shell's. It is put back however the
/// program ends: by ``close()``, by an error that releases the session, by Ctrl-C, SIGINT, SIGTERM or SIGHUP, by
/// `exit`, and by a crash. Ctrl-Z and SIGTSTP put it back, stop the process, and take it again when the process
/// continues. The exceptions are SIGKILL, `_exit`, real-time signals, and a stack overflow on another thread than the
/// one that opened the session: they leave the terminal as it is.
///
/// The session takes these signals from the process while it is open, and their former handlers come back:
/// - SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM and SIGHUP. The last four stay ignored where the process was started
///   with them ignored.
/// - SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP and SIGABRT, and SIGQUIT if its handler is the one of SIGABRT, as that of
///   Swift's backtracer is. The former handler runs after the terminal was put back. If it returns from a signal that
///   was sent, the signal ends the process. It does not run if the terminal has not taken the farewell. A terminal that
///   stops reading after the farewell blocks Swift's backtracer.
/// - SIGQUIT, SIGSYS, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGPROF, SIGVTALRM, and on Linux SIGPOLL,
///   SIGPWR and SIGSTKFLT, where they have no handler and would end the process.
///
/// A terminal that stops reading blocks no thread of the program, and does not keep it from ending. The session writes
/// at most 60 frames a second, and a frame that the terminal could not take is replaced by the newest one. Putting the
/// terminal back waits at most 500 ms until it takes the bytes, or until a second signal asks the program to end. Then
/// the output that the terminal has not taken is discarded.
///
/// There is one open session in a process at a time. All members may be used from any thread. The module is tested on
/// Linux. It has branches for Apple platforms that have never been compiled, and it does not support Windows.
public final class TerminalSession: Sendable {
  /// The events of the terminal. The sequence ends with the session.
  public let events: Events

  /// The capabilities of the terminal, according to the session's environment.
  public let capabilities: TerminalCapabilities

  /// The properties of the terminal that its environment does not tell.
  public let options: TerminalOptions

  private let device: TerminalDevice
  /// The event loop's thread until its end was waited for. Held while waiting, so that every call of `close` waits.
  private let thread: Locked<UInt?>

  /// Whether a file descriptor is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Takes the terminal over.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read keys from. If it is no terminal (a pipe, for example), the terminal that the
  ///     process was started in is used, `/dev/tty`.
  ///   - output: The descriptor to draw on; replaced in the same way.
  ///   - environment: The variables that tell what the terminal can do, see ``TerminalCapabilities``; `COLUMNS` and
  ///     `LINES` are used where the terminal does not know its size.
  ///   - controlKeys: What Ctrl-C and Ctrl-Z do.
  ///   - options: The pause after an escape byte, and the width of ambiguous characters; `nil` finds them in
  ///     `environment`.
  /// - Throws: ``TerminalError/noTerminal`` if there is none, ``TerminalError/unsupportedTerminal(term:)`` if it
  ///   can't place a cursor, ``TerminalError/alreadyOpen`` if another session is open,
  ///   ``TerminalError/system(call:code:)`` if the system refuses. The terminal is as it was then.
  public convenience init(
    input: Int32 = 0,
    output: Int32 = 1,
    environment: [String: String] = TerminalCapabilities.processEnvironment,
    controlKeys: ControlKeys = .jobControl,
    options: TerminalOptions? = nil
  ) throws(TerminalError) {
    try self.init(
      input: input,
      output: output,
      environment: environment,
      controlKeys: controlKeys,
      options: options,
      farewellLimit: .milliseconds(500)
    )
  }

  /// Takes the terminal over, with a limit of the time that putting it back may take if it takes no bytes.
  package init(
    input: Int32 = 0,
    output: Int32 = 1,
    environment: [String: String] = TerminalCapabilities.processEnvironment,
    controlKeys: ControlKeys = .jobControl,
    options: TerminalOptions? = nil,
    farewellLimit: Duration
  ) throws(TerminalError) {
    let options = options ?? TerminalOptions(environment: environment)
    self.options = options
    let descriptors = try TerminalDescriptors(input: input, output: output)
    capabilities = TerminalCapabilities(environment: environment)
    do throws(TerminalError) {
      guard capabilities.canAddressCursor else { throw .unsupportedTerminal(term: environment["TERM"] ?? "") }
      let queue = EventQueue { counterpoint_terminal_notify(TerminalDevice.wakeNotice) }
      events = Events(queue: queue)
      device = try TerminalDevice(
        descriptors: descriptors,
        capabilities: capabilities,
        ambiguousWidth: options.ambiguousWidth,
        fallbackSize: Self.fallbackSize(environment),
        farewellLimit: farewellLimit,
        events: queue
      )
      do throws(TerminalError) {
        thread = Locked(
          try TerminalEventLoop.start(device: device, controlKeys: controlKeys, escapeDelay: options.escapeDelay)
        )
      } catch {
        device.end()
        counterpoint_terminal_release()
        throw error
      }
    } catch {
      descriptors.closeOpened()
      throw error
    }
  }

  /// The terminal's size at the last look: when the session began, after each ``TerminalEvent/resize(_:)``, and after
  /// ``TerminalEvent/resumed``. Never waits.
  public var size: TerminalSize { device.size }

  /// Shows a screen: writes what differs from the one before.
  ///
  /// Never waits for the terminal. The screen is shown at once if the last frame is older than 1/60 of a second and
  /// the terminal takes it. Otherwise it is shown as soon as both is the case, unless a newer screen has replaced it.
  /// A screen that is drawn while the process is suspended is shown when it continues; one that is drawn after the end
  /// is dropped. If the terminal is gone the session ends.
  ///
  /// - Parameter screen: What to show; cut to the terminal's size.
  public func draw(_ screen: Screen) { device.draw(screen) }

  /// Does what Ctrl-Z does: gives the terminal back and stops the process and its whole job until it is continued.
  ///
  /// Returns before the process stops; ``TerminalEvent/resumed`` tells when it goes on. Has no effect where stopping
  /// is ignored, or where no shell could continue the process.
  public func suspend() { device.requestSuspension() }

  /// Gives the terminal back and ends ``events``. When it returns the terminal is as it was before the session, and
  /// nothing reads from it any more. Waits up to 500 ms for a terminal that takes no bytes. Idempotent.
  public func close() {
    thread.withLock { thread in
      guard let handle = thread else { return }
      device.end()
      counterpoint_terminal_thread_join(handle)
      counterpoint_terminal_release()
      device.descriptors.closeOpened()
      thread = nil
    }
  }

  /// Whether keys wait and the last frame is so young that a screen made now would be replaced before it is shown.
  var isBehind: Bool { hasEvents && !isFrameDue }

  var hasEvents: Bool { events.queue.hasEvents }

  var isFrameDue: Bool { device.isFrameDue }

  deinit { close() }

  private static func fallbackSize(_ environment: [String: String]) -> TerminalSize {
    TerminalSize("\(environment["COLUMNS"] ?? "")x\(environment["LINES"] ?? "")") ?? .standard
  }
}
