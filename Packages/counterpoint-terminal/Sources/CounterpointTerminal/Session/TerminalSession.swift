@_spi(Internals) internal import CounterpointSupport
internal import CounterpointTerminalSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal that a program controls, to show screens and to read keys.
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
/// While the session is open, the terminal is in raw mode and shows the alternate screen, or some rows below the prompt
/// with ``TerminalDisplay/inline(rows:)``. The first event is the size of the terminal. The session restores the
/// terminal when the program ends: by ``close()``, by an error that releases the session, by Ctrl-C, SIGINT, SIGTERM
/// or SIGHUP, by `exit`, and by a crash. Ctrl-Z, SIGTSTP, SIGTTIN and SIGTTOU restore the terminal and stop the
/// process. The session enters raw mode again when the process continues.
///
/// The terminal is not restored after SIGKILL, `_exit`, a real-time signal, or a stack overflow on a thread other
/// than the one that opened the session.
///
/// While it is open, the session handles these signals. Afterwards, the previous handlers are restored:
/// - SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM and SIGHUP. The last four stay ignored if the process was started
///   with them ignored. SIGTTIN and SIGTTOU, if they have the default action.
/// - SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP and SIGABRT, and SIGQUIT if it has the same handler as SIGABRT, for
///   example that of Swift's backtracer. The previous handler runs after the terminal is restored. If it returns, a
///   sent signal still ends the process. It does not run if restoring the terminal has timed out. A terminal that
///   stops reading later blocks Swift's backtracer.
/// - SIGQUIT, SIGSYS, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGPROF, SIGVTALRM, and on Linux SIGPOLL,
///   SIGPWR and SIGSTKFLT, if they have the default action.
///
/// What is printed to standard output and standard error while the screen is shown, also by a crash and by processes
/// that the program starts, is held, and shown when the terminal is restored: the last 64 KiB. Until then, these
/// descriptors are no terminals, and what a process prints that outlives the session is lost. Descriptors that are not
/// this terminal are left alone. If the session draws on standard output itself, because the terminal could not be
/// opened again, only standard error is held. Text is also lost if the terminal stops reading, or with a session that
/// ends in the background.
///
/// A terminal that stops reading blocks no thread of the program, and does not prevent its end. The session writes at
/// most 60 frames per second. The newest frame replaces frames that the terminal did not accept. Restoring the
/// terminal waits at most 500 ms, or until a second signal asks the program to end. Then the session discards output
/// that the terminal did not accept.
///
/// A process can have one open session at a time. All members are safe to use from any thread. The module is tested
/// on Linux. Its code for Apple platforms was never compiled. It does not support Windows.
public final class TerminalSession: Sendable {
  /// The events of the terminal. The sequence ends with the session.
  public let events: Events

  /// The capabilities of the terminal, according to the session's environment.
  public let capabilities: TerminalCapabilities

  /// The properties of the terminal that its environment does not describe, and what the program wants from it.
  public let options: TerminalOptions

  let device: TerminalDevice
  /// The event loop's thread until it is joined. The lock is held during the join, so every call of `close` waits.
  private let thread: Locked<UInt?>

