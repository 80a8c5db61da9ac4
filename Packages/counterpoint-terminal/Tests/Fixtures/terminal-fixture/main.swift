// A program for the tests of `CounterpointTerminal`, which observe the end of a process with a session.
//
//   terminal-fixture supervise TERMINAL [OPTION …]   a shell with one job, see `Supervisor`
//   terminal-fixture run [OPTION …]                  the job: a session, see `Job`
//   terminal-fixture companion                       another process of the job, which ends with the supervisor
//   terminal-fixture open                            tries to open a session, and reports the result
//   terminal-fixture show                            shows the lines of descriptor 4, and a page more after each key
//   terminal-fixture measure [ANSWER …]              reads lines, and prints their numbers of characters and widths
//
// Each event is reported on descriptor 3, one per line.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

var noCores = rlimit(rlim_cur: 0, rlim_max: 0)
_ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCores)

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "supervise":
  try Supervisor(terminal: arguments.dropFirst().first ?? "", options: Array(arguments.dropFirst(2))).run()
case "run":
  await Job(options: Set(arguments.dropFirst())).run()
case "companion":
  var nothing: UInt8 = 0
  _ = unsafe read(4, &nothing, 1)
case "open":
  Job.tryToOpen()
case "show":
  try await Widths.show()
case "measure":
  Widths.measure(answers: arguments.dropFirst().compactMap { Int($0) })
default:
  exit(64)
}
