import CounterpointTestSupport
import Counterpoint
import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
import CounterpointTesting
import Foundation
import Testing

import CounterpointWeb

// The code of the guide "Write a web program", to the letter.

@Reducer
struct GuestBook {
  @ObservableState
  struct State: Equatable {
    @Shared(.guests) var guests
    var name = ""
    var isGreeting = false
  }

  enum Action: Codable {
    case nameChanged(String)
    case signButtonClicked
    case greetingEnded
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.name = String(name.prefix(50))
      case .signButtonClicked:
        let name = state.name.trimmingCharacters(in: .whitespaces)
        guard !name.isEmpty else { return .none }
        state.$guests.withLock { $0.append(name) }
        state.name = ""
        state.isGreeting = true
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(3))
          await send(.greetingEnded)
        }
      case .greetingEnded:
        state.isGreeting = false
      }
      return .none
    }
  }
}

extension SharedKey where Self == FileStorageKey<[String]>.Default {
  static var guests: Self { Self[.fileStorage(URL(filePath: "guests.json")), default: []] }
}

extension GuestBook.State {
  var page: [HTML] {
    html {
      Element(.h1) { "Guest book" }
      Element.form(submit: GuestBook.Action.signButtonClicked) {
        Element(.label, .for("name")) { "Your name" }
        Element.field("name", value: name, .id("name"))
        Element.button(GuestBook.Action.signButtonClicked) { "Sign" }
      }
      Element(.p, .role("status")) { isGreeting ? "Welcome!" : "" }
      Element(.ol) {
        for (index, guest) in guests.enumerated() { Element(.li, key: "\(index)") { guest } }
      }
    }
  }
}

func guestBook() -> WebApp<GuestBook.State, GuestBook.Action> {
  WebApp(
    title: "Guest book",
    styleSheet: standardStyleSheet + "h1 { font-style: italic }",
    isBusy: \.isGreeting,
    fields: { store in [WebField("name", store.binding(get: \.name, send: GuestBook.Action.nameChanged))] },
    viewStore: { actor in Store(initialState: GuestBook.State(), isolation: actor) { GuestBook() }.view },
    screen: \.page
  )
}

@Test func aGuestIsGreeted() async {
  let clock = TestClock()
  let store = TestStore(initialState: GuestBook.State(name: " Blob ")) {
    GuestBook()
  } withDependencies: {
    $0.continuousClock = clock
  }
  await store.send(.signButtonClicked) {
    $0.$guests.withLock { $0 = ["Blob"] }
    $0.name = ""
    $0.isGreeting = true
  }
  await clock.advance(by: .seconds(3))
  await store.receive(\.greetingEnded) { $0.isGreeting = false }
}

@Test func aPageEscapesNames() {
  let state = GuestBook.State()
  state.$guests.withLock { $0 = ["<script>"] }
  #expect(state.page.markup.contains("<li>&lt;script&gt;</li>"))
}

@Test func othersSeeANewGuest() async throws {
  let clock = TestClock()
  try await withDependencies {
    $0.continuousClock = clock
  } operation: {
    let site = WebSite(guestBook())
    let (blob, stranger) = (TestVisitor(site), TestVisitor(site, hasScript: false))
    try await blob.open()
    try await blob.type("Blob", into: "name")
    try await blob.click("Sign")
    #expect(await blob.text.contains("Welcome!"))

    try await stranger.open()
    #expect(await stranger.text.contains("Blob"))
    try await stranger.type("Stranger", into: "name")
    try await stranger.pressEnter(in: "name")
    try await blob.wait { $0.text.contains("Stranger") }

    await clock.advance(by: .seconds(3))
    try await blob.wait { !$0.text.contains("Welcome!") }
  }
}

func publicSite() -> WebSite<GuestBook.State, GuestBook.Action> {
  WebSite(guestBook(), publicOrigin: WebOrigin("https://guests.example.org"))
}

@Test func aPublicSiteKnowsItsOrigin() async throws {
  let visitor = TestVisitor(publicSite(), origin: "https://guests.example.org")
  try await visitor.open()
  try await visitor.type("Blob", into: "name")
  let stranger = TestVisitor(publicSite(), origin: "https://example.com")
  await #expect(throws: TestVisitorError.self) { try await stranger.open() }
}

func serve() async throws {
  let server = WebServer(WebSite(guestBook()), port: 8080)
  try await server.run { port in
    print("http://127.0.0.1:\(port)/")
    // In a container, the line would otherwise wait in a buffer until the program ends.
    fflush(nil)
  }
}

@Test(.ends)
func theServerStarts() async {
  let server = WebServer(WebSite(guestBook()), port: 0)
  let (ports, port) = AsyncStream.makeStream(of: Int.self)
  let running = Task { try await server.run { port.yield($0) } }
  for await _ in ports { break }
  running.cancel()
  _ = await running.result
}
