@_spi(Internals) import CounterpointSupport
import Foundation

/// The temporary files of a site: their folder, the bytes that they take, and the downloads that pages offer.
///
/// The folder is in that of the process for temporary files, and only the user of the process can read it. It is
/// created for the first file, again if something has removed it, and removed with the site.
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
    var hasEnded = false
    var bytes = 0
    /// The bytes of the files by the addresses of their clients, without zeros.
    var bytesPerAddress: [AddressKey: Int] = [:]
    var downloads: [String: Download] = [:]
  }

  let limits: UploadLimits
  private let contents = Locked(Contents())

  /// Reports an error of the file system.
  let report: @Sendable (any Error) -> Void

  /// - Parameters:
  ///   - limits: The limits.
  ///   - report: Reports an error of the file system.
  init(limits: UploadLimits, report: @escaping @Sendable (any Error) -> Void = { _ in }) {
    self.limits = limits
    self.report = report
  }

  deinit {
    removeFolder()
  }

  /// Removes the folder with all files, because the site ends. Further files are refused.
  func removeFolder() {
    let folder = contents.withLock { contents in
      contents.hasEnded = true
      return contents.folder
    }
    if let folder { try? FileManager.default.removeItem(at: folder) }
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
      guard !contents.hasEnded else { throw CocoaError(.fileNoSuchFile) }
      // A cleaner of temporary files may have removed the folder.
      if let folder = contents.folder, FileManager.default.fileExists(atPath: folder.path) { return folder }
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

  /// Reserves bytes on the disk. Returns the limit that prevents it.
  ///
  /// - Parameters:
  ///   - count: The number of bytes.
  ///   - address: The address of the client, whose files have a limit of their own; `nil` for none.
  func reserve(_ count: Int, for address: AddressKey?) -> Refusal? {
    contents.withLock { contents in
      guard contents.bytes <= limits.bytes - count else { return .noRoomForFiles }
      if let address {
        let own = contents.bytesPerAddress[address] ?? 0
        guard own <= limits.bytesPerAddress - count else { return .tooManyBytesOfAddress }
        contents.bytesPerAddress[address] = own + count
      }
      contents.bytes += count
      return nil
    }
  }

  /// Returns reserved bytes.
  func release(_ count: Int, for address: AddressKey?) {
    contents.withLock { contents in
      contents.bytes -= count
      guard let address, let own = contents.bytesPerAddress[address] else { return }
      contents.bytesPerAddress[address] = own > count ? own - count : nil
    }
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
