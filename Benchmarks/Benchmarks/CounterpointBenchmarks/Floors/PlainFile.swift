import Foundation

/// A file in the temporary folder that is replaced as a whole, and survives a power failure.
final class PlainFile {
  private let folder: URL
  private let url: URL

  init() {
    folder = makeTemporaryFolder()
    url = folder.appendingPathComponent("value.json")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Encodes a value, and replaces the file: writes a temporary file, synchronizes it, renames it, and synchronizes the
  /// folder.
  func save(_ value: some Encodable) {
    let temporary = folder.appendingPathComponent("temporary").path
    guard let data = try? JSONEncoder().encode(value) else { fatalError("The value can't be encoded.") }
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    let count = data.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard count == data.count, fsync(file) == 0, close(file) == 0, rename(temporary, url.path) == 0 else {
      fatalError("The file can't be written.")
    }
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard fsync(descriptor) == 0, close(descriptor) == 0 else { fatalError("The folder can't be synchronized.") }
  }
}

/// Creates an empty folder.
func makeTemporaryFolder() -> URL {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID())")
  try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}
