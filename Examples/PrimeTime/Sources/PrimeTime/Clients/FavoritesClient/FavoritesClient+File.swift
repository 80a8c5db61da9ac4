import DurableFiles
import Foundation

extension FavoritesClient {
  /// Stores the favorites in a file, as JSON that a person can read. The library `DurableFiles` makes it durable.
  ///
  /// A file with other contents is neither overwritten nor deleted: `load` throws, and `save` quarantines it and says
  /// so. A file of a newer version of the program stays, and both throw.
  ///
  /// - Parameter path: The path of the file.
  public static func file(_ path: String) -> Self {
    file(path, DurableFile(URL(fileURLWithPath: path)))
  }

  static func file(_ path: String, _ file: DurableFile) -> Self {
    let file = FavoritesFile(path: path, file: file)
    return Self(load: { try await file.load() }, save: { try await file.save($0) })
  }

  /// Returns `$XDG_DATA_HOME/primetime/favorites.json`, or the path in `$HOME/.local/share` if the former variable is
  /// missing, empty or relative; `nil` if neither variable has an absolute path.
  public static func defaultPath(environment: [String: String]) -> String? {
    func folder(_ variable: String) -> String? {
      guard var folder = environment[variable], folder.hasPrefix("/") else { return nil }
      while folder.hasSuffix("/") { folder.removeLast() }
      return folder
    }
    let data = folder("XDG_DATA_HOME") ?? folder("HOME").map { $0 + "/.local/share" }
    return data.map { $0 + "/primetime/favorites.json" }
  }

  static func live(environment: [String: String]) -> Self {
    if let path = defaultPath(environment: environment) { return file(path) }
    let (path, reason) = ("primetime/favorites.json", "there is no $XDG_DATA_HOME and no $HOME to keep it in")
    return Self(
      load: { throw FavoritesError.cannotLoad(path: path, reason: reason) },
      save: { _ in throw FavoritesError.cannotSave(path: path, reason: reason) }
    )
  }
}
