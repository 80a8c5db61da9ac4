#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A minimal shell with job control: it leads a session, starts a job in the foreground, and reports when the job stops
/// or ends.
///
/// While the job is stopped, it reads commands of one byte from descriptor 4. `f` continues the job in the foreground,
/// `b` in the background.
struct Supervisor {
  let terminal: String
  let options: [String]

  private struct Failure: Error {}

  func run() throws {
    signal(SIGTTOU, SIG_IGN)
    signal(SIGHUP, SIG_IGN)
    // The first terminal that a session leader opens becomes the controlling terminal.
    let descriptor = unsafe open(terminal, O_RDWR)
    guard descriptor >= 0 else { throw Failure() }
    for standard: Int32 in 0...2 { dup2(descriptor, standard) }

    var startPipe: [Int32] = [0, 0]
    _ = unsafe pipe(&startPipe)
    let job = try start(["run"] + options, group: 0, startPipe: startPipe[0])
    // A pipe without writes. It ends with this process, and then the companion ends.
    var life: [Int32] = [0, 0]
    _ = unsafe pipe(&life)
    _ = fcntl(life[1], F_SETFD, FD_CLOEXEC)
    let companion = options.contains("companion") ? try start(["companion"], group: job, startPipe: life[0]) : 0
    tcsetpgrp(0, job)
    report("job \(job)")
    _ = unsafe write(startPipe[1], [1], 1)
    watch(job, companion)
  }

  private func watch(_ job: pid_t, _ companion: pid_t) {
    while true {
      var status: Int32 = 0
      let process = unsafe waitpid(job, &status, WUNTRACED)
      if status & 0xFF == 0x7F {
        report("job stopped by \(status >> 8 & 0xFF)")
        tcsetpgrp(0, getpgrp())
        if companion > 0, unsafe waitpid(companion, &status, WUNTRACED) == companion {
          report("companion stopped by \(status >> 8 & 0xFF)")
        }
        if !continueJob(job) { return }
      } else if process == job {
        tcsetpgrp(0, getpgrp())
        let signal = status & 0x7F
        report(signal == 0 ? "job exited with \(status >> 8 & 0xFF)" : "job killed by \(signal)")
        return
      }
    }
  }

  private func continueJob(_ job: pid_t) -> Bool {
    var command: UInt8 = 0
    guard unsafe read(4, &command, 1) == 1 else { return false }
    if command == UInt8(ascii: "f") { tcsetpgrp(0, job) }
    kill(-job, SIGCONT)
    return true
  }

  private func start(_ arguments: [String], group: pid_t, startPipe: Int32) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawn_file_actions_init(&actions)
    defer {
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe posix_spawn_file_actions_destroy(&actions)
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    unsafe posix_spawnattr_setpgroup(&attributes, group)
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    unsafe sigaddset(&defaults, SIGTTOU)
    unsafe sigaddset(&defaults, SIGHUP)
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawn_file_actions_adddup2(&actions, startPipe, 4)
    var words = unsafe ([CommandLine.arguments[0]] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process: pid_t = 0
    guard unsafe posix_spawn(&process, CommandLine.arguments[0], &actions, &attributes, &words, environ) == 0 else {
      throw Failure()
    }
    return process
  }
}
