/// A format of pictures that the form accepts.
public enum PictureFormat: String, CaseIterable, Codable, Sendable {
  case png, jpeg, gif

  /// Recognizes a format by the first bytes of a file; `nil` if it is another one. The name of a file proves nothing.
  ///
  /// - Parameter bytes: The bytes of the file.
  public init?(_ bytes: some Collection<UInt8>) {
    let format = Self.allCases.first { format in
      format.signatures.contains { bytes.starts(with: $0) }
    }
    guard let format else { return nil }
    self = format
  }

  /// The media type, as in `image/png`.
  public var mediaType: String { "image/\(rawValue)" }

  /// The format's name for people.
  public var title: String { rawValue.uppercased() }

  private var signatures: [[UInt8]] {
    switch self {
    case .png: [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]
    case .jpeg: [[0xFF, 0xD8, 0xFF]]
    case .gif: ["GIF87a", "GIF89a"].map { Array($0.utf8) }
    }
  }
}
