#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import Foundation

/// One file of favorites. An actor, so that a program's loads and saves come one after the other.
actor FavoritesFile {
  let path: String
  let fileSystem: FileSystem
  /// Gives the time that goes into the names of files that are moved aside.
  let now: @Sendable () -> Date

  /// The readable part of the file at the path.
  enum Found {
    case nothing
    case file(FavoritesFormat.Content, permissions: mode_t)
  }

  init(path: String, fileSystem: FileSystem, now: @escaping @Sendable () -> Date) {
    self.path = path
    self.fileSystem = fileSystem
    self.now = now
  }

  /// See ``FavoritesClient/file(_:)``.
  ///
  /// - Throws: ``FavoritesError``.
  func load() throws(FavoritesError) -> FavoritesLoad {
    let found: Found
    do {
      found = try look(at: try destination())
    } catch {
      throw .cannotLoad(path: path, reason: error.description)
    }
    switch found {
    case .nothing:
      return FavoritesLoad(primes: [])
    case .file(.favorites(let list), _):
      return FavoritesLoad(list)
    case .file(.newer(let version), _):
      throw .newerVersion(path: path, version: version, supported: FavoritesFormat.version)
    case .file(.foreign(let reason), _):
      throw .notFavorites(path: path, reason: reason)
    }
  }

  /// The path at the end of the symbolic links that `path` may lead along. Nothing need be there.
  func destination() throws(SystemCallError) -> String {
    // A zero would end the path for the system, which would then open another file.
    guard !path.utf8.contains(0) else { throw SystemCallError(EINVAL, "The path contains a zero byte") }
    var path = path
    // As many as Linux itself follows.
    for _ in 0..<40 {
      guard !path.isEmpty else { throw SystemCallError(ENOENT) }
      guard !["", ".", ".."].contains(FilePaths.name(of: path)) else { throw SystemCallError(EISDIR) }
      do {
        let target = try retrying { () throws(SystemCallError) in try fileSystem.readLink(path) }
        path = target.utf8.first == UInt8(ascii: "/") ? target : "\(FilePaths.folder(of: path))/\(target)"
      } catch {
        // Not a link, or not there.
        guard error.code == EINVAL || error.code == ENOENT else { throw error }
        return path
      }
    }
    throw SystemCallError(ELOOP)
  }

  /// Reads what is there, and changes nothing.
  ///
  /// - Throws: What the system says, and an error of its own for anything that isn't a regular file.
  func look(at target: String) throws(SystemCallError) -> Found {
    let descriptor: FileSystem.Descriptor
    do {
      // Without waiting: opening a pipe would otherwise block until another process opens it for writing.
      descriptor = try retrying { () throws(SystemCallError) in
        try fileSystem.open(target, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0)
      }
    } catch {
      guard error.code == ENOENT else { throw error }
      return .nothing
    }
    // Nothing was written, so nothing is lost if closing fails.
    defer { try? fileSystem.close(descriptor) }
    let status = try retrying { () throws(SystemCallError) in try fileSystem.status(descriptor) }
    switch status.kind {
    case .file: break
    case .folder: throw SystemCallError(EISDIR)
    case .other: throw SystemCallError(EINVAL, "Not a regular file")
    }
    // One byte more than the limit shows that there is too much.
    var bytes: [UInt8] = []
    while bytes.count <= FavoritesFormat.maximumByteCount {
      let missing = FavoritesFormat.maximumByteCount + 1 - bytes.count
      let chunk = try retrying { () throws(SystemCallError) in
        try fileSystem.read(descriptor, min(missing, 1 << 16))
      }
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return .file(FavoritesFormat.decode(bytes), permissions: status.permissions)
  }
}
