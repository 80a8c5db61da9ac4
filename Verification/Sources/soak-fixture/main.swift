// The program that `Verification/soak` starts, stops and kills: `soak-fixture STORAGE PLACE WRITER`.
//
// It reads commands from standard input, one a line, and writes answers to standard output at once. So the driver
// knows which changes were acknowledged when it kills the program. K is the number of the program's last change.
//
//   change N        changes the value N times      N lines: "changed K" (not written yet), "stored K" or "refused …"
//   save N          changes and saves it N times   N lines: "stored K" or "refused K COUNT REASON"
//   burst T N       T threads change it N times    one line, after a save: "stored K" or "refused K COUNT REASON"
//   flush           saves it                       "stored K" or "refused K COUNT REASON"
//   load            loads it                       "loaded" or "unreadable REASON"
//   read            prints the value               "value JSON"
//   observers N     ends N observers of a value    "ended SECONDS", of processor time
//   end             returns from `main`

import Foundation

// A limit on the size of files is to be an error of the write and not the end of the program.
signal(SIGXFSZ, SIG_IGN)
Reports.install()

let arguments = CommandLine.arguments
guard arguments.count == 4, let subject = makeSubject(arguments[1], at: arguments[2], writer: arguments[3]) else {
  say("usage: soak-fixture STORAGE PLACE WRITER")
  exit(64)
}

// A thread of its own waits for the driver: a blocked thread of the concurrency runtime would delay the library.
let (commands, input) = AsyncStream.makeStream(of: String.self)
Thread {
  while let line = readLine() { input.yield(line) }
  input.finish()
}.start()
await Session.run(commands, on: subject)
exit(0)
