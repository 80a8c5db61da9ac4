import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import CounterpointWeb

@Suite struct DeadlineTests {
  @Test("A slowly sent head must arrive within the deadline")
  func drippedHead() throws {
    let connection = try Connection()
    for byte in "GET / HTT" {
      connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      try connection.receive(String(byte))
    }
    #expect(try connection.sent() == "")
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try connection.sent().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    #expect(connection.channel.isActive)
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!connection.channel.isActive)
  }

  @Test("A slowly sent body must arrive within the deadline")
  func drippedBody() throws {
    let connection = try Connection()
    try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
    for _ in 1...9 {
      connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      try connection.receive("x")
    }
    #expect(try connection.sent() == "")
    #expect(throws: RequestHandler.DeadlineExceeded.self) {
      connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      try connection.channel.throwIfErrorCaught()
    }
    #expect(try connection.sent().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
  }

  @Test("The refusal of a slow HEAD has no body, and that of the request after it has one")
  func slowHead() throws {
    let slow = try Connection()
    try slow.receive("HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx")
    #expect(throws: RequestHandler.DeadlineExceeded.self) {
      slow.channel.embeddedEventLoop.advanceTime(by: .seconds(10))
      try slow.channel.throwIfErrorCaught()
    }
    #expect(try slow.sent().hasSuffix("\r\n\r\n"))
    let next = try Connection()
    try next.receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
    try next.respond()
    #expect(try next.sent().hasPrefix("HTTP/1.1 200 OK\r\n"))
    try next.receive("G")
    next.channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    #expect(try next.sent().hasSuffix("\r\n\r\nThe request took too long.\n"))
  }

  @Test("Files may take longer, as long as they arrive at the slowest rate")
  func slowFiles() throws {
    let connection = try Connection()
    try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n")
    // 100 bytes count as a request, so 2,000 bytes have 10 seconds, and 19 more.
    for _ in 1...20 {
      connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      try connection.receive(String(repeating: "x", count: 100))
    }
    connection.channel.embeddedEventLoop.advanceTime(by: .milliseconds(8999))
    #expect(try connection.sent() == "")
    #expect(throws: RequestHandler.DeadlineExceeded.self) {
      connection.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
      try connection.channel.throwIfErrorCaught()
    }
    #expect(try connection.sent().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
  }

  @Test("A client that waits for the response 100 may send files of a larger size")
  func expectedFiles() throws {
    for (type, size, isExpected) in [
      ("a/b", 100, true), ("a/b", 101, false), ("multipart/form-data; boundary=b", 10_000, true),
      ("multipart/form-data; boundary=b", 10_001, false),
    ] {
      let connection = try Connection()
      let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: \(size)\r\n"
      try connection.receive(head + "Expect: 100-continue\r\n\r\n")
      #expect(try connection.sent().hasPrefix("HTTP/1.1 100 Continue") == isExpected)
    }
  }

  @Test("The deadline of the second request starts with its first byte")
  func secondRequest() throws {
    let connection = try Connection()
    try connection.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(50))
    try connection.respond()
    #expect(try connection.sent().hasPrefix("HTTP/1.1 200 OK\r\n"))
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(50))
    try connection.receive("G")
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(9))
    #expect(try connection.sent() == "")
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try connection.sent().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
  }

  @Test("The deadline of a pipelined request starts after the previous response")
  func pipelinedRequest() throws {
    let connection = try Connection()
    try connection.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    try connection.receive("GET / HT")
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(50))
    try connection.respond()
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(9))
    #expect(try connection.sent().hasPrefix("HTTP/1.1 200 OK\r\n"))
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(try connection.sent().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
  }

  @Test("A response before the end of its request closes the connection")
  func earlyResponse() throws {
    let connection = try Connection()
    try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx")
    try connection.respond()
    #expect(try connection.sent().contains("connection: close\r\n"))
    try connection.receive(String(repeating: "x", count: 99) + "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(connection.requests == 1)
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!connection.channel.isActive)
  }

  /// The HTTP decoder would store all bytes of the other protocol.
  @Test(
    "Bytes after a request for another protocol close the connection",
    arguments: [
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: other\r\nContent-Length: 1\r\n\r\nx",
      "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
      // Refused, and dropped after the last request.
      "GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n",
      "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nCONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
    ]
  )
  func bytesOfAnotherProtocol(request: String) throws {
    let connection = try Connection()
    try connection.receive(request)
    #expect(connection.channel.isActive)
    try connection.receive("x")
    #expect(!connection.channel.isActive)
  }

  @Test("A request for another protocol is answered as the last one of its connection")
  func anotherProtocol() throws {
    let connection = try Connection()
    try connection.receive("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n")
    #expect(connection.requests == 1)
    try connection.respond()
    #expect(try connection.sent().contains("connection: close\r\n"))
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!connection.channel.isActive)
  }

  @Test("An event stream ends when the client closes its side")
  func closedStream() throws {
    let connection = try Connection()
    try connection.receive("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
    try connection.write(
      .head(HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-type": "text/event-stream"]))
    )
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(3600))
    #expect(connection.channel.isActive)
    connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(!connection.channel.isActive)
  }

  @Test("A connection with pending writes is closed after the deadline without progress, and not before")
  func writes() throws {
    let gate = WriteGate()
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandlers([gate, ByteProgressHandler(deadline: .seconds(10))])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let size = 100 << 10
    channel.writeAndFlush(IOData.byteBuffer(ByteBuffer(repeating: 0, count: size)), promise: nil)
    #expect(gate.pending.count == 4)
    for _ in 1...3 {
      channel.embeddedEventLoop.advanceTime(by: .seconds(9))
      gate.pending.removeFirst()?.succeed()
    }
    // A close waits for pending writes.
    channel.close(promise: nil)
    channel.embeddedEventLoop.advanceTime(by: .seconds(9))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test("A close waits for pending writes")
  func closes() throws {
    let gate = WriteGate()
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandlers([gate, ByteProgressHandler(deadline: .seconds(10))])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    channel.writeAndFlush(IOData.byteBuffer(ByteBuffer(string: "a")), promise: nil)
    channel.close(promise: nil)
    #expect(channel.isActive)
    gate.pending.removeFirst()?.succeed()
    #expect(!channel.isActive)
  }
}

/// An embedded connection with its own clock.
private final class Connection {
  let channel = EmbeddedChannel()

  init() throws {
    let pipeline = channel.pipeline.syncOperations
    let connections = ConnectionRegistry(limit: 1, limitPerAddress: 1, trusted: [])
    try pipeline.addHandlers([
      OutputGate(), AdmissionHandler(connections: connections, lingerTime: .seconds(1)),
      ByteProgressHandler(deadline: .seconds(10)), HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder()),
      RequestHandler(
        deadline: .seconds(10),
        lingerTime: .seconds(1),
        limits: BodyLimits(size: 100, sizeWithFiles: 10_000, uploadRate: 100),
        isShuttingDown: { false }
      ),
    ])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  /// The number of requests that have passed since the last call.
  var requests: Int {
    var count = 0
    while let part = try? channel.readInbound(as: HTTPServerRequestPart.self) {
      if case .head = part { count += 1 }
    }
    return count
  }

  func receive(_ text: String) throws {
    try channel.writeInbound(ByteBuffer(string: text))
  }

  func write(_ part: HTTPServerResponsePart) throws {
    try channel.writeOutbound(part)
  }

  func respond() throws {
    try write(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-length": "0"])))
    try write(.end(nil))
  }

  /// Returns the output since the last call.
  func sent() throws -> String {
    var text = ""
    while let data = try channel.readOutbound(as: IOData.self) {
      if case .byteBuffer(let buffer) = data { text += String(buffer: buffer) }
    }
    return text
  }
}

/// Ignores the closing of the output, because an embedded channel treats it as a close of the channel.
private final class OutputGate: ChannelOutboundHandler {
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .output else { return context.close(mode: mode, promise: promise) }
    promise?.succeed()
  }
}

/// Delays writes until a test fulfills the promises.
private final class WriteGate: ChannelOutboundHandler {
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  var pending: [EventLoopPromise<Void>?] = []

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    pending.append(promise)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    context.close(mode: mode, promise: promise)
    for promise in pending { promise?.fail(ChannelError.ioOnClosedChannel) }
    pending = []
  }
}
