import Counterpoint
import CounterpointRoutes
import CounterpointTestSupport
import Foundation
import Testing

@Suite struct RoutesTests {
  @Test func readsAndWritesAddresses() {
    let routes = SiteRoute.routes
    #expect(routes.route(for: "/posts/7") == .post(7))
    #expect(routes.address(for: .post(7))?.description == "/posts/7")
    #expect(routes.route(for: "/") == .home)
    #expect(routes.address(for: .home)?.description == "/")
    #expect(routes.route(for: "/settings") == .settings(.profile))
    #expect(routes.route(for: "/settings/mail/weekly/") == .settings(.mail(.weekly)))
    #expect(routes.address(for: .settings(.mail(.daily)))?.description == "/settings/mail/daily")
    #expect(routes.address(for: .search("a&b/c", page: 2))?.description == "/search?q=a%26b%2Fc&page=2")
  }

  @Test func theOrderOfItemsAndUnknownItemsHaveNoMeaning() {
    let route = SiteRoute.routes.route(for: "/search/?utm=1&page=02&q=a+b&page=3#top")
    #expect(route == .search("a b", page: 2))
    #expect(route.flatMap(SiteRoute.routes.address)?.description == "/search?q=a%20b&page=2")
  }

  @Test(arguments: [
    "/posts", "/posts/", "/posts/x", "/posts/7/8", "/Posts/7", "/search", "/search?page=1", "/search?q=a&page=x",
    "/search/a?q=a", "/settings/mail", "/settings/mail/hourly", "/settings/x", "/posts//7", "/posts/../posts/7",
  ])
  func otherAddressesAreNoRoutes(text: String) {
    #expect(SiteRoute.routes.route(for: text) == nil)
  }

  @Test func partsMayBeAbsent() {
    let routes = WideRoute.routes
    #expect(routes.route(for: "/files/a") == .file("a", version: nil))
    #expect(routes.route(for: "/files/a/2") == .file("a", version: 2))
    #expect(routes.route(for: "/files/a/b") == nil)
    #expect(routes.route(for: "/list/all") == .list(.init(tags: [], order: .newest, limit: 20)))
    #expect(
      routes.route(for: "/list/all?tag=b&limit=5&tag=a&order=-1")
        == .list(.init(tags: ["b", "a"], order: .oldest, limit: 5))
    )
    #expect(routes.route(for: "/list/all?limit=many") == nil)
    let address = routes.address(for: .list(.init(tags: ["b", "a"], order: .newest, limit: 5)))
    #expect(address?.description == "/list/all?tag=b&tag=a&limit=5")
  }

  @Test func aRouteWithoutDeclarationOrWithoutTextHasNoAddress() {
    #expect(WideRoute.routes.address(for: .unreachable) == nil)
    #expect(WideRoute.routes.address(for: .note(UUID(), Date(timeIntervalSince1970: 1), "a")) == nil)
  }

  @Test func aSecondDeclarationReadsFormerAddresses() {
    let routes = Routes<SiteRoute> {
      Route(\.post) {
        "posts"
        Component(Int.self)
      }
      Route(\.post) {
        "articles"
        Component(Int.self)
      }
    }
    #expect(routes.route(for: "/articles/7") == .post(7))
    #expect(routes.address(for: .post(7))?.description == "/posts/7")
    #expect(ambiguities(in: routes) == [])
  }

  @Test(arguments: [true, false]) func declarationsMayBeConditional(isOn: Bool) {
    let routes = Routes<SiteRoute> {
      if isOn { Route(\.home) }
      if isOn {
        Route(\.post) {
          "posts"
          Component(Int.self)
        }
      } else {
        Route(\.post) {
          "articles"
          Component(Int.self)
        }
      }
    }
    #expect(routes.route(for: "/") == (isOn ? .home : nil))
    #expect(routes.address(for: .post(7))?.description == (isOn ? "/posts/7" : "/articles/7"))
  }

  @Test func twoQueriesOfOneNameAreAPreconditionFailure() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Route<SiteRoute>(\.search, fields: { $0 }, payload: { $0 }) {
        "search"
        Query("q", String.self)
        Query("q", Int?.self)
      }
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains(#"The route /search?q={String}&[q={Int}] has two queries with the name "q""#))
  }

  @Test func eachRouteIsReadAsItWasWritten() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<5_000 {
      let route = generator.wideRoute()
      let address = try #require(WideRoute.routes.address(for: route))
      #expect(WideRoute.routes.route(for: address.description) == route)
      let site = generator.siteRoute()
      let siteAddress = try #require(SiteRoute.routes.address(for: site))
      #expect(SiteRoute.routes.route(for: siteAddress.description) == site)
    }
  }

  @Test func anAddressInAnotherOrderAndEncodingIsReadAsTheSameRoute() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<5_000 {
      let route = generator.siteRoute()
      let canonical = try #require(SiteRoute.routes.address(for: route))
      var address = canonical
      address.query.shuffle(using: &generator)
      address.query.append(.init(name: "utm " + generator.text(), value: generator.text()))
      let text = generator.encodedAnew(address.description)
      #expect(SiteRoute.routes.route(for: text) == route, "\(text)")
      #expect(SiteRoute.routes.route(for: text).flatMap(SiteRoute.routes.address) == canonical)
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func siteRoute() -> SiteRoute {
    switch Int.random(in: 0..<5, using: &self) {
    case 0: .home
    case 1: .post(.random(in: .min ... .max, using: &self))
    case 2: .search(text(), page: Bool.random(using: &self) ? nil : .random(in: -9...9, using: &self))
    case 3: .settings(.profile)
    default: .settings(.mail(SettingsRoute.Frequency.allCases.randomElement(using: &self)!))
    }
  }

  fileprivate mutating func wideRoute() -> WideRoute {
    switch Int.random(in: 0..<5, using: &self) {
    case 0: .file(text(), version: Bool.random(using: &self) ? nil : .random(in: .min ... .max, using: &self))
    case 1:
      .list(
        WideRoute.List(
          tags: texts(),
          order: WideRoute.Order.allCases.randomElement(using: &self)!,
          limit: .random(in: 19...21, using: &self)
        )
      )
    case 2: .note(uuid(), day(), text().first ?? "~")
    case 3:
      .query(Bool.random(using: &self) ? nil : text(), .random(using: &self), .random(in: -1e9...1e9, using: &self))
    default: .text(text(), text())
    }
  }

  /// Encodes some letters that need no encoding, with digits of any case, and adds a slash at the end of the path.
  fileprivate mutating func encodedAnew(_ text: String) -> String {
    var isPath = true
    var isEncoded = 0
    var result = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      if byte == UInt8(ascii: "?") {
        if isPath && result != "/" { result += "/" }
        isPath = false
      }
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      if isEncoded == 0 && isLetter && Bool.random(using: &self) {
        let digits = String(byte, radix: 16)
        result += "%" + (Bool.random(using: &self) ? digits.uppercased() : digits)
      } else {
        result.unicodeScalars.append(scalar)
      }
      isEncoded = byte == UInt8(ascii: "%") ? 2 : max(0, isEncoded - 1)
    }
    return result
  }
}
