import DurableFiles
import Foundation

/// A file of favorites. An actor, because reading and writing block the thread.
actor FavoritesFile {
  private let path: String
  private let file: DurableFile

  init(path: String, file: DurableFile) {
    self.path = path
    self.file = file
  }

  func load() throws -> FavoritesLoad {
    do {
      return try load(file)
    } catch let error where !(error is FavoritesError) {
      throw FavoritesError.cannotLoad(path: path, reason: reason(error))
    }
  }

  func save(_ primes: [Int]) throws -> FavoritesSave {
    let data = FavoritesFormat.encode(try FavoritesLoad(of: primes).allPrimes())
    guard data.count <= FavoritesFormat.maximumSize else {
      throw FavoritesError.cannotSave(path: path, reason: "the list is too long")
    }
    do {
      // The lock excludes other programs between the check and the write.
      return try file.withLock { file in
        do {
          _ = try load(file)
          try file.write(data)
          return FavoritesSave()
        } catch FavoritesError.notFavorites(_, let reason) {
          let url = try file.quarantine(replacingWith: data)
          let report = "\(path) is not a list of favorite primes (\(reason)); it was moved to \(url.path)."
          return FavoritesSave(movedAside: report)
        }
      }
    } catch let error where !(error is FavoritesError) {
      throw FavoritesError.cannotSave(path: path, reason: reason(error))
    }
  }

  private func load(_ file: DurableFile) throws -> FavoritesLoad {
    do {
      guard let data = try file.read(limit: FavoritesFormat.maximumSize) else { return FavoritesLoad(primes: []) }
      return try FavoritesFormat.decode(data, path: path)
    } catch DurableFileError.tooLarge {
      let limit = FavoritesFormat.maximumSize >> 20
      throw FavoritesError.notFavorites(path: path, reason: "it is larger than \(limit) MiB")
    }
  }

  private func reason(_ error: any Error) -> String {
    if let error = error as? SystemCallError { return error.reason }
    // The reason is the end of a sentence.
    return error.localizedDescription.trimmingCharacters(in: ["."])
  }
}
