#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FavoritesFile {
  /// See ``FavoritesClient/file(_:)``.
  ///
  /// - Throws: ``FavoritesError``.
  func save(_ primes: [Int]) throws(FavoritesError) -> FavoritesSave {
    let bytes = FavoritesFormat.encode(try FavoritesList(primes).checked().primes)
    let target: String
    let found: Found
    do throws(SystemCallError) {
      guard bytes.count <= FavoritesFormat.maximumByteCount else { throw SystemCallError(EFBIG) }
      target = try destination()
      found = try look(at: target)
    } catch {
      throw failure(error)
    }

    switch found {
    case .nothing:
      return try replace(target, with: bytes, permissions: nil, foreign: nil)
    case .file(.favorites, let permissions):
      return try replace(target, with: bytes, permissions: permissions, foreign: nil)
    case .file(.newer(let version), _):
      throw .newerVersion(path: path, version: version, supported: FavoritesFormat.version)
    case .file(.foreign(let reason), let permissions):
      return try replace(target, with: bytes, permissions: permissions, foreign: reason)
    }
  }

  /// Puts a new file in the place of `target` so that at every instant the old one or the new one is there.
  ///
  /// - Parameters:
  ///   - permissions: Those of the old file, `nil` for the usual ones.
  ///   - foreign: Why the old file isn't ours and must be moved aside.
  private func replace(
    _ target: String,
    with bytes: [UInt8],
    permissions: mode_t?,
    foreign: String?
  ) throws(FavoritesError) -> FavoritesSave {
    let folder: FileSystem.Descriptor
    let temporary: String
    do {
      // Opened first, so that a folder that can't be opened stops the save while it can still be stopped.
      folder = try openFolder(FilePaths.folder(of: target))
    } catch {
      throw failure(error)
    }
    defer { try? fileSystem.close(folder) }
    do {
      temporary = try writeAside(bytes, in: FilePaths.folder(of: target), permissions: permissions)
    } catch {
      throw failure(error)
    }

    var movedAside: MovedAside?
    do {
      if let foreign { movedAside = try moveAside(target, reason: foreign) }
    } catch {
      remove(temporary)
      throw error
    }
    do {
      try retrying { () throws(SystemCallError) in try fileSystem.rename(temporary, target) }
    } catch {
      remove(temporary)
      throw failure(error, movedAside: movedAside.flatMap(moveBack))
    }
    do {
      try retrying { () throws(SystemCallError) in try fileSystem.synchronize(folder) }
    } catch {
      throw .cannotSave(
        path: path,
        reason: "\(error); the new list is in place, but may not survive a power cut",
        movedAside: movedAside
      )
    }
    return FavoritesSave(movedAside: movedAside)
  }

  private func failure(_ error: SystemCallError, movedAside: MovedAside? = nil) -> FavoritesError {
    .cannotSave(path: path, reason: error.description, movedAside: movedAside)
  }
}
