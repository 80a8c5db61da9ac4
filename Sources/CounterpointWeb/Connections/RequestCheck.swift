#if Web
import HTTPTypes
import NIOHTTP1

/// A response of the server itself to a request that the site doesn't see.
struct RequestRefusal: Equatable {
  let status: HTTPResponseStatus
  let reason: String

  static let malformed = Self(status: .badRequest, reason: "This is not a request of HTTP/1.1.")
  static let hosts = Self(status: .badRequest, reason: "A request has exactly one Host header.")
  static let length = Self(status: .badRequest, reason: "A request has one Content-Length or Transfer-Encoding header.")
  static let transferCoding = Self(status: .notImplemented, reason: "The only transfer coding is chunked.")
  static let lastTransferCoding = Self(status: .badRequest, reason: "The last transfer coding of a request is chunked.")
  static let expectation = Self(status: .expectationFailed, reason: "The only expectation is 100-continue.")
  static let headTooLarge = Self(status: .requestHeaderFieldsTooLarge, reason: "The head of the request is too large.")
  static let timeout = Self(status: .requestTimeout, reason: "The request took too long.")

  /// Returns why a request is refused before its body is read; `nil` if it is not.
  init?(_ head: HTTPRequestHead) {
    let headers = head.headers
    let hosts = headers["host"].count
    let codings = headers[canonicalForm: "transfer-encoding"].map { $0.lowercased() }
    let lengths = headers["content-length"].count
    let isOld = (head.version.major, head.version.minor) < (1, 1)
    if hosts > 1 || hosts == 0 && !isOld {
      self = .hosts
    } else if lengths > 1 || lengths == 1 && !codings.isEmpty || isOld && !codings.isEmpty {
      self = .length
    } else if let last = codings.last, last != "chunked" {
      self = .lastTransferCoding
    } else if codings.count > 1 {
      self = codings.dropLast().contains("chunked") ? .malformed : .transferCoding
    } else if headers["expect"].contains(where: { $0.lowercased() != "100-continue" }) {
      self = .expectation
    } else {
      return nil
    }
  }

  /// Returns the refusal of a request that could not be parsed.
  init(_ error: HTTPParserError) {
    self = error == .headerOverflow ? .headTooLarge : .malformed
  }

  private init(status: HTTPResponseStatus, reason: String) {
    self.status = status
    self.reason = reason
  }
}
#endif
