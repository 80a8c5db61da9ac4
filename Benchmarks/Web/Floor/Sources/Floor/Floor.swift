import Foundation
import Hummingbird

/// A plain Hummingbird server with two routes that answer constants: the floor of the site's requests.
///
///     Floor PORT BYTES
///
/// `GET /` answers a page of `BYTES` bytes; `POST /actions` reads the body and answers 204.
@main
struct Floor {
  static func main() async throws {
    let port = Int(CommandLine.arguments[1]) ?? 0
    let page = String(repeating: "a", count: Int(CommandLine.arguments[2]) ?? 0)
    let router = Router()
    router.get("/") { _, _ in
      Response(
        status: .ok,
        headers: [.contentType: "text/html; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: page))
      )
    }
    router.post("/actions") { request, _ in
      _ = try await request.body.collect(upTo: 1 << 16)
      return Response(status: .noContent)
    }
    let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
    let application = Application(router: router, configuration: configuration) { channel in
      print("Floor is on http://127.0.0.1:\(channel.localAddress?.port ?? port)/")
      fflush(nil)
    }
    try await application.runService()
  }
}
