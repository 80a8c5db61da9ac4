import CounterpointHTML

/// A file of a program that all visitors get, such as a picture, a font or a script. It does not change while the
/// process runs.
///
/// ```swift
/// let logo = WebAsset("/logo.png", type: "image/png", bytes: PackageResources.logo_png)
/// let chart = WebAsset.script("/chart.js", chartScript)
/// var app = WebApp(title: "Sales", assets: [logo, chart], …)
/// // On a page:
/// Element(.img, .src(logo.address), Attribute("alt", "Company"))
/// ```
///
/// Pages name it with a fingerprint of its content, so browsers and proxies keep it for a year. The server compresses
/// types with text once, when it is created. An asset is served without a session, so it must not hold secrets.
public struct WebAsset: Hashable, Sendable {
  /// The path below that of the site, as in `/logo.png`.
  public let path: String
  /// The media type, as in `image/png`.
  public let type: String
  /// The content.
  public let bytes: [UInt8]
  /// The hash of the content in hexadecimal digits.
  public let fingerprint: String
  /// Whether each page loads the script.
  let isLoaded: Bool

  /// Creates an asset. O(size of the content).
  ///
  /// - Parameters:
  ///   - path: The path below that of the site, of letters, digits, `.`, `-`, `_` and `/`. Another path, or one of the
  ///     site's own, stops the program. No page of ``WebAddresses`` can have it.
  ///   - type: The media type, as in `image/png`. Texts must be UTF-8.
  ///   - bytes: The content.
  public init(_ path: String, type: String, bytes: [UInt8]) {
    self.init(path, type: type, bytes: bytes, isLoaded: false)
  }

  /// Creates a script that each page loads, after the site's own and the scripts before it.
  ///
  /// The policy of pages allows only scripts of the site, without `eval`.
  ///
  /// - Parameters:
  ///   - path: The path below that of the site.
  ///   - text: The text of the script.
  public static func script(_ path: String, _ text: String) -> Self {
    Self(path, type: "text/javascript", bytes: Array(text.utf8), isLoaded: true)
  }

  init(_ path: String, type: String, bytes: [UInt8], isLoaded: Bool) {
    precondition(Self.isPath(path), "'\(path)' is not the path of an asset: write it as in '/pictures/logo.png'.")
    self.path = path
    self.type = type
    self.bytes = bytes
    self.isLoaded = isLoaded
    // FNV-1a, because processes of a site without a common key must agree, and the content is no secret.
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    fingerprint = String(hash, radix: 16)
  }

  /// The address with the fingerprint, for attributes such as `src` and `href`.
  ///
  /// It is below the path of the site, which pages put before it. In a style sheet, leave out the first slash.
  public var address: String { "\(path)?\(query)" }

  var query: String { "v=\(fingerprint)" }

  private static func isPath(_ path: String) -> Bool {
    let parts = path.splitBytes(at: "/")
    guard parts.count > 1, parts[0].isEmpty else { return false }
    return parts.dropFirst().allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && part.utf8.allSatisfy(isAllowed)
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
