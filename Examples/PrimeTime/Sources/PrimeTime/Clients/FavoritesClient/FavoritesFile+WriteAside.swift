#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FavoritesFile {
  /// Writes a file under a name of its own and forces it to disk.
  ///
  /// - Returns: The new file's path. If it throws, there is no such file.
  func writeAside(
    _ bytes: [UInt8],
    in folder: String,
    permissions: mode_t?
  ) throws(SystemCallError) -> String {
    let temporary = "\(folder)/.primetime-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    let descriptor = try retrying { () throws(SystemCallError) in
      // With the old file's permissions from the start: a private list must not be readable for a moment.
      try fileSystem.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions ?? 0o666)
    }
    do {
      try fill(descriptor, with: bytes, permissions: permissions)
    } catch {
      try? fileSystem.close(descriptor)
      remove(temporary)
      throw error
    }
    do {
      try fileSystem.close(descriptor)
    } catch {
      // File systems on a network report some failed writes only now. An interruption is none: all is on disk already.
      guard error.code == EINTR else {
        remove(temporary)
        throw error
      }
    }
    return temporary
  }

  private func fill(
    _ descriptor: FileSystem.Descriptor,
    with bytes: [UInt8],
    permissions: mode_t?
  ) throws(SystemCallError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try retrying { () throws(SystemCallError) in try fileSystem.write(descriptor, rest) }
      // Must not happen; if it did, the loop would never end.
      guard count > 0 else { throw SystemCallError(EIO) }
      rest = rest.dropFirst(count)
    }
    if let permissions {
      // The process's mask was applied when the file was made; the old file's bits are wanted as they were.
      try retrying { () throws(SystemCallError) in try fileSystem.setPermissions(descriptor, permissions) }
    }
    try retrying { () throws(SystemCallError) in try fileSystem.synchronize(descriptor) }
  }

  /// Opens a folder, and makes it and those above it if need be, for good.
  func openFolder(_ folder: String) throws(SystemCallError) -> FileSystem.Descriptor {
    func open() throws(SystemCallError) -> FileSystem.Descriptor {
      try retrying { () throws(SystemCallError) in try fileSystem.open(folder, O_RDONLY | O_DIRECTORY, 0) }
    }
    do {
      return try open()
    } catch {
      // The current folder may have been deleted: it has no folder above that could help.
      guard error.code == ENOENT, FilePaths.folder(of: folder) != folder else { throw error }
    }
    let parent = try openFolder(FilePaths.folder(of: folder))
    defer { try? fileSystem.close(parent) }
    do {
      // For the user alone, as the XDG Base Directory Specification wants it.
      try retrying { () throws(SystemCallError) in try fileSystem.makeFolder(folder, 0o700) }
    } catch {
      // Another program may have made it just now.
      guard error.code == EEXIST else { throw error }
    }
    try retrying { () throws(SystemCallError) in try fileSystem.synchronize(parent) }
    return try open()
  }

  /// Takes away a file that this save has made. If that fails too, the first error is the one to report.
  func remove(_ path: String) {
    try? retrying { () throws(SystemCallError) in try fileSystem.remove(path) }
  }
}
