public import Foundation

/// A file that the user offers as a picture: the file at a path on a terminal, an upload on the web.
///
/// It refers to the bytes, and nothing reads them before a ``PictureClient`` does. The encoded value has only the name,
/// so a decoded value has no bytes: a recording contains no content, and reading one opens no file.
public struct OfferedFile: Codable, Equatable, Sendable {
  /// The name of the file, for people.
  public let name: String
  /// Reads the bytes; `nil` in a decoded value.
  private var contents: (@Sendable (_ limit: Int) throws -> Data)?

  private enum CodingKeys: CodingKey {
    case name
  }

  /// Creates a file from a function.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - contents: Returns the bytes. Throws ``PictureError/tooBig(name:byteCount:)`` for more bytes than the limit.
  ///     The function lives as long as the value, so it can own a temporary file.
  public init(name: String, contents: @escaping @Sendable (_ limit: Int) throws -> Data) {
    self.name = name
    self.contents = contents
  }

  /// Creates a file from a path. It isn't copied, so it has to stay as it is until the account exists.
  ///
  /// - Parameter path: The path, relative to the current folder or with a tilde for the user's own.
  public init(path: String) {
    let path = path.trimmingCharacters(in: .whitespaces)
    self.init(name: path.split(separator: "/").last.map(String.init) ?? path) { limit in
      try Self.data(at: path, limit: limit)
    }
  }

  /// Reads the bytes.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Throws: ``PictureError``.
  func data(limit: Int) throws(PictureError) -> Data {
    guard let contents else { throw .unavailable(name: name) }
    do {
      let data = try contents(limit)
      guard data.count <= limit else { throw PictureError.tooBig(name: name, byteCount: data.count) }
      return data
    } catch let error as PictureError {
      throw error
    } catch {
      throw .unreadable(name: name, reason: error.localizedDescription)
    }
  }

  private static func data(at path: String, limit: Int) throws -> Data {
    let url = URL(fileURLWithPath: NSString(string: path).expandingTildeInPath).resolvingSymlinksInPath()
    guard FileManager.default.fileExists(atPath: url.path) else { throw PictureError.missing(path: path) }
    let values = try url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
    // Reading a pipe or a device might never end.
    guard values.isRegularFile == true else { throw PictureError.notAFile(path: path) }
    let byteCount = values.fileSize ?? 0
    guard byteCount <= limit else { throw PictureError.tooBig(name: url.lastPathComponent, byteCount: byteCount) }
    return try Data(contentsOf: url)
  }

  /// Whether two files have the same name.
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}