  /// Returns whether a file descriptor is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Opens a session: enters raw mode and installs the signal handlers.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read keys from. If it is not a terminal, for example a pipe, the session uses the
  ///     controlling terminal of the process, `/dev/tty`.
  ///   - output: The descriptor to draw on. The same fallback applies.
  ///   - environment: The environment variables for ``TerminalCapabilities``. `COLUMNS` and `LINES` are the size of a
  ///     terminal that does not report its own.
  ///   - controlKeys: The handling of Ctrl-C and Ctrl-Z.
  ///   - options: The display, the mouse, the theme, the escape delay and the width of ambiguous characters. `nil`
  ///     reads them from `environment`, and uses the alternate screen without a mouse.
  /// - Throws: ``TerminalError/noTerminal`` if there is no terminal, ``TerminalError/unsupportedTerminal(term:)`` if it
  ///   can't move the cursor, ``TerminalError/alreadyOpen`` if another session is open, and
  ///   ``TerminalError/system(call:code:)`` if a system call fails. The terminal is unchanged then.
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
      restoreTimeout: .milliseconds(500)
    )
  }

  /// Opens a session with a timeout for restoring a terminal that accepts no bytes.
  package init(
    input: Int32 = 0,
    output: Int32 = 1,
    environment: [String: String] = TerminalCapabilities.processEnvironment,
    controlKeys: ControlKeys = .jobControl,
    options: TerminalOptions? = nil,
    restoreTimeout: Duration
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
        options: options,
        fallbackSize: Self.fallbackSize(environment),
        restoreTimeout: restoreTimeout,
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

  /// The last known size of the screens: the terminal's, with fewer rows for an inline display. It changes with each
  /// ``TerminalEvent/resize(_:)``. Reading it never waits.
  public var size: TerminalSize { device.size }

  /// Shows a screen. Writes only the differences from the previous screen.
  ///
  /// This method never waits for the terminal. The screen is shown as soon as the last frame is older than 1/60 of a
  /// second and the terminal accepts output, unless a newer screen replaces it. A screen that is drawn while the
  /// process is suspended is shown when it continues. Drawing after the end has no effect. If the terminal is gone,
  /// the session ends.
  ///
  /// - Parameter screen: The screen. It is cut to the terminal's size.
  public func draw(_ screen: Screen) { device.draw(screen) }

  /// Restores the terminal, and stops the process and its whole job, like Ctrl-Z.
  ///
  /// Returns before the process stops. ``TerminalEvent/resumed`` follows when the process continues. Has no effect if
  /// SIGTSTP is ignored, or if no shell could continue the process.
  public func suspend() { device.requestSuspension() }

  /// Restores the terminal and ends ``events``. Idempotent.
  ///
  /// When this method returns, the session no longer reads from the terminal. Waits at most 500 ms for a terminal that
  /// accepts no bytes.
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

  /// Whether events are queued and no frame is due, so a new screen would be replaced before it is shown.
  var isBehind: Bool { hasEvents && !isFrameDue }

  var hasEvents: Bool { events.queue.hasEvents }

  var isFrameDue: Bool { device.isFrameDue }

  deinit { close() }

  private static func fallbackSize(_ environment: [String: String]) -> TerminalSize {
    TerminalSize("\(environment["COLUMNS"] ?? "")x\(environment["LINES"] ?? "")") ?? .standard
  }
}

extension TerminalSession {
  /// The queued events of a session, for one consumer.
  ///
  /// The queue holds at most 16,384 keys. A paste counts as one key for every 64 bytes. While the queue is full, the
  /// session reads no keys, and the system buffers them. It reads again when half of the keys are taken. A signal that
  /// ends the session removes all other events. A new size and a resumption overtake keys, and only the newest size is
  /// delivered.
  public struct Events: AsyncSequence, Sendable {
    /// An event of the session.
    public typealias Element = TerminalEvent
    /// Iterating does not fail. A lost terminal is an event.
    public typealias Failure = Never

    let queue: EventQueue

    /// Creates an iterator. Each event is delivered to only one of several iterators.
    public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

    /// Returns the events of a session in order.
    public struct Iterator: AsyncIteratorProtocol {
      let queue: EventQueue

      /// Waits for the next event.
      ///
      /// - Returns: The event; `nil` after the end of the session, or if the task is canceled. A canceled call consumes
      ///   no event.
      public mutating func next() async -> TerminalEvent? { await queue.next(isolation: nil) }

      /// Waits for the next event on an actor.
      ///
      /// - Parameter actor: The actor of the caller.
      /// - Returns: The event; `nil` after the end of the session, or if the task is canceled. A canceled call consumes
      ///   no event.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> TerminalEvent? {
        await queue.next(isolation: actor)
      }
    }
  }
}

/// An error that prevents a terminal session. The terminal is unchanged when it is thrown.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The given descriptors are not terminals, and the process has no controlling terminal (`/dev/tty`).
  case noTerminal

  /// The terminal can't move the cursor, according to this value of `TERM`. It is empty if `TERM` is not set.
  case unsupportedTerminal(term: String)

  /// Another session of this process is open. A process can have one session, because signal handlers are global.
  case alreadyOpen

  /// A system call has failed with this error number.
  case system(call: String, code: Int32)

  /// The error and advice, in one line.
  public var description: String {
    switch self {
    case .noTerminal:
      return "no terminal: neither input nor output is one, and there is no /dev/tty; "
        + "run the program in a terminal, or use it without its screen"
    case .unsupportedTerminal(let term):
      let found = term.isEmpty ? "TERM is not set" : "TERM is \"\(term)\""
      return "\(found): this terminal can't show a screen; set TERM to what it is, for example xterm-256color"
    case .alreadyOpen:
      return "a terminal session is open already: close it before opening another"
    case .system(let call, let code):
      let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
      return "the terminal can't be used: \(call): \(reason)"
    }
  }
}
