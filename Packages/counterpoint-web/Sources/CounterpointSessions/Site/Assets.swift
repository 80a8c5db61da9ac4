import CounterpointHTML

/// The script that a page loads, as one file: the files of this folder, which the build embeds.
let clientScript = String(
  decoding: PackageResources.stream_js + PackageResources.addresses_js + PackageResources.fields_js
    + PackageResources.lists_js + PackageResources.page_js + PackageResources.uploads_js + PackageResources.hooks_js
    + PackageResources.counterpoint_js,
  as: UTF8.self
)

/// The files of a site that do not change while the process runs: its script, its style sheet, and the assets of the
/// program.
struct Assets: Sendable {
  let mount: MountPath
  let script: WebAsset
  let styleSheet: WebAsset
  /// The scripts of the program, in the order in which pages load them.
  let scripts: [WebAsset]
  private var served: [String: ServedAsset] = [:]

  /// - Parameters:
  ///   - styleSheet: The text of the style sheet.
  ///   - assets: The files of the program. Two with one path stop the program.
  ///   - mount: The path of the site.
  init(styleSheet: String, assets: [WebAsset] = [], at mount: MountPath) {
    self.mount = mount
    script = WebAsset("/counterpoint.js", type: "text/javascript", bytes: Array(clientScript.utf8))
    self.styleSheet = WebAsset("/style.css", type: "text/css", bytes: Array(styleSheet.utf8))
    scripts = assets.filter(\.isLoaded)
    for asset in [script, self.styleSheet] + assets {
      let isReserved =
        ["/actions", "/events", CurrentPage.path].contains(asset.path) || asset.path.hasBytes(prefix: DownloadLink.path)
      precondition(!isReserved, "An asset can't have the path '\(asset.path)': the site uses it for itself.")
      let old = served.updateValue(ServedAsset(asset), forKey: asset.path)
      precondition(old == nil, "There are two assets with the path '\(asset.path)'.")
    }
  }

  subscript(path: String) -> ServedAsset? { served[path] }

  /// Returns the address of a file on pages.
  func address(of asset: WebAsset) -> String { "\(mount.text)\(asset.address)" }

  /// Adds a compressed variant to each text.
  ///
  /// - Parameters:
  ///   - coding: The name of the content coding.
  ///   - encode: Compresses bytes; `nil` if that fails.
  mutating func encode(as coding: String, _ encode: ([UInt8]) -> [UInt8]?) {
    for asset in served.values where asset.isCompressible {
      guard let bytes = encode(asset.asset.bytes), bytes.count < asset.asset.bytes.count else { continue }
      served[asset.asset.path]?.encoded = (coding, bytes)
    }
  }
}

/// A file with its compressed variant.
struct ServedAsset: Sendable {
  let asset: WebAsset
  var encoded: (coding: String, bytes: [UInt8])?

  init(_ asset: WebAsset) { self.asset = asset }

  /// Whether the file is a text. Pictures and fonts are compressed already.
  var isCompressible: Bool {
    let type = asset.type.bytes(before: ";").lowercasedASCII()
    return type.hasBytes(prefix: "text/") || type.hasBytes(suffix: "+xml") || type.hasBytes(suffix: "+json")
      || ["application/javascript", "application/json", "application/xml", "application/wasm"].contains(type)
  }

  private var contentType: String {
    asset.type.hasBytes(prefix: "text/") && !asset.type.containsByte(";") ? "\(asset.type); charset=utf-8" : asset.type
  }

  func response(to request: WebRequest) throws(Refusal) -> WebResponse {
    guard request.method == "GET" || request.method == "HEAD" else { throw .method("GET") }
    let encoding = AcceptedEncodings(request.headers["accept-encoding"])
    let variant = encoded.flatMap { encoding.prefers($0.coding) ? $0 : nil }
    // Each variant has its own tag, because its bytes differ.
    let tag = "\"\(asset.fingerprint)\(variant.map { "-\($0.coding)" } ?? "")\""
    // Another fingerprint is that of another version, as during a deployment.
    let caching = request.query == asset.query ? "public, max-age=31536000, immutable" : "no-cache"
    var headers = [("cache-control", caching), ("etag", tag)]
    if encoded != nil { headers.append(("vary", "accept-encoding")) }
    if request.isUnchanged(tag) { return WebResponse(status: 304, headers: headers) }
    if let variant { headers.append(("content-encoding", variant.coding)) }
    return WebResponse(type: contentType, headers: headers, body: .bytes(variant?.bytes ?? asset.bytes))
  }
}

extension WebRequest {
  /// Whether the client has the content with a tag already, according to `If-None-Match`.
  fileprivate func isUnchanged(_ tag: String) -> Bool {
    guard let known = headers["if-none-match"] else { return false }
    return known.splitBytes(at: ",").contains { item in
      let item = item.trimmingBlanks()
      // The comparison is weak: proxies that compress mark tags with 'W/'.
      return item.hasBytes(of: "*") || item.hasBytes(of: tag) || item.hasBytes(of: "W/\(tag)")
    }
  }
}
