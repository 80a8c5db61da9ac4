import Counterpoint
import CounterpointRoutes
import Testing

@Suite struct AmbiguityTests {
  @Test func theRoutesOfTheExamplesAreUnambiguous() {
    #expect(ambiguities(in: SiteRoute.routes) == [])
    #expect(ambiguities(in: SettingsRoute.routes) == [])
    #expect(ambiguities(in: WideRoute.routes) == [])
  }

  @Test func theFirstDeclarationWins() {
    let routes = Routes<Page> {
      Route(\.new) { "pages/new" }
      Route(\.named) {
        "pages"
        Component(String.self)
      }
    }
    #expect(routes.route(for: "/pages/new") == .new)
    #expect(routes.route(for: "/pages/old") == .named("old"))
    #expect(
      ambiguities(in: routes).map(\.description) == [
        "/pages/new is an address of /pages/{String}, but /pages/new is declared before it and reads it."
      ]
    )
  }

  @Test func aDeclarationThatIsNeverReachedIsFound() {
    let routes = Routes<Page> {
      Route(\.named) {
        "pages"
        Component(String.self)
      }
      Route(\.new) { "pages/new" }
    }
    #expect(routes.route(for: "/pages/new") == .named("new"))
    #expect(ambiguities(in: routes).map(\.winner) == ["/pages/{String}"])
    #expect(ambiguities(in: routes).map(\.loser) == ["/pages/new"])
  }

  @Test func twoValuesOverlapAtACommonText() {
    let routes = Routes<Page> {
      Route(\.numbered) {
        "pages"
        Component(Int.self)
      }
      Route(\.named) {
        "pages"
        Component(String.self)
      }
      Route(\.slug) {
        "posts"
        Component(Slug.self)
      }
      Route(\.new) { "posts/new" }
      Route(\.nested) { Inner.routes }
    }
    #expect(ambiguities(in: routes).map(\.address.description) == ["/pages/0", "/posts/other", "/posts/new"])
  }

  @Test func anOptionalComponentAndNestedRoutesOverlap() {
    let routes = Routes<Page> {
      Route(\.optional) {
        "pages"
        Component(Int?.self)
      }
      Route(\.new) { "pages" }
      Route(\.nested) {
        "pages"
        Inner.routes
      }
    }
    // The nested addresses have three components: `/pages/posts/…`.
    #expect(ambiguities(in: routes).map(\.loser) == ["/pages"])
  }

  @Test func aQueryDistinguishesDeclarationsIfTheOneThatRequiresItIsFirst() {
    let good = Routes<Page> {
      Route(\.named) {
        "pages"
        Query("q", String.self)
      }
      Route(\.new) { "pages" }
    }
    #expect(ambiguities(in: good) == [])
    let bad = Routes<Page> {
      Route(\.new) { "pages" }
      Route(\.named) {
        "pages"
        Query("q", String.self)
      }
    }
    #expect(
      ambiguities(in: bad).map(\.description) == [
        "/pages?q=0 is an address of /pages?q={String}, but /pages is declared before it and reads it."
      ]
    )
  }
}

@CasePathable
private enum Page: Hashable {
  case named(String)
  case nested(Inner)
  case new
  case numbered(Int)
  case optional(Int?)
  case slug(Slug)
}

@CasePathable
private enum Inner: Hashable {
  case other(String, Slug)

  static let routes = Routes<Inner> {
    Route(\.other) {
      "posts"
      Component(String.self)
      Query("required", Slug.self, default: Slug.other)
    }
  }
}

private struct Slug: Hashable, AddressValue {
  static let other = Slug(text: "other")

  let text: String

  init(text: String) {
    self.text = text
  }

  init?(addressText: String) {
    guard addressText != "new", addressText.count == 5 else { return nil }
    text = addressText
  }

  var addressText: String? { text }

  static var addressExamples: [String] { ["other"] }
}
