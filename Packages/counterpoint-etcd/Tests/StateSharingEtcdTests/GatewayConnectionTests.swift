import AsyncHTTPClient
import CounterpointTestSupport
import NIOCore
import NIOPosix
import NIOSSL
@_spi(Internals) @testable import StateSharingEtcd
import Testing

/// The connections of the gateway.
@Suite(.ends) struct GatewayConnectionTests {
  /// Sends the head of an answer, and never its body.
  private final class HeadSender: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var isSent = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if isSent { return }
      isSent = true
      let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n"
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head)), promise: nil)
    }
  }

  @Test func anAnswerWithoutItsBodyIsNotAwaitedForEver() async throws {
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(HeadSender()) }
      }
      .bind(host: "127.0.0.1", port: 0)
      .get()
    defer { server.close(promise: nil) }
    let port = try #require(server.localAddress?.port)
    let gateway = try EtcdGateway(endpoints: ["127.0.0.1:\(port)"], security: EtcdSecurity())
    await #expect {
      try await gateway.perform(EtcdTransaction(), at: 0, token: nil, within: .milliseconds(500))
    } throws: { error in
      EtcdGateway.isTimeout(error)
    }
    await gateway.close()
  }

  /// The client asks the next member itself.
  @Test func aFailedConnectionIsNotRepeated() {
    let configuration = EtcdGateway.configuration(.makeClientConfiguration())
    #expect(!configuration.connectionPool.retryConnectionEstablishment)
  }
}
