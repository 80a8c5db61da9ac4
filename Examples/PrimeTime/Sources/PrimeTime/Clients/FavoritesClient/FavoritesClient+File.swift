import Foundation

extension FavoritesClient {
  /// Keeps the favorites in a file: a few lines of JSON that a person can read.
  ///
  /// ```json
  /// {
  ///   "format": "primetime-favorites",
  ///   "version": 1,
  ///   "primes": [2, 7]
  /// }
  /// ```
  ///
  /// **Saving** survives a crash at any instant: the list is written aside in the same folder, forced to disk, and
  /// renamed over the old file, and the folder is forced to disk as well. Then `save` returns. Missing folders are
  /// made, for the user alone. An existing file's permissions are kept. Where the path is a symbolic link, the file
  /// that it leads to is replaced and the link stays. A save that fails takes what it wrote aside away again.
  ///
  /// **A file that isn't ours** is neither overwritten nor deleted:
  ///
  /// | at the path | `load` | `save` |
  /// | --- | --- | --- |
  /// | nothing | no favorites | makes the file |
  /// | our file | its primes; numbers that aren't prime are left out and named | replaces it |
  /// | a file with anything else | throws, the file stays | moves it aside, saves, and says so |
  /// | a file of more than 16 MiB | the same | the same |
  /// | our file in a newer version | throws, the file stays | throws, the file stays |
  /// | a folder, a pipe, no permission… | throws, all stays | throws, all stays |
  ///
  /// *Aside* is the same folder, under the same name with `.unreadable-` and the time in UTC after it, as in
  /// `favorites.json.unreadable-20250131T235959Z`, and with `-2`, `-3`… if that is taken.
  ///
  /// The files are read and written on a thread of the concurrent pool, never on the caller's actor. One client does
  /// one thing at a time. Between programs there is no lock: of two that save at once, one is last and wins.
  ///
  /// - Parameter path: The file's path. A relative one starts at the current folder at the time of use.
  public static func file(_ path: String) -> Self {
    file(path, fileSystem: .live, now: { Date() })
  }

  /// As ``file(_:)``, over any file system and with any clock.
  static func file(_ path: String, fileSystem: FileSystem, now: @escaping @Sendable () -> Date) -> Self {
    let file = FavoritesFile(path: path, fileSystem: fileSystem, now: now)
    return Self(
      load: {
        try await file.load()
      },
      save: { primes in
        try await file.save(primes)
      }
    )
  }

  /// The path where the program keeps its favorites unless the user names another one.
  ///
  /// That is `$XDG_DATA_HOME/primetime/favorites.json`, or `$HOME/.local/share/primetime/favorites.json` when the
  /// former variable is missing, empty or relative (the XDG Base Directory Specification has relative paths ignored).
  ///
  /// - Parameter environment: The environment variables, as in `ProcessInfo.processInfo.environment`.
  /// - Returns: An absolute path, or `nil` when neither variable holds one: then only the user can tell.
  public static func defaultPath(environment: [String: String]) -> String? {
    func folder(_ variable: String) -> String? {
      guard var folder = environment[variable], folder.utf8.first == UInt8(ascii: "/") else { return nil }
      while folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
      return folder
    }
    let data = folder("XDG_DATA_HOME") ?? folder("HOME").map { $0 + "/.local/share" }
    return data.map { $0 + "/primetime/favorites.json" }
  }
}
