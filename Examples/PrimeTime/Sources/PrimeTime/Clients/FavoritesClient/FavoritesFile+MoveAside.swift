#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import Foundation

extension FavoritesFile {
  /// Gives a foreign file another name in its folder, one that nothing has yet.
  ///
  /// The name is reserved first by making an empty file, which fails if anything has that name; then the foreign file
  /// is renamed over the empty one. So it has one of its names at every instant, and nothing else is replaced. (The
  /// calls that rename and refuse to replace in one go are not there on every file system, nor visible from Swift on
  /// Linux. A link under the new name and the removal of the old one would delete whatever another program has put
  /// there meanwhile.)
  ///
  /// - Returns: What was done.
  /// - Throws: ``FavoritesError/cannotMoveAside(_:reason:)``; then the file is where it was.
  func moveAside(_ path: String, reason: String) throws(FavoritesError) -> MovedAside {
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)
    let stamp = now().formatted(style)
    var file = MovedAside(from: path, to: "\(path).unreadable-\(stamp)", reason: reason)
    var number = 1
    while true {
      do {
        try reserve(file.to)
        break
      } catch {
        guard error.code == EEXIST, number < 1_000 else {
          throw .cannotMoveAside(file, reason: error.description)
        }
        number += 1
        file.to = "\(path).unreadable-\(stamp)-\(number)"
      }
    }
    do {
      try retrying { () throws(SystemCallError) in try fileSystem.rename(path, file.to) }
    } catch {
      remove(file.to)
      throw .cannotMoveAside(file, reason: error.description)
    }
    return file
  }

  /// Gives a foreign file its old name back, after the file that it had to make room for could not take its place.
  ///
  /// - Returns: `nil` if that went well, and otherwise the same report, because it still holds.
  func moveBack(_ file: MovedAside) -> MovedAside? {
    do {
      // Whatever has the old name by now is not to be replaced either.
      try reserve(file.from)
    } catch {
      return file
    }
    do {
      try retrying { () throws(SystemCallError) in try fileSystem.rename(file.to, file.from) }
      return nil
    } catch {
      remove(file.from)
      return file
    }
  }

  /// Makes an empty file where there is nothing.
  private func reserve(_ path: String) throws(SystemCallError) {
    let descriptor = try retrying { () throws(SystemCallError) in
      try fileSystem.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    }
    try? fileSystem.close(descriptor)
  }
}
