import CounterpointCore
import CounterpointHTML
import Testing

@testable import CounterpointSessions

@Suite struct SessionActorTests {
  private let actor = SessionActor<Int, Int>(
    app: WebApp(
      title: "Count",
      viewStore: { actor in
        Store(initialState: 0, isolation: actor) {
          Reduce<Int, Int> { state, number in
            state += number
            return .none
          }
        }
        .view(state: { $0 }, action: { $0 })
      },
      screen: { count in html { Element(.p) { "\(count)" } } }
    ),
    streams: EventStreams(limit: 1) {},
    effects: SessionEffects(SiteActivity(monitor: nil, limits: WebLimits())),
    now: { .zero }
  )

  /// An effect that the new store starts can end before the browser's stream asks for the first events.
  @Test func changeAfterTheStartIsSent() async throws {
    try await actor.start(with: [:])
    try await actor.add(3)
    #expect(await actor.events(since: 0).text == "id: 1\ndata: [[\"t\",[0,0],\"3\"]]\n\n")
  }
}

extension SessionActor<Int, Int> {
  fileprivate func add(_ number: Int) throws {
    try open().viewStore.send(number)
  }
}
