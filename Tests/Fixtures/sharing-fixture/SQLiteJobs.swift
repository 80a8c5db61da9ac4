#if SQLite

import Foundation
import CounterpointSupport
import StateSharing
import StateSharingSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Does a job with a database, if it is one of these.
func runSQLiteJob(_ job: String, url: URL, number: Int) async throws -> Bool {
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
    return false
  }
  return true
}

#endif
