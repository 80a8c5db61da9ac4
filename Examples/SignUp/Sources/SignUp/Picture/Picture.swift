public import Foundation

/// The picture of a user.
///
/// The value has what a form shows, and refers to the file with the bytes. An upload lives as long as its picture:
/// when the user removes or replaces the picture, or leaves the flow, the last copy of the value ends, and the
/// temporary file with it. No code has to remember to remove it.
///
/// The identity of a picture is its ``id``, neither a path nor a temporary file. So a recording contains no content,
/// and is repeated without the file.
public struct Picture: Codable, Identifiable, Sendable {
  /// The maximum size, in bytes.
  public static let maximumByteCount = 5 << 20

  /// The identity, which is new for each file that is offered.
  public let id: UUID
  /// The name of the file, for people. Several pictures can have one name.
  public let name: String
  /// The format, recognized by the first bytes.
  public let format: PictureFormat
  /// The size, in bytes.
  public let byteCount: Int
  /// The file with the bytes; `nil` in a decoded value.
  private var file: OfferedFile?

  private enum CodingKeys: CodingKey {
    case id, name, format, byteCount
  }

  /// Checks a file. Reads it, so call it in an effect.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - id: The identity.
  /// - Throws: ``PictureError``, with what the user can do.
  public init(_ file: OfferedFile, id: UUID = UUID()) throws(PictureError) {
    let data = try file.data(limit: Self.maximumByteCount)
    guard let format = PictureFormat(data) else { throw .notAPicture(name: file.name) }
    self.init(id: id, name: file.name, format: format, byteCount: data.count)
    self.file = file
  }

  /// Creates a picture without bytes, for tests of features.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - name: The name of the file.
  ///   - format: The format.
  ///   - byteCount: The size, in bytes.
  public init(id: UUID, name: String, format: PictureFormat, byteCount: Int) {
    self.id = id
    self.name = name
    self.format = format
    self.byteCount = byteCount
  }

  /// Reads the bytes. Call it in an effect.
  ///
  /// - Throws: ``PictureError``, also if the file is another one by now.
  public func data() throws(PictureError) -> Data {
    guard let file else { throw .unavailable(name: name) }
    let data = try file.data(limit: Self.maximumByteCount)
    guard data.count == byteCount, PictureFormat(data) == format else { throw .changed(name: name) }
    return data
  }

  /// The name under which the picture of an account is stored.
  public var fileName: String { "\(id.uuidString.lowercased()).\(format.rawValue)" }

  /// The picture in a few words, as in "me.png (PNG, 12 KB)".
  public var summary: String { "\(name) (\(format.title), \(sizeText(byteCount)))" }
}

extension Picture: Equatable {
  /// Whether two pictures are the same. A picture equals its decoded value, which has no bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.name == right.name && left.format == right.format && left.byteCount == right.byteCount
  }
}

/// Returns a number of bytes for people, as in "12 KB". Rounds up, so that no size looks allowed that is not.
func sizeText(_ byteCount: Int) -> String {
  switch byteCount {
  case ..<1024: return "\(byteCount) bytes"
  case ..<(1 << 20): return "\((byteCount + 1023) / 1024) KB"
  default:
    let tenths = (byteCount * 10 + (1 << 20) - 1) / (1 << 20)
    return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
  }
}
