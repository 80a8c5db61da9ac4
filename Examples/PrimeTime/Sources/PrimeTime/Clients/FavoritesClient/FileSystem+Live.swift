#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FileSystem {
  /// The real calls. They block the calling thread.
  static let live = Self(
    open: openFile,
    status: fileStatus,
    read: readBytes,
    write: writeBytes,
    setPermissions: { descriptor, permissions throws(SystemCallError) in try check(fchmod(descriptor, permissions)) },
    synchronize: { descriptor throws(SystemCallError) in try check(fsync(descriptor)) },
    close: closeFile,
    rename: renameFile,
    remove: { path throws(SystemCallError) in try check(unsafe unlink(path)) },
    makeFolder: { path, permissions throws(SystemCallError) in try check(unsafe mkdir(path, permissions)) },
    readLink: linkTarget
  )
}

// Functions of the file, because inside `FileSystem` its closures hide the C functions of the same name.

private func openFile(_ path: String, _ flags: Int32, _ permissions: mode_t) throws(SystemCallError) -> Int32 {
  // Closed on exec: a program that is started meanwhile must not inherit the file.
  let descriptor = unsafe open(path, flags | O_CLOEXEC, permissions)
  try check(descriptor)
  return descriptor
}

private func fileStatus(_ descriptor: Int32) throws(SystemCallError) -> FileSystem.Status {
  var status = stat()
  try check(unsafe fstat(descriptor, &status))
  let kind: FileSystem.Status.Kind =
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  return FileSystem.Status(kind: kind, permissions: status.st_mode & 0o777)
}

private func readBytes(_ descriptor: Int32, _ count: Int) throws(SystemCallError) -> [UInt8] {
  var result = 0
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
    result = unsafe read(descriptor, buffer.baseAddress, count)
    // The call has filled in this many bytes from the start, never more than `count`.
    initializedCount = max(result, 0)
  }
  try check(result)
  return bytes
}

private func writeBytes(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemCallError) -> Int {
  let result = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  try check(result)
  return result
}

private func closeFile(_ descriptor: Int32) throws(SystemCallError) {
  try check(close(descriptor))
}

private func renameFile(_ from: String, _ to: String) throws(SystemCallError) {
  try check(unsafe rename(from, to))
}

private func linkTarget(_ path: String) throws(SystemCallError) -> String {
  var result = 0
  let bytes = unsafe [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, initializedCount in
    guard let start = buffer.baseAddress else { return }
    result = unsafe readlink(path, start, buffer.count)
    // As in `readBytes`: the call adds no zero at the end.
    initializedCount = max(result, 0)
  }
  try check(result)
  // A path need not be UTF-8, a `String` must: better an error than a path that leads elsewhere.
  guard let target = String(validating: bytes, as: UTF8.self) else { throw SystemCallError(EILSEQ) }
  return target
}

/// Turns the -1 of a call that has just returned on this thread into its error. Freeing memory in between is harmless:
/// it leaves `errno` alone.
private func check(_ result: some SignedInteger) throws(SystemCallError) {
  guard result >= 0 else { throw .last }
}
