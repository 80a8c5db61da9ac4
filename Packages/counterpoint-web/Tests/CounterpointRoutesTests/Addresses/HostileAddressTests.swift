import CounterpointRoutes
import CounterpointTestSupport
import Testing

@Suite struct HostileAddressTests {
  @Test func tenThousandRandomBytesAreReadOrRefused() {
    var generator = SeededGenerator(seed: 2)
    let special = Array("/?#&=%+.~\\0aF\0 ;:@".utf8)
    var accepted = 0
    for _ in 0..<10_000 {
      var bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        Bool.random(using: &generator)
          ? special.randomElement(using: &generator)! : UInt8.random(in: .min ... .max, using: &generator)
      }
      if Bool.random(using: &generator) { bytes.insert(UInt8(ascii: "/"), at: 0) }
      accepted += read(String(decoding: bytes, as: UTF8.self)) ? 1 : 0

      // The same bytes, all encoded, in a path and in a query.
      let encoded = bytes.map { byte in
        "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      .joined()
      accepted += read("/posts/" + encoded) ? 1 : 0
      #expect(read("/search?q=" + encoded), "An encoded query is always readable.")
    }
    // Both outcomes occur, so that the test is about both.
    #expect((100..<19_900).contains(accepted))
  }

  @Test(arguments: ["/a", "a/", "%2F", "%", "?a", "&q=1", "=", "..", "/..", "~", "+", "é", "\u{301}", "\0", "/0", "9"])
  func aLongTextOfOnePieceIsReadOrRefused(piece: String) {
    let text = String(repeating: piece, count: 20_000 / piece.utf8.count)
    for prefix in ["", "/", "/posts/", "/search?q=", "/list/all?"] {
      read(prefix + text)
    }
  }

  /// Reads a text with all routes, and checks the canonical form of what was read.
  @discardableResult private func read(_ text: String) -> Bool {
    guard let address = WebAddress(text) else { return false }
    check(address, with: SiteRoute.routes)
    check(address, with: WideRoute.routes)
    #expect(WebAddress(address.description) == address)
    return true
  }

  private func check<Value: Equatable>(_ hostile: WebAddress, with routes: Routes<Value>) {
    guard let route = routes.route(for: hostile) else { return }
    guard let address = routes.address(for: route) else {
      Issue.record("\(route) of \(hostile) has no address.")
      return
    }
    #expect(routes.route(for: address) == route)
    #expect(routes.route(for: address.description) == route)
  }
}
