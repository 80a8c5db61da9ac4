public import Counterpoint
public import Foundation

extension SharedKey where Self == FileStorageKey<Stats>.Default {
  /// The stats in a file, which several programs may have open: each change is a transaction, so none is lost.
  ///
  /// - Parameter file: The file.
  public static func stats(in file: URL) -> Self {
    Self[.fileStorage(file, mode: .transactional), default: Stats()]
  }
}
