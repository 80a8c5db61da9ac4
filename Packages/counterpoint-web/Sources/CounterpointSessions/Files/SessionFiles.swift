@_spi(Internals) import CounterpointSupport
import Foundation

/// The temporary files of a session. They are removed with the last reference to them, and all at the end of the
/// session.
final class SessionFiles: Sendable {
  private struct Record {
    var url: URL
    var bytes = 0
    /// Whether the file belongs to the program, so that it is not removed.
    var isOwnedByProgram = false
  }

  private struct Contents {
    var records: [String: Record] = [:]
    var bytes = 0
    var uploads = 0
    var hasEnded = false
  }

  let site: SiteFiles
  /// Returns the identifier of the browser that owns the session.
  private let browser: @Sendable () -> SessionID?
  private let address: AddressKey?
  private let contents = Locked(Contents())

  /// - Parameters:
  ///   - site: The files of the site.
  ///   - address: The address of the client.
  ///   - browser: Returns the identifier of the browser that may download files; `nil` for none.
  init(site: SiteFiles, address: AddressKey? = nil, browser: @escaping @Sendable () -> SessionID? = { nil }) {
    self.site = site
    self.address = address
    self.browser = browser
  }

  /// The files of values that no site has made.
  static let standalone = SessionFiles(
    site: SiteFiles(limits: UploadLimits(bytesPerSession: .max, bytes: .max))
  )

  // MARK: Files

  /// Creates an empty file.
  ///
  /// - Throws: The error of the file system, or ``UploadedFileError/unavailable`` after the end of the session.
  func makeFile() throws -> TemporaryFile {
    let id = SessionID().description
    let url = try site.makeURL(id)
    guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
    return try add(id, Record(url: url))
  }

  /// Refers to a file of the program.
  ///
  /// - Throws: ``UploadedFileError/unavailable`` after the end of the session.
  func refer(to url: URL) throws -> TemporaryFile {
    try add(SessionID().description, Record(url: url, isOwnedByProgram: true))
  }

  private func add(_ id: String, _ record: Record) throws -> TemporaryFile {
    let isAdded = contents.withLock { contents in
      guard !contents.hasEnded else { return false }
      contents.records[id] = record
      return true
    }
    guard isAdded else {
      delete(record)
      throw UploadedFileError.unavailable
    }
    return TemporaryFile(id: id, files: self)
  }

  /// Reserves room for bytes of a file.
  ///
  /// - Throws: The limit that is exceeded.
  func reserve(_ count: Int, for id: String) throws(Refusal) {
    let refusal: Refusal? = contents.withLock { contents in
      guard contents.records[id] != nil else { return .incompleteUpload }
      guard contents.bytes <= site.limits.bytesPerSession - count else { return .tooManyBytes }
      if let refusal = site.reserve(count, for: address) { return refusal }
      contents.bytes += count
      contents.records[id]?.bytes += count
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Returns where a file is; `nil` if it was removed or moved.
  func url(of id: String) -> URL? {
    contents.withLock { $0.records[id]?.url }
  }

  /// Moves a file out of the folder. It then belongs to the program.
  func move(_ id: String, to destination: URL) throws {
    guard let record = contents.withLock({ $0.records[id] }), !record.isOwnedByProgram else {
      throw UploadedFileError.unavailable
    }
    try FileManager.default.moveItem(at: record.url, to: destination)
    forget(id)
  }

  /// Removes a file.
  func remove(_ id: String) {
    if let record = forget(id) { delete(record) }
  }

  /// Removes all files, because the session has ended.
  func removeAll() {
    let ids = contents.withLock { contents in
      contents.hasEnded = true
      return Array(contents.records.keys)
    }
    for id in ids { remove(id) }
  }

  @discardableResult
  private func forget(_ id: String) -> Record? {
    site.withdraw(id)
    return contents.withLock { contents in
      guard let record = contents.records.removeValue(forKey: id) else { return nil }
      contents.bytes -= record.bytes
      site.release(record.bytes, for: address)
      return record
    }
  }

  private func delete(_ record: Record) {
    if !record.isOwnedByProgram { try? FileManager.default.removeItem(at: record.url) }
  }

  // MARK: Requests

  /// Counts a request with files. Call ``endUpload()`` at its end.
  ///
  /// - Throws: ``Refusal/tooManyUploads``.
  func beginUpload() throws(Refusal) {
    let isFree = contents.withLock { contents in
      guard contents.uploads < site.limits.requestsPerSession else { return false }
      contents.uploads += 1
      return true
    }
    guard isFree else { throw .tooManyUploads }
  }

  func endUpload() {
    contents.withLock { $0.uploads -= 1 }
  }

  /// Whether a request with files is being received.
  var isReceiving: Bool { contents.withLock { $0.uploads > 0 } }

  /// Returns whether a browser owns the session.
  func belongs(to browsers: [SessionID]) -> Bool {
    browser().map { browsers.contains($0) } ?? false
  }
}

/// A reference to a temporary file, which is removed with the last one.
final class TemporaryFile: Sendable {
  let id: String
  let files: SessionFiles

  fileprivate init(id: String, files: SessionFiles) {
    self.id = id
    self.files = files
  }

  deinit {
    files.remove(id)
  }

  var url: URL? { files.url(of: id) }
}

/// The decoded identifier of a file: 32 hexadecimal digits.
struct FileIdentifier: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    text = try container.decode(String.self)
    guard SessionID(text) != nil else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "A file has 32 hexadecimal digits.")
    }
  }
}
