public import Foundation

/// A file that a visitor has sent, in a temporary file on the disk.
///
/// ```swift
/// case .pictureChosen(let file):
///   return .run { send in
///     try file.move(to: pictures.appendingPathComponent(file.id))
///     await send(.pictureStored(file.id))
///   }
/// ```
///
/// The temporary file lives while this value or a copy of it is alive, at most until the session ends. Then it is
/// removed. ``move(to:)`` keeps the file.
///
/// The encoded value has the name, the type and the size, but not the content. So a decoded value has no file:
/// ``isAvailable`` is `false` in a replayed recording, and after a visitor has moved to another process. Move files
/// that must survive, and keep their paths in the state.
///
/// Two values are equal if they came from the same upload.
public struct UploadedFile: Codable, Hashable, Identifiable, Sendable {
  /// An identifier of 32 random hexadecimal digits. It is safe as a file name.
  public let id: String
  /// The name that the browser tells, for people: without folders and control characters, at most 255 bytes. Several
  /// files can have one name, so don't store files under it.
  public let name: String
  /// The media type that the browser tells, in lower case and without parameters. It proves nothing about the content.
  public let contentType: String
  /// The size in bytes.
  public let byteCount: Int
  private let file: TemporaryFile?

  private enum CodingKeys: CodingKey {
    case id, name, contentType, byteCount
  }

  init(_ file: TemporaryFile, name: String, contentType: String, byteCount: Int) {
    self.id = file.id
    self.name = FileName.cleaned(name)
    self.contentType = MediaType.normalized(contentType)
    self.byteCount = byteCount
    self.file = file
  }

  /// Creates a value with a temporary file, for tests and for other platforms than the web.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - contentType: The media type.
  ///   - contents: The content.
  /// - Throws: The error of the file system.
  public init(name: String, contentType: String = "application/octet-stream", contents: some DataProtocol) throws {
    let file = try SessionFiles.standalone.makeFile()
    if let url = file.url { try Data(contents).write(to: url) }
    self.init(file, name: name, contentType: contentType, byteCount: contents.count)
  }

  /// Decodes a value, which has no file.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(FileIdentifier.self, forKey: .id).text
    name = FileName.cleaned(try container.decode(String.self, forKey: .name))
    contentType = MediaType.normalized(try container.decode(String.self, forKey: .contentType))
    byteCount = try container.decode(Int.self, forKey: .byteCount)
    file = nil
  }

  /// Whether the temporary file exists. It does not in a decoded value, after ``move(to:)``, and after the end of the
  /// session.
  public var isAvailable: Bool { file?.url != nil }

  /// Moves the temporary file to a path, where it stays. Call it outside of reducers, in an effect.
  ///
  /// The file can be read by the user of the process. Its content is not synchronized with the disk.
  ///
  /// - Parameter url: The new path. Never derive it from ``name``.
  /// - Throws: ``UploadedFileError/unavailable``, or the error of the file system, as for an existing file.
  public func move(to url: URL) throws {
    guard let file else { throw UploadedFileError.unavailable }
    try file.files.move(id, to: url)
  }

  /// Calls a function with the path of the temporary file, which exists until the function returns.
  ///
  /// - Parameter body: The function. It must not change or keep the file.
  /// - Throws: ``UploadedFileError/unavailable``, or the error of the function.
  public func withURL<Result>(_ body: (URL) throws -> Result) throws -> Result {
    guard let file, let url = file.url else { throw UploadedFileError.unavailable }
    return try withExtendedLifetime(file) { try body(url) }
  }

  /// Whether two values came from the same upload.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.name == right.name && left.contentType == right.contentType
      && left.byteCount == right.byteCount
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

/// An error of files that visitors have sent.
public enum UploadedFileError: Error, Hashable, CustomStringConvertible {
  /// The temporary file does not exist: the value was decoded, the file was moved, or the session has ended.
  case unavailable

  /// The reason, and what to do.
  public var description: String {
    "The temporary file does not exist. It ends with its session, and a decoded value has none: move files that must "
      + "survive."
  }
}
