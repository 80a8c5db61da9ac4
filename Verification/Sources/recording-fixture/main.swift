// The program that `Verification/soak` starts and kills to see what is left of a recording.
//
//   recording-fixture record FILE DURABILITY LIMIT SEED [COUNT [crash]]
//     Records COUNT actions of two stores, or actions without end, into FILE. Prints "reduced STORE NUMBER TIME" while
//     it reduces an action, with the microseconds since the store was created. At the end, `crash` calls `abort()` in
//     a reducer.
//
//   recording-fixture check FILE
//     Replays both stores, and prints "truncated BOOL", then for each store "store NUMBER FIRST LAST ACTION" with the
//     numbers of the first and the last action, and the case of the last one. A
//     divergence, a hole or a file that can't be read is an error: it is printed to standard error, and the exit status
//     is 1.

import Counterpoint
import CounterpointRecording
import Foundation

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
  exit(1)
}

/// Replays each store of a recording.
@MainActor func check(_ url: URL) throws {
  let recording = try Recording(contentsOf: url)
  say("truncated \(recording.isTruncated)")
  for store in recording.stores {
    let result = Replay(recording, store: store.number) { Ledger() }.run()
    if let divergence = result.divergence { fail("\(divergence)") }
    let numbers = result.steps.map(\.number)
    guard let first = result.steps.first, let last = result.steps.last else { continue }
    guard numbers == Array(first.number...last.number) else { fail("There are holes in the actions \(numbers).") }
    // The state counts the actions itself, so it belongs to the number of its line.
    guard last.state.count == last.number else { fail("Action \(last.number) is number \(last.state.count).") }
    say("store \(store.number) \(first.number) \(last.number) \(caseName(last.action))")
  }
}

func caseName(_ action: Ledger.Action) -> String {
  String("\(action)".prefix { $0 != "(" })
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("record", 5...7):
  guard let limit = Int(arguments[3]), let seed = UInt64(arguments[4]) else { fail("LIMIT and SEED are numbers.") }
  let durability: Recorder.Durability = arguments[2] == "mapped" ? .mapped : .batched
  let recorder = try Recorder(at: URL(filePath: arguments[1]), durability: durability, limit: limit)
  var session = Session(recorder, seed: seed)
  await session.run(count: arguments.count > 5 ? Int(arguments[5]) : nil)
  if arguments.last == "crash" { session.crash() }
case ("check", 2):
  try check(URL(filePath: arguments[1]))
default:
  fail("usage: recording-fixture record FILE DURABILITY LIMIT SEED [COUNT [crash]] | recording-fixture check FILE")
}
