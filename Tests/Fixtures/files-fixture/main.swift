// A program that shares files with others of its kind, and is killed at instants that a test chooses.
//
// files-fixture count FILE TIMES     adds one to the number in the file, under its lock, several times
// files-fixture hold FILE            takes the lock, says "locked", and keeps it until the end of its input
// files-fixture write FILE CALL TEXT replaces the file by TEXT or "new", and is killed before one of its system calls
// files-fixture notice FILE          replaces the file, while notices can't be printed because the disk is full
// files-fixture write-as FILE USER GROUP GROUPS   replaces the file as another user, and says the notices
// files-fixture in-place HOST FILE   mounts a file over another and writes it, also in processes that are killed
// files-fixture read-only HOST FOLDER   mounts a file into a read-only folder, and writes it
// files-fixture remount FOLDER       follows a file in a file system that it mounts, unmounts and mounts again
// files-fixture unwatched FOLDER LIMIT   follows a file while a limit of the system for watches is zero
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

/// Runs a program, and returns its status.
func run(_ program: String, _ arguments: String...) throws -> Int32 {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardOutput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  return process.terminationStatus
}

func mount(_ arguments: String...) throws {
  let process = try Process.run(URL(fileURLWithPath: "/bin/mount"), arguments: arguments)
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { fatalError("The file system can't be mounted.") }
}

func contents(of url: URL) throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }

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
  try DurableFile(url, layer: layer).write(Data((arguments.dropFirst(3).first ?? "new").utf8))
  say("written")

case "notice":
  guard unsafe dup2(open("/dev/full", O_WRONLY), STDERR_FILENO) >= 0 else { fatalError("There is no '/dev/full'.") }
  let layer = FileLayer { call in
    if call.name == .lock { throw SystemCallError(call: .lock, path: call.path, code: ENOSYS) }
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
    for notice in DurableFile(url).status().notices { say("\(notice)") }
  } catch {
    say("\(error)")
  }

case "in-place":
  let path = arguments.dropFirst(2).first ?? ""
  let file = DurableFile(URL(fileURLWithPath: path))
  try mount("--bind", url.path, path)
  for text in ["new", "longer contents than before"] {
    try file.write(Data(text.utf8))
    say("written \(try contents(of: url))")
  }
  try file.quarantine(replacingWith: Data("old".utf8))
  guard try contents(of: url) == "old" else { fatalError("The file was not replaced.") }
  say("quarantined")
  var number = 0
  var isKilled = true
  while isKilled {
    number += 1
    try Data("old".utf8).write(to: url)
    isKilled = try run(CommandLine.arguments[0], "write", path, "\(number)", "a newer text") != 0
    say(try file.read().map { String(decoding: $0, as: UTF8.self) } ?? "nothing")
  }
  try file.write(Data("last".utf8))
  say("done")

case "read-only":
  let folder = arguments.dropFirst(2).first ?? ""
  try mount("--bind", folder, folder)
  try mount("--bind", url.path, folder + "/value")
  try mount("-o", "remount,ro,bind", folder)
  do {
    try DurableFile(URL(fileURLWithPath: folder + "/value")).write(Data("new".utf8))
    say("written")
  } catch {
    say("\(error)")
  }

case "remount":
  let file = DurableFile(url.appendingPathComponent("value"))
  let changes = file.changes
  @MainActor func wait(for text: String?, _ step: String) async throws {
    for await _ in changes where try file.read() == text.map({ Data($0.utf8) }) { return say(step) }
  }
  for step in ["mounted", "mounted again"] {
    try mount("-t", "tmpfs", "none", url.path)
    try Data(step.utf8).write(to: file.url)
    try await wait(for: step, step)
    if step == "mounted" {
      _ = try run("/bin/umount", "-l", url.path)
      try await wait(for: nil, "unmounted")
    }
  }
  try Data("changed".utf8).write(to: file.url)
  try await wait(for: "changed", "changed")

case "unwatched":
  // The limit of this user namespace.
  let limit = URL(fileURLWithPath: "/proc/sys/user").appendingPathComponent(arguments.dropFirst(2).first ?? "")
  try FileHandle(forWritingTo: limit).write(contentsOf: Data("0".utf8))
  let file = DurableFile(url.appendingPathComponent("value"))
  let changes = file.changes
  say(file.status().observation.rawValue)
  for notice in file.status().notices { say("\(notice)") }
  for await _ in changes where try file.read() == Data("changed".utf8) {
    say("changed")
    break
  }

case "write-on":
  for number in 1...1_000_000 {
    try DurableFile(url).write(Data(String(repeating: "\(number)\n", count: 1_000).utf8))
    say("\(number)")
  }

default:
  say("unknown job")
}
