// A program that shares values in a database with others of its kind, and is killed at instants that a test chooses.

import Foundation
@_spi(Internals) import CounterpointSupport
@_spi(Internals) import DurableFiles
import StateSharing
import StateSharingSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Prints a line without buffering, because a killed process flushes nothing.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

let arguments = CommandLine.arguments.dropFirst()
let job = arguments.first ?? ""
let url = URL(fileURLWithPath: arguments.dropFirst().first ?? "/dev/null")
let number = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0

switch job {
case "increment-sqlite":
  // So many transactions on one value.
  @Shared(.sqlite("count", database: SQLiteDatabase(url))) var count = 0
  for _ in 0..<number { $count.withLock { $0 += 1 } }
  if let error = $count.saveError { say("error \(error)") }

case "save-sqlite":
  // Saves ever greater numbers, and says so, until it is killed.
  @Shared(.sqlite("count", database: SQLiteDatabase(url))) var count = 0
  while true {
    $count.withLock { $0 += 1 }
    try await $count.save()
    say("\(count)")
  }

case "stop-sqlite":
  // Ends before a step, in the middle of a transaction.
  let steps = Locked(0)
  let database = SQLiteDatabase(url: url, layer: FileLayer()) { _ in
    let isLast = steps.withLock { steps in
      steps += 1
      return steps == number
    }
    if isLast { kill(getpid(), SIGKILL) }
  }
  @Shared(.sqlite("text", database: database)) var text = "none"
  $text.withLock { $0 = "new" }
  try await $text.save()
  say("saved")

case "hold-sqlite":
  // Holds the lock of a database until it is killed.
  let key: SQLiteKey<Int> = .sqlite("count", database: SQLiteDatabase(url))
  let transaction = try key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5)))
  say("held")
  while true { withExtendedLifetime(transaction) { _ = pause() } }

default:
  say("unknown job \(job)")
  exit(64)
}
