import CounterpointSessions
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

extension WebSite {
  /// Returns the site with compressed scripts, style sheets and other texts. O(size of the assets).
  ///
  /// Only files that never change and hold no secrets are compressed. Pages and streams hold secrets beside texts that
  /// an attacker can influence, and the length of a compressed text would reveal them (BREACH).
  func withCompressedAssets() -> Self {
    encodingAssets(as: "gzip") { gzip($0) }
  }
}

/// Compresses bytes with the compressor of responses, without a connection.
///
/// - Parameter bytes: The bytes.
/// - Returns: The bytes in the format gzip; `nil` if the compressor does not compress them.
func gzip(_ bytes: [UInt8]) -> [UInt8]? {
  let channel = EmbeddedChannel()
  defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
  do {
    try channel.pipeline.syncOperations.addHandler(HTTPResponseCompressor())
    let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["accept-encoding": "gzip"])
    try channel.writeInbound(HTTPServerRequestPart.head(request))
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    let response = HTTPResponseHead(version: .http1_1, status: .ok)
    try channel.writeOutbound(HTTPServerResponsePart.head(response))
    try channel.writeOutbound(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes))))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    var compressed: [UInt8] = []
    while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
      switch part {
      case .head(let head):
        guard head.headers["content-encoding"] == ["gzip"] else { return nil }
      case .body(.byteBuffer(let buffer)): compressed += buffer.readableBytesView
      case .body, .end: break
      }
    }
    return compressed
  } catch {
    return nil
  }
}
