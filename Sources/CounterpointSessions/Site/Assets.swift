/// The script that a page loads, as one file: the files of this folder, which the build embeds.
let clientScript = String(
  decoding: PackageResources.addresses_js + PackageResources.fields_js + PackageResources.lists_js
    + PackageResources.uploads_js + PackageResources.counterpoint_js,
  as: UTF8.self
)

/// The script and the style sheet of a site.
struct Assets: Sendable {
  let mount: MountPath
  let script = Asset(path: "/counterpoint.js", type: "text/javascript", text: clientScript)
  let styleSheet: Asset

  init(styleSheet: String, at mount: MountPath) {
    self.mount = mount
    self.styleSheet = Asset(path: "/style.css", type: "text/css", text: styleSheet)
  }

  /// Returns the address of a file on pages.
  func address(of asset: Asset) -> String { "\(mount.text)\(asset.path)?\(asset.query)" }
}

/// A file of a site that does not change while the process runs.
///
/// Pages name it with a fingerprint of its text. So browsers and proxies keep it for a year, and load it again at once
/// when it changes.
struct Asset: Sendable {
  /// The path below that of the site.
  let path: String
  let type: String
  let text: String
  /// The fingerprint.
  let query: String

  init(path: String, type: String, text: String) {
    self.path = path
    self.type = type
    self.text = text
    // FNV-1a, because processes of a site without a common key must agree, and the text is no secret.
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    query = "v=" + String(hash, radix: 16)
  }

  func response(to request: WebRequest) throws(Refusal) -> WebResponse {
    guard request.method == "GET" || request.method == "HEAD" else { throw .method("GET") }
    // Another fingerprint is that of another version, as during a deployment.
    let caching = request.query == query ? "public, max-age=31536000, immutable" : "no-cache"
    return WebResponse(type: "\(type); charset=utf-8", headers: [("cache-control", caching)], body: .text(text))
  }
}
