// A program that shares values with others of its kind, and is killed at instants that a test chooses.

import CounterpointTestSupport
import DependencyInjection
import Foundation
import IssueReporting
@_spi(Internals) import CounterpointSupport
@_spi(Internals) import DurableFiles
import StateSharing

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

/// A file layer under which the program is killed before a system call.
func killed(before number: Int) -> FileLayer {
  let calls = Locked(0)
  return FileLayer { _ in
    let isLast = calls.withLock { calls in
      calls += 1
      return calls == number
    }
    if isLast { kill(getpid(), SIGKILL) }
  }
}

/// Says what is reported, and where.
@Sendable func tell(_ issue: ReportedIssue) {
  say("\(issue.fileID):\(issue.line): \(issue.message.replacing("\n", with: " "))")
}

/// Says what is reported, and where.
struct Teller: IssueReporter {
  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    say("\(fileID):\(line): \((message() ?? "").replacing("\n", with: " "))")
  }
}

/// Saves again if other programs hold the lock for longer than its timeout, as they do on a busy machine.
func waitingForOthers(_ save: () async throws -> Void) async throws {
  while true {
    do { return try await save() } catch SharedStorageError.lockTimeout { continue }
  }
}

switch job {
case "outside":
  // Makes values, and says what is reported of that.
  await issues(reported: tell) {
    _ = Shared(wrappedValue: 0, .inMemory("first"))
    _ = Shared(wrappedValue: 0, .inMemory("second"))
  }
  say("end")

case "load":
  // Says where the value is declared, and what is reported of loading it.
  await issues(reported: tell) {
    say("\(#fileID):\(#line + 1):")
    @Shared(.fileStorage(url)) var count = 0
    do { try await $count.load() } catch { say("load throws") }
    say("\($count.loadError == nil ? "loaded" : "not loaded") \(count)")
  }

case "quarantine":
  // Says where the values are declared, and what is reported when their damaged files are quarantined, on any thread.
  IssueReporters.current = [Teller()]
  say("\(#fileID):\(#line + 1):")
  @Shared(.fileStorage(url)) var count = 0
  $count.withLock { $0 = 1 }
  try await $count.save()
  let store = AppStorageStore(url: url.appendingPathExtension("settings"), layer: FileLayer())
  say("\(#fileID):\(#line + 1):")
  @Shared(.appStorage("count", store: store)) var setting = 0
  $setting.withLock { $0 = 1 }
  try await $setting.save()

case "remote-ends":
  try await readInEveryEnd()

case "remote-overflow":
  await issues(reported: tell) {
    do { try await changeTooOften() } catch { say("\(error)") }
  }

case "save-nowhere":
  // Says what is reported of saving where there can be no file.
  await issues(reported: tell) {
    @Shared(.fileStorage(url)) var count = 0
    do { try await $count.save() } catch { say("save throws") }
  }

case "increment":
  // So many transactions on one file. On a busy machine, other programs may hold the lock for longer than its timeout.
  @Shared(.fileStorage(url, mode: .transactional)) var count = 0
  func isLockedByOthers() -> Bool {
    if case .lockTimeout? = $count.saveError as? SharedStorageError { true } else { false }
  }
  for _ in 0..<number {
    repeat { $count.withLock { $0 += 1 } } while isLockedByOthers()
  }
  if let error = $count.saveError { say("error \(error)") }

case "save":
  // Saves ever greater numbers, and says so, until it is killed.
  @Shared(.fileStorage(url)) var count = 0
  while true {
    $count.withLock { $0 += 1 }
    try await $count.save()
    say("\(count)")
  }

case "settings":
  // The same with settings.
  let store = AppStorageStore(url: url, layer: FileLayer())
  @Shared(.appStorage("count", store: store)) var count = 0
  while true {
    $count.withLock { $0 += 1 }
    try await $count.save()
    say("\(count)")
  }

case "count-settings":
  // Increments a setting. Prints the number of acknowledged saves.
  let store = AppStorageStore(url: url, layer: FileLayer())
  @Shared(.appStorage("count", store: store)) var count = 0
  var acknowledged = 0
  for _ in 0..<number {
    $count.withLock { $0 += 1 }
    try await $count.save()
    acknowledged += 1
  }
  say("\(acknowledged)")

case "count-immediately":
  // Increments a value in a file that other processes change as well. Prints the acknowledged and the refused saves.
  @Shared(.fileStorage(url, mode: .immediate)) var count = 0
  var acknowledged = 0, conflicts = 0
  for _ in 0..<number {
    $count.withLock { $0 += 1 }
    do {
      try await waitingForOthers { try await $count.save() }
      acknowledged += 1
    } catch SharedStorageError.externalConflict {
      conflicts += 1
    }
  }
  say("\(acknowledged)")
  say("\(conflicts)")

case "be-killed":
  // Ends as soon as `withLock` has returned, while another thread changes the value as well.
  @Shared(.fileStorage(url, mode: .immediate)) var count = 0
  let shared = $count
  let isChanging = Latch()
  Thread.detachNewThread {
    for _ in 0..<20 { shared.withLock { $0 += 1 } }
    isChanging.open()
    while true { shared.withLock { $0 += 1 } }
  }
  isChanging.wait()
  shared.withLock { $0 += 1_000_000 }
  kill(getpid(), SIGKILL)

case "stop":
  // Ends before a system call, in the middle of writing.
  prepareDependencies { $0.defaultFileStorage = .disk(layer: killed(before: number)) }
  @Shared(.fileStorage(url)) var text = "none"
  $text.withLock { $0 = String(repeating: "new", count: 1_000) }
  try await $text.save()
  say("saved")

case "stop-settings":
  let store = AppStorageStore(url: url, layer: killed(before: number))
  @Shared(.appStorage("text", store: store)) var text = "none"
  $text.withLock { $0 = String(repeating: "new", count: 1_000) }
  try await $text.save()
  say("saved")

case "exit":
  // Ends normally while changes wait to be written.
  @Shared(.fileStorage(url)) var count = 0
  for _ in 0..<3 { $count.withLock { $0 += 1 } }
  let store = AppStorageStore(url: url.appendingPathExtension("settings"), layer: FileLayer())
  @Shared(.appStorage("count", store: store)) var setting = 0
  $setting.withLock { $0 = 3 }

case "set":
  // Changes a setting that is its own many times, while others change theirs.
  let store = AppStorageStore(url: url, layer: FileLayer())
  for value in 1...20 {
    store.set(value, forKey: "number-\(number)")
    try await waitingForOthers { try store.synchronize() }
  }

case "hold":
  // Holds the lock of a file until it is killed.
  let key: FileStorageKey<Int> = .fileStorage(url, mode: .transactional)
  let transaction = try key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5)))
  say("held")
  // The loop inside of the closure: the optimizer of Swift 6.3.1 does not end with one around it.
  withExtendedLifetime(transaction) { while true { _ = pause() } }

case "ui-test":
  // What an entry point does that is run by UI tests.
  if ProcessInfo.processInfo.environment["UI_TESTING"] != nil {
    prepareDependencies {
      $0.defaultAppStorage = .testValue
      $0.defaultFileStorage = .testValue
    }
  }
  @Shared(.appStorage("count")) var setting = 0
  @Shared(.fileStorage(url)) var count = 0
  $setting.withLock { $0 += 1 }
  $count.withLock { $0 += 1 }
  say("\(isTesting) \(setting) \(count)")

default:
  say("unknown job \(job)")
  exit(64)
}
