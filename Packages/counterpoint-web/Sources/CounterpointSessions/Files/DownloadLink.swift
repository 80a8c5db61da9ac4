public import CounterpointHTML
import Foundation

/// A file that a page offers for download, made by an effect with ``WebDownloads``.
///
/// A feature keeps the link in its state while the page offers the file:
///
/// ```swift
/// if let report = state.report {
///   Element.download(report) { "Save the report" }
/// }
/// ```
///
/// The file exists while this value or a copy of it is alive, at most until the session ends. Only the browser of the
/// session gets it. Any other browser gets status 404, even with the address. A decoded value has no file, so
/// ``isAvailable`` is `false` in a replayed recording, and after a visitor has moved to another process.
///
/// Two values are equal if they came from the same offer.
public struct DownloadLink: Codable, Hashable, Identifiable, Sendable {
  /// An identifier of 32 random hexadecimal digits.
  public let id: String
  /// The name under which the browser stores the file.
  public let name: String
  private let file: TemporaryFile?

  /// The paths of downloads below that of the site begin with it.
  static let path = "/counterpoint-files/"

  private enum CodingKeys: CodingKey {
    case id, name
  }

  init(_ file: TemporaryFile, name: String) {
    self.id = file.id
    self.name = FileName.cleaned(name)
    self.file = file
  }

  /// Creates a link without a file, for tests of features.
  ///
  /// - Parameter name: The name.
  public init(name: String) {
    self.id = SessionID().description
    self.name = FileName.cleaned(name)
    self.file = nil
  }

  /// Decodes a link, which has no file.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(FileIdentifier.self, forKey: .id).text
    name = FileName.cleaned(try container.decode(String.self, forKey: .name))
    file = nil
  }

  /// Whether the file exists.
  public var isAvailable: Bool { file?.url != nil }

  /// Whether two links came from the same offer.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.name == right.name
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension Element {
  /// Creates a link that stores a file in the visitor's browser, with or without the script.
  ///
  /// A link whose file does not exist is shown as disabled.
  ///
  /// - Parameters:
  ///   - link: The file.
  ///   - attributes: The attributes.
  ///   - key: Identifies the element among its siblings when the page changes.
  ///   - content: The content.
  public static func download(
    _ link: DownloadLink,
    _ attributes: Attribute...,
    key: String? = nil,
    @HTMLBuilder content: () -> [HTML]
  ) -> Element {
    let target: [Attribute] =
      link.isAvailable
      ? [.href(DownloadLink.path + link.id), .link, Attribute("download", link.name)]
      : [.role("link"), .aria("disabled", "true")]
    return Element(.a, list: target + attributes, key: key, content: content)
  }
}
