@_spi(Internals) import CounterpointSupport
import Foundation

/// The temporary files of a site: their folder, the bytes that they take, and the downloads that pages offer.
///
/// The folder is in that of the process for temporary files, and only the user of the process can read it. It is
/// created for the first file and removed with the site.
///
/// Lock order: the lock of a session's files, then this one.
final class SiteFiles: Sendable {
  /// A file that one browser may download.
  struct Download: Sendable {
    let name: String
    let contentType: String
    let files: SessionFiles
  }

  private struct Contents {
    var folder: URL?
    var bytes = 0
    var downloads: [String: Download] = [:]
  }

  let limits: UploadLimits
  private let contents = Locked(Contents())

  init(limits: UploadLimits) {
    self.limits = limits
  }

  deinit {
    removeFolder()
  }

  /// Removes the folder with all files, because the site ends. Further files are refused.
  func removeFolder() {
    if let folder = contents.withLock(\.folder) { try? FileManager.default.removeItem(at: folder) }
  }

  /// The bytes that all files take.
  var bytes: Int { contents.withLock(\.bytes) }

  /// The folder; `nil` before the first file.
  var folder: URL? { contents.withLock(\.folder) }

  /// Returns the place for a new file.
  ///
  /// - Parameter id: The identifier of the file, of digits and letters.
  /// - Throws: The error of the file system.
  func makeURL(_ id: String) throws -> URL {
    let folder = try contents.withLock { contents in
      if let folder = contents.folder { return folder }
      let process = ProcessInfo.processInfo.processIdentifier
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("counterpoint-\(process)-\(SessionID())", isDirectory: true)
      try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
      contents.folder = folder
      return folder
    }
    return folder.appendingPathComponent(id, isDirectory: false)
  }

  /// Reserves bytes on the disk. Returns whether there is room for them.
  func reserve(_ count: Int) -> Bool {
    contents.withLock { contents in
      guard contents.bytes + count <= limits.bytes else { return false }
      contents.bytes += count
      return true
    }
  }

  /// Returns reserved bytes.
  func release(_ count: Int) {
    contents.withLock { $0.bytes -= count }
  }

  /// Offers a file for download.
  func offer(_ id: String, _ download: Download) {
    contents.withLock { $0.downloads[id] = download }
  }

  /// Ends the offer of a file, if there is one.
  func withdraw(_ id: String) {
    // Released after the lock.
    let download = contents.withLock { $0.downloads.removeValue(forKey: id) }
    withExtendedLifetime(download) {}
  }

  /// Returns the offer of a file.
  func download(_ id: String) -> Download? {
    contents.withLock { $0.downloads[id] }
  }
}
