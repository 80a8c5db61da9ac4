import CounterpointRoutes
import CounterpointTestSupport
import Testing

@Suite struct WebAddressTests {
  @Test func readsComponentsAndItems() {
    let address = WebAddress("/search/caf%C3%A9/?q=a+b#results")
    #expect(address == WebAddress(path: ["search", "café"], query: [.init(name: "q", value: "a b")]))
    #expect(address?.description == "/search/caf%C3%A9?q=a%20b")
  }

  @Test(arguments: [
    ("/", "/"),
    ("/#a?b", "/"),
    ("/?", "/"),
    ("/a/", "/a"),
    ("/%61%2f%2B+%25", "/a%2F++%25"),
    ("/é", "/%C3%A9"),
    ("/a:b@c;d=e,f!$&'()*", "/a:b@c;d=e,f!$&'()*"),
    ("/?a", "/?a="),
    ("/?&a=1&&b=2&", "/?a=1&b=2"),
    ("/?a=b=c?d/e", "/?a=b%3Dc%3Fd%2Fe"),
    ("/?=", "/?="),
    ("/?a=%zz%4", "/?a=%25zz%254"),
    ("/?a=%FF", "/?a=%EF%BF%BD"),
    ("/?a=+%2B", "/?a=%20%2B"),
    ("/~user/~", "/~user/~"),
  ])
  func hasACanonicalForm(text: String, canonical: String) {
    #expect(WebAddress(text)?.description == canonical)
    #expect(WebAddress(canonical) == WebAddress(text))
  }

  @Test(arguments: [
    "", "a", "?a", "#", "http://example.com/", "//", "//example.com", "///", "/a//b", "/a//", "/./a", "/a/.", "/a/..",
    "/../a", "/%2e", "/%2E%2e/a", "/.%2e", "/%", "/%4", "/%zz", "/%+1", "/%FF", "/%C3", "/%ED%A0%80", "/%C0%AF", "/a b",
    "/a\0", "/a\u{7F}", "/?a b", "/?\r\nSet-Cookie: a", "/\\example.com", "/a\\..",
  ])
  func refusesWhatABrowserDoesNotSend(text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test func writesComponentsThatNoPathCanContainWithATilde() {
    let path = ["", ".", "..", "~", "~.", "~~..", "...", "~a"]
    let address = WebAddress(path: path)
    #expect(address.description == "/~/~./~../~~/~~./~~~../.../~a")
    #expect(WebAddress(address.description)?.path == path)
  }

  @Test func neverNamesAnotherSite() {
    #expect(WebAddress(path: ["", "example.com"]).description == "/~/example.com")
    #expect(WebAddress(path: ["/example.com"]).description == "/%2Fexample.com")
    #expect(WebAddress(path: ["\\example.com"]).description == "/%5Cexample.com")
  }

  @Test func eachAddressIsReadAsItWasWritten() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<10_000 {
      let address = generator.address()
      let text = address.description
      let copy = WebAddress(text)
      #expect(copy == address)
      // Equality of texts ignores normalization, but an address must keep it.
      #expect(copy?.path.map { Array($0.utf8) } == address.path.map { Array($0.utf8) })
      #expect(copy?.query.map { Array($0.value.utf8) } == address.query.map { Array($0.value.utf8) })
      #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
      #expect(!text.hasPrefix("//"))
    }
  }
}
