import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Edits a text in the editor that `$EDITOR` names, or in `vi`.
///
/// - Parameter text: The text.
/// - Returns: The edited text; `nil` if the editor has failed.
func edited(_ text: String) async -> String? {
  let file = FileManager.default.temporaryDirectory.appending(component: "gallery-\(UUID()).txt")
  defer { try? FileManager.default.removeItem(at: file) }
  guard (try? Data(text.utf8).write(to: file)) != nil else { return nil }
  let editor = ProcessInfo.processInfo.environment["EDITOR"] ?? "vi"
  guard await run(["/bin/sh", "-c", "\(editor) \"$0\"", file.path]) == 0 else { return nil }
  return try? String(contentsOf: file, encoding: .utf8)
}

/// Runs a program in the process group of this one, so the terminal is its own too.
///
/// - Returns: The exit status; `nil` if the program could not be started or was killed.
private func run(_ words: [String]) async -> Int32? {
  await withCheckedContinuation { continuation in
    // The wait blocks a thread, which must not be one of the pool.
    Thread.detachNewThread { continuation.resume(returning: exitStatus(ofProgram: words)) }
  }
}

private func exitStatus(ofProgram words: [String]) -> Int32? {
  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  // Threads may block signals that the program needs.
  var none = sigset_t()
  unsafe sigemptyset(&none)
  unsafe posix_spawnattr_setsigmask(&attributes, &none)
  unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
  defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
  var process: pid_t = 0
  guard unsafe posix_spawn(&process, words[0], nil, &attributes, &arguments, environ) == 0 else { return nil }
  var status: Int32 = 0
  while unsafe waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return nil } }
  return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
}
