import CounterpointTerminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A session whose keys end or stop the process in different ways.
struct Job {
  /// - `pipe-input`, `pipe-output`: The descriptor is not a terminal.
  /// - `ignore-stop`: SIGTSTP is ignored.
  /// - `delivered`: Ctrl-C and Ctrl-Z are keys.
  /// - `overflow`: The session's thread overflows its stack.
  /// - `non-blocking`: The descriptors are non-blocking.
  /// - `patient`: The restore timeout is an hour.
  /// - `quiet-error`: Standard error is not the terminal.
  let options: Set<String>

  private struct Failure: Error {}

  func run() async {
    var byte: UInt8 = 0
    // The supervisor writes a byte when this job is in the foreground.
    _ = unsafe read(4, &byte, 1)
    let nowhere = unsafe open("/dev/null", O_RDWR)
    if options.contains("pipe-input") { dup2(nowhere, 0) }
    if options.contains("pipe-output") { dup2(nowhere, 1) }
    if options.contains("quiet-error") { dup2(nowhere, 2) }
    if options.contains("ignore-stop") { _ = signal(SIGTSTP, SIG_IGN) }
    if options.contains("non-blocking") {
      for descriptor: Int32 in [0, 1] { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
    }
    do {
      let code = try await runSession()
      report("closed")
      exit(code)
    } catch {
      report("failed \(error)")
      exit(1)
    }
  }

  static func tryToOpen() {
    do throws(TerminalError) {
      let session = try TerminalSession()
      report("opened \(session.size)")
    } catch {
      report("refused \(error)")
    }
  }

  private func runSession() async throws -> Int32 {
    let session = try TerminalSession(
      controlKeys: options.contains("delivered") ? .delivered : .jobControl,
      restoreTimeout: options.contains("patient") ? .seconds(3_600) : .milliseconds(500)
    )
    session.draw(["ready", "screen of \(getpid())"])
    report("ready \(session.size)")
    if options.contains("overflow") { report("\(overflow(0))") }
    for await event in session.events {
      report("\(event)")
      switch event {
      case .key("q"):
        session.close()
        return 0
      case .key("x"): throw Failure()
      case .key("e"): exit(7)
      case .key("z"): session.suspend()
      case .key("d"): session.draw(["drawn later"])
      case .key("t"): trap(options.count + 100)
      case .key("a"): abort()
      case .key("s"): _ = unsafe UnsafePointer<UInt8>(bitPattern: 8)?.pointee
      case .key("u"): kill(getpid(), SIGUSR1)
      case .key("m"): printMessages()
      case .key("n"): for number in 1...40_000 { printError("line \(number)") }
      case .interrupted(let signal): return signal.exitCode
      default: break
      }
    }
    return 99
  }

  /// Prints as the program does, as its libraries do, and as a process does that it starts.
  private func printMessages() {
    print("printed")
    printError("reported")
    var process: pid_t = 0
    let words = ["sh", "-c", "echo from a process >&2"]
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    _ = unsafe posix_spawn(&process, "/bin/sh", nil, nil, &arguments, nil)
    for index in unsafe arguments.indices { unsafe free(arguments[index]) }
    _ = waitpid(process, nil, 0)
    report("messages printed")
  }

  private func printError(_ message: String) {
    let bytes = Array("\(message)\n".utf8)
    _ = unsafe write(2, bytes, bytes.count)
  }

  @inline(never) private func overflow(_ depth: Int) -> Int {
    let children = depth == .max ? [] : [depth, depth &+ 1]
    return children.reduce(0) { $0 &+ overflow($1 &+ 1) }
  }

  /// Traps at run time, because the compiler does not know the index.
  private func trap(_ index: Int) {
    report("\([1, 2, 3][index])")
  }
}
