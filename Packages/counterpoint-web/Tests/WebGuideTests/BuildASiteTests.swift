import CounterpointTestSupport
import Counterpoint
import CounterpointHTML
import CounterpointRoutes
import CounterpointSessions
import CounterpointSessionsTestSupport
import Testing

// The code of the guide "Build a site", to the letter.

@CasePathable
enum RecipeRoute: Hashable, Codable {
  case list
  case recipe(Int)

  static let routes = Routes<RecipeRoute> {
    Route(\.list)
    Route(\.recipe) {
      "recipes"
      Component(Int.self)
    }
  }
}

@Reducer
struct Recipes {
  @ObservableState
  struct State: Equatable {
    @Shared(.recipes) var recipes
    var route = RecipeRoute.list
    var comment = ""

    /// Visitors can write any address, and other visitors can change the recipes at any time.
    var recipe: Recipe? {
      guard case .recipe(let number) = route, recipes.indices.contains(number) else { return nil }
      return recipes[number]
    }
  }

  enum Action: Codable {
    case opened(RecipeRoute)
    case commentChanged(String)
    case addButtonClicked
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .opened(let route):
        state.route = route
        state.comment = ""
      case .commentChanged(let comment):
        state.comment = String(comment.prefix(200))
      case .addButtonClicked:
        guard case .recipe(let number) = state.route, !state.comment.isEmpty else { return .none }
        let comment = state.comment
        state.$recipes.withLock { recipes in
          guard recipes.indices.contains(number) else { return }
          recipes[number].comments.append(comment)
        }
        state.comment = ""
      }
      return .none
    }
  }
}

struct Recipe: Codable, Equatable {
  var title: String
  var comments: [String] = []
}

extension SharedKey where Self == InMemoryKey<[Recipe]>.Default {
  static var recipes: Self { Self[.inMemory("recipes"), default: [Recipe(title: "Soup"), Recipe(title: "Bread")]] }
}

extension Recipes.State {
  var page: [HTML] {
    switch route {
    case .list:
      html {
        Element(.h1) { "Recipes" }
        Element(.ul) {
          for (number, recipe) in recipes.enumerated() {
            Element(.li, key: "\(number)") {
              Element.link(to: .recipe(number), in: RecipeRoute.routes) { recipe.title }
            }
          }
        }
      }
    case .recipe:
      html {
        Element(.p) { Element.link(to: .list, in: RecipeRoute.routes) { "All recipes" } }
        if let recipe {
          Element(.h1) { recipe.title }
          Element(.ul) {
            for (index, comment) in recipe.comments.enumerated() { Element(.li, key: "\(index)") { comment } }
          }
          Element.form(submit: Recipes.Action.addButtonClicked) {
            Element(.label, .for("comment")) { "Comment" }
            Element.field("comment", value: comment, .id("comment"))
            Element.button(Recipes.Action.addButtonClicked) { "Add" }
          }
        } else {
          Element(.h1) { "There is no such recipe" }
        }
      }
    }
  }
}

func recipeSite() -> WebApp<Recipes.State, Recipes.Action> {
  WebApp(
    title: "Recipes",
    addresses: WebAddresses(
      RecipeRoute.routes,
      route: \.route,
      action: { .opened($0) },
      notFound: {
        html {
          Element(.p) { Element.link(to: .list, in: RecipeRoute.routes) { "All recipes" } }
          Element(.h1) { "There is no such page" }
        }
      }
    ),
    head: { state in
      guard case .recipe = state.route else { return PageHead() }
      guard let recipe = state.recipe else { return PageHead(title: "No such recipe – Recipes", isFound: false) }
      return PageHead(title: "\(recipe.title) – Recipes")
    },
    fields: { store in [WebField("comment", store.binding(get: \.comment, send: Recipes.Action.commentChanged))] },
    viewStore: { actor in Store(initialState: Recipes.State(), isolation: actor) { Recipes() }.view },
    screen: \.page
  )
}

@Suite(.ends) struct BuildASiteTests {
  @Test(arguments: [true, false]) func aRecipeHasAPage(hasScript: Bool) async throws {
    let visitor = TestVisitor(WebSite(recipeSite(), clock: TestClock()), hasScript: hasScript)
    try await visitor.open("/")
    try await visitor.follow("Bread")
    #expect(await visitor.address == "/recipes/1")
    #expect(await visitor.title == "Bread – Recipes")

    try await visitor.type("Tasty", into: "comment")
    try await visitor.click("Add")
    #expect(await visitor.text.contains("Tasty"))

    try await visitor.goBack()
    #expect(await visitor.text.hasPrefix("Recipes"))
  }

  @Test(arguments: ["/recipes/99", "/nowhere"], [true, false])
  func aMissingPageLeadsToTheList(address: String, hasScript: Bool) async throws {
    let visitor = TestVisitor(WebSite(recipeSite(), clock: TestClock()), hasScript: hasScript)
    let error = await #expect(throws: TestVisitorError.self) { try await visitor.open(address) }
    #expect(error?.status == 404)
    #expect(await visitor.text.contains("There is no such"))
    try await visitor.follow("All recipes")
    #expect(await visitor.address == "/")
  }

  @Test func aRecipeCanDisappearWhileAVisitorReadsIt() async throws {
    let visitor = TestVisitor(WebSite(recipeSite(), clock: TestClock()))
    try await visitor.open("/recipes/1")
    try await visitor.type("Tasty", into: "comment")
    @Shared(.recipes) var recipes
    $recipes.withLock { _ = $0.removeLast() }
    try await visitor.click("Add")
    #expect(await visitor.text.contains("There is no such recipe"))
    #expect(await visitor.title == "No such recipe – Recipes")
  }
}
