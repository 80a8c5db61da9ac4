// A program that shares files with others of its kind, and is killed at instants that a test chooses.
//
// files-fixture count FILE TIMES     adds one to the number in the file, under its lock, several times
// files-fixture hold FILE            takes the lock, says "locked", and keeps it until the end of its input
// files-fixture write FILE CALL      replaces the file, and is killed before one of its system calls
// files-fixture write-as FILE USER GROUP GROUPS   replaces the file as another user
// files-fixture remount FOLDER       follows a file in a file system that it mounts, unmounts and mounts again
// files-fixture write-on FILE        replaces the file by 1, 2, 3…, and says each number when it is written

@_spi(Internals) import DurableFiles
import Foundation
import Synchronization

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
let url = URL(fileURLWithPath: arguments.dropFirst().first ?? "/dev/null")
let number = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0

switch arguments.first {
case "count":
  for _ in 0..<number {
    try DurableFile(url).withLock(timeout: .seconds(600)) { file in
      let count = try file.read().flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
      try file.write(Data("\(count + 1)".utf8))
    }
  }

case "hold":
  try DurableFile(url).withLock { _ in
    say("locked")
    _ = FileHandle.standardInput.availableData
  }

case "write":
  let calls = Atomic(0)
  let layer = FileLayer { _ in
    if calls.add(1, ordering: .relaxed).newValue == number { kill(getpid(), SIGKILL) }
  }
  try DurableFile(url, layer: layer).write(Data("new".utf8))
  say("written")

case "write-as":
  let words = arguments.dropFirst(2).map { $0 }
  let groups = words.dropFirst(2).joined().split(separator: ",").compactMap { gid_t($0) }
  let (user, group) = (uid_t(words[0]) ?? 0, gid_t(words[1]) ?? 0)
  guard unsafe setgroups(groups.count, groups) == 0, setgid(group) == 0, setuid(user) == 0 else {
    fatalError("Only the superuser can do this.")
  }
  umask(0o077)
  do {
    try DurableFile(url).write(Data("new".utf8))
    say("written")
  } catch {
    say("\(error)")
  }

case "remount":
  let file = DurableFile(url.appendingPathComponent("value"))
  let changes = file.changes
  @MainActor func run(_ program: String, _ arguments: String...) throws {
    let process = try Process.run(URL(fileURLWithPath: program), arguments: arguments)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { fatalError("\(program) has failed.") }
  }
  @MainActor func wait(for text: String?, _ step: String) async throws {
    for await _ in changes where try file.read() == text.map({ Data($0.utf8) }) { return say(step) }
  }
  for step in ["mounted", "mounted again"] {
    try run("/bin/mount", "-t", "tmpfs", "none", url.path)
    try Data(step.utf8).write(to: file.url)
    try await wait(for: step, step)
    if step == "mounted" {
      try run("/bin/umount", "-l", url.path)
      try await wait(for: nil, "unmounted")
    }
  }
  try Data("changed".utf8).write(to: file.url)
  try await wait(for: "changed", "changed")

case "write-on":
  for number in 1...1_000_000 {
    try DurableFile(url).write(Data(String(repeating: "\(number)\n", count: 1_000).utf8))
    say("\(number)")
  }

default:
  say("unknown job")
}
