import NIOCore
import NIOPosix

/// A TCP connection of a test, which reads and writes raw bytes.
struct RawClient: ~Copyable {
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private(set) var received = ""
  private var isClosed = false

  /// Connects to a port of this computer, and closes the connection after the body.
  static func connect(
    to port: Int,
    from address: String = "127.0.0.1",
    _ body: (inout RawClient) async throws -> Void
  ) async throws {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(to: SocketAddress(ipAddress: address, port: 0))
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    try await channel.executeThenClose { inbound, outbound in
      var client = RawClient(inbound: inbound.makeAsyncIterator(), outbound: outbound)
      try await body(&client)
    }
  }

  private init(
    inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
    outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    self.inbound = inbound
    self.outbound = outbound
  }

  /// Writes text. Ignores a connection that the server has closed, because its responses can still be read.
  func send(_ text: String) async {
    try? await outbound.write(ByteBuffer(string: text))
  }

  /// Reads until the text has arrived or the connection is closed. Removes and returns the input up to the end of the
  /// text.
  mutating func read(until text: String) async -> String {
    var range = received.firstRange(of: text)
    while range == nil, await readMore() { range = received.firstRange(of: text) }
    let end = range?.upperBound ?? received.endIndex
    defer { received = String(received[end...]) }
    return String(received[..<end])
  }

  /// Reads until the server closes the connection.
  mutating func readToEnd() async -> String {
    while await readMore() {}
    defer { received = "" }
    return received
  }

  /// Reads a response with a `Content-Length`.
  mutating func response() async -> String {
    let head = await read(until: "\r\n\r\n")
    let length = head.lowercased().split(separator: "content-length: ").dropFirst().first
    let count = length.flatMap { Int($0.prefix { $0 != "\r\n" }) } ?? 0
    while received.utf8.count < count, await readMore() {}
    let body = String(received.utf8.prefix(count)) ?? ""
    received = String(received.utf8.dropFirst(count)) ?? ""
    return head + body
  }

  /// Sends a request without a body, and reads the response.
  mutating func get(_ path: String, _ headers: String = "") async -> String {
    await send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
    return await response()
  }

  private mutating func readMore() async -> Bool {
    guard !isClosed, let buffer = try? await inbound.next() else {
      // The connection may have been reset.
      isClosed = true
      return false
    }
    received += String(buffer: buffer)
    return true
  }
}

/// The status line of a response.
func status(_ response: String) -> Substring {
  response.prefix { $0 != "\r\n" }
}
