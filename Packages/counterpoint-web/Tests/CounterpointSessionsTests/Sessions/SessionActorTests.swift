import Counterpoint
import CounterpointHTML
import CounterpointRoutes
@_spi(Internals) import CounterpointSupport
import Testing

@testable import CounterpointSessions

@Suite struct SessionActorTests {
  private enum Action: Codable {
    case add(Int)
    case open(Int)
  }

  private static let routes = Routes<Page> {
    Route(\.number) { Component(Int.self) }
  }

  private let clock = Locked(Duration.zero)
  private let actor: SessionActor<Int, Action>

  init() {
    actor = SessionActor(
      app: WebApp(
        title: "Count",
        addresses: WebAddresses(Self.routes, route: { .number($0) }, action: { .open($0.number) }),
        viewStore: { actor in
          Store(initialState: 0, isolation: actor) {
            Reduce<Int, Action> { state, action in
              switch action {
              case .add(let number): state += number
              case .open(let number): state = number
              }
              return .none
            }
          }
          .view(state: { $0 }, action: { $0 })
        },
        screen: { count in html { Element(.p) { "\(count)" } } }
      ),
      streams: EventStreams(limit: 1) {},
      effects: SessionEffects(SiteActivity(monitor: nil, limits: WebLimits())) { .zero },
      now: { [clock] in clock.withLock { $0 } }
    )
  }

  /// Changes the state without a request, as an effect does.
  private func add(_ number: Int) async throws {
    try await perform(on: actor) { try $0.open().viewStore.send(.add(number)) }
  }

  @discardableResult
  private func perform<Result: Sendable>(
    on actor: isolated SessionActor<Int, Action>,
    _ operation: @Sendable (isolated SessionActor<Int, Action>) throws -> Result
  ) throws -> Result {
    try operation(actor)
  }

  /// Requests an address, and returns the address of the page.
  private func request(_ address: String) async throws -> String? {
    try await perform(on: actor) { actor in
      let place = try #require(actor.app.addresses?.place(address))
      return try actor.page(at: place).location.address
    }
  }

  /// An effect that the new store starts can end before the browser's stream asks for the first events.
  @Test func changeAfterTheStartIsSent() async throws {
    try await actor.start(with: [:])
    try await add(3)
    let text = await actor.events(since: 0).text
    #expect(text == "id: 1\ndata: [[\"t\",[0,0],\"3\"],[\"u\",\"push\",\"/3\",\"Count\"]]\n\n")
  }

  // MARK: Redirects

  @Test func requestThatFollowsARedirectDoesNotLeadTheStateBack() async throws {
    #expect(try await actor.addressForRedirect() == "/0")
    try await add(1)
    #expect(try await request("/0") == "/1")
    try await add(1)
    #expect(try await request("/1") == "/2")
    #expect(try await request("/2") == "/2")
    #expect(try await request("/0") == "/0")
  }

  @Test func requestForAnotherAddressDoesNotFollowTheRedirect() async throws {
    #expect(try await actor.addressForRedirect() == "/0")
    try await add(1)
    #expect(try await request("/5") == "/5")
    #expect(try await request("/0") == "/0")
  }

  @Test func redirectIsForgottenAfterThirtySeconds() async throws {
    #expect(try await actor.addressForRedirect() == "/0")
    try await add(1)
    clock.withLock { $0 = .seconds(30) }
    #expect(try await request("/0") == "/0")
  }
}

@CasePathable
private enum Page: Hashable, Sendable {
  case number(Int)

  var number: Int {
    switch self {
    case .number(let number): number
    }
  }
}
