import CounterpointHTML
import NIOCore
import NIOHTTP1

/// The limits of the bodies of requests.
struct BodyLimits: Sendable {
  /// The maximum size of a body without files, in bytes.
  let size: Int
  /// The maximum size of a form with files, in bytes.
  let sizeWithFiles: Int
  /// The slowest rate of files, in bytes per second.
  let uploadRate: Int

  /// Returns whether a request can be accepted, so that a client that waits for the response 100 sends its body.
  func allow(_ head: HTTPRequestHead) -> Bool {
    guard let length = head.headers.first(name: "content-length") else { return true }
    let hasFiles =
      head.headers.first(name: "content-type")?.lowercasedASCII().hasBytes(prefix: "multipart/form-data") ?? false
    return Int(length).map { $0 <= (hasFiles ? sizeWithFiles : size) } ?? false
  }

  /// Returns the time by which received bytes extend the deadline of their request.
  func extraTime(for count: Int) -> TimeAmount {
    // The site ends larger bodies. The minimum prevents an overflow.
    let count = min(max(0, count - size), sizeWithFiles)
    return .milliseconds(Int64(Double(count) / Double(uploadRate) * 1000))
  }
}
