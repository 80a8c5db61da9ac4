internal import CounterpointTerminalSignals
internal import Locks

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
/// `exit`, and by a crash. Ctrl-Z and SIGTSTP put it back, stop the process, and take it again when the process goes
/// on. Only SIGKILL, `_exit` and a stack overflow on another thread than the one that opened the session leave it as it
/// is.
///
/// The session takes these signals from the process while it is open: SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM,
/// SIGHUP, and those that mean a crash or have no handler and would end the process. Their former handlers come back.
/// There is one open session in a process at a time. All members may be used from any thread.
public final class TerminalSession: Sendable {
  /// What happens at the terminal, in order. Ends with the session. For one reader; events wait until they are read.
  public let events: AsyncStream<TerminalEvent>

  /// What the terminal can do, according to the environment that the session was given.
  public let capabilities: TerminalCapabilities

  /// What the terminal's environment does not say.
  public let options: TerminalOptions

  private let device: TerminalDevice
  /// The reader's thread until somebody has waited for its end. Held while waiting, so that all who close wait.
  private let reader: Locked<UInt?>

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
  ///   - options: The pause after an escape byte, and the width of ambiguous characters; `nil` finds them in `environment`.
  /// - Throws: ``TerminalError/noTerminal`` if there is none, ``TerminalError/unsupportedTerminal(term:)`` if it can't
  ///   place a cursor, ``TerminalError/alreadyOpen`` if another session is open, ``TerminalError/system(call:code:)``
  ///   if the system refuses. The terminal is as it was then.
  public init(
    input: Int32 = 0,
    output: Int32 = 1,
    environment: [String: String] = TerminalCapabilities.processEnvironment,
    controlKeys: ControlKeys = .jobControl,
    options: TerminalOptions? = nil
  ) throws(TerminalError) {
    let options = options ?? TerminalOptions(environment: environment)
    self.options = options
    let descriptors = try TerminalDescriptors(input: input, output: output)
    capabilities = TerminalCapabilities(environment: environment)
    do throws(TerminalError) {
      guard capabilities.canAddressCursor else { throw .unsupportedTerminal(term: environment["TERM"] ?? "") }
      let (stream, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
      events = stream
      device = try TerminalDevice(
        descriptors: descriptors,
        capabilities: capabilities,
        ambiguousWidth: options.ambiguousWidth,
        fallbackSize: Self.fallbackSize(environment),
        events: continuation
      )
      do throws(TerminalError) {
        reader = Locked(
          try InputReader.start(device: device, controlKeys: controlKeys, escapeDelay: options.escapeDelay)
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
  /// Waits while the terminal is slow to take it. A screen that is drawn while the process is being suspended is shown
  /// when it goes on; one that is drawn after the end is dropped. If the terminal is gone the session ends.
  ///
  /// - Parameter screen: What to show; cut to the terminal's size.
  public func draw(_ screen: Screen) { device.draw(screen) }

  /// Does what Ctrl-Z does: gives the terminal back and stops the process and its whole job until it is continued.
  ///
  /// Returns before the process stops; ``TerminalEvent/resumed`` tells when it goes on. Has no effect where stopping
  /// is ignored, or where no shell could continue the process.
  public func suspend() { device.requestSuspension() }

  /// Gives the terminal back and ends ``events``. When it returns the terminal is as it was before the session, and
  /// nothing reads from it any more. Calling it again has no effect.
  public func close() {
    reader.withLock { reader in
      guard let thread = reader else { return }
      device.end()
      counterpoint_terminal_thread_join(thread)
      counterpoint_terminal_release()
      device.descriptors.closeOpened()
      reader = nil
    }
  }

  deinit { close() }

  private static func fallbackSize(_ environment: [String: String]) -> TerminalSize {
    TerminalSize("\(environment["COLUMNS"] ?? "")x\(environment["LINES"] ?? "")") ?? .standard
  }
}
