import CounterpointHTML
import Foundation
import Testing

@testable import CounterpointSessions

/// A visitor moves between the nodes of a site, which are two sites with one storage.
@Suite struct MovingTests {
  @Test(arguments: [VisitorSaving.quiet(every: .seconds(4)), .everyAction])
  func requestTakesTheVisitorOver(saving: VisitorSaving) async {
    let first = MovingSite(InMemoryVisitorStore(), saving: saving)
    let nodes = [first, first.node(saving: saving), first.node(saving: saving)]
    let cookie = await first.newCookie()
    for number in 1...9 { #expect(await nodes[number % 3].send(.add(1), cookie, number: number) == 204) }
    for node in nodes { #expect(await node.count(cookie) == "9") }
    #expect(nodes.map(\.site.sessionCount) == [0, 0, 1])
  }

  @Test func dialogAndTextsMove() async {
    let first = MovingSite(InMemoryVisitorStore())
    let second = first.node()
    let cookie = await first.newCookie()
    await first.send(.dialog(true), cookie)
    #expect(await first.post("name=Blob", cookie).status == 204)
    let text = await second.text(cookie)
    #expect(text.contains("Really?"))
    #expect(text.contains("value=\"Blob\""))
  }

  @Test func concurrentRequestsAtAllNodesAreEachHandledOnce() async {
    let first = MovingSite(InMemoryVisitorStore())
    let nodes = [first, first.node(), first.node()]
    let cookie = await first.newCookie()
    let statuses = await withTaskGroup(of: Int.self) { group in
      for number in 0..<30 {
        group.addTask {
          // As the script does: the request is repeated until it is answered.
          let key = "\(String(repeating: "0b", count: 15))\(10 + number)-1"
          let action = percentEncoded(ActionCode.encode(Moving.Action.add(1)) ?? "")
          let body = "counterpoint-idempotency-key=\(key)&action=\(action)"
          while true {
            let status = await nodes[number % 3].post(body, cookie).status
            if status != 503 { return status }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 204, count: 30))
    #expect(await first.count(cookie) == "30")
  }

  @Test func repeatedRequestIsHandledOnceOnAllNodes() async {
    let first = MovingSite(InMemoryVisitorStore())
    let second = first.node()
    let cookie = await first.newCookie()
    #expect(await first.send(.add(1), cookie, number: 1) == 204)
    #expect(await second.send(.add(1), cookie, number: 1) == 204)
    #expect(await first.send(.add(1), cookie, number: 2) == 204)
    #expect(await second.count(cookie) == "2")
  }

  @Test func streamEndsWhenTheVisitorMoves() async throws {
    let first = MovingSite(InMemoryVisitorStore())
    let second = first.node()
    let cookie = await first.newCookie()
    var events = try #require(await first.events(cookie, since: "page"))
    #expect(await events.next() != nil)
    #expect(await second.send(.add(1), cookie) == 204)
    // A last wake-up may be pending.
    var rest = 0
    while let text = await events.next() {
      #expect(!text.contains("\"1\""))
      rest += 1
    }
    #expect(rest <= 1)
    #expect(first.site.sessionCount == 0)
  }

  @Test func reconnectedStreamSendsOnlyChanges() async throws {
    let first = MovingSite(InMemoryVisitorStore())
    let second = first.node()
    let cookie = await first.newCookie()
    var events = try #require(await first.events(cookie, since: "page"))
    let page = try #require(await events.next())
    let revision = try #require(page.split(separator: "id: ").dropFirst().first?.prefix { $0 != "\n" })
    #expect(await second.send(.add(7), cookie) == 204)
    var others = try #require(await second.events(cookie, since: String(revision)))
    let changes = try #require(await others.next())
    #expect(changes.contains("data: [[\"t\",[0,0],\"7\"]]"))
    #expect(!changes.contains("event: page"))
  }

  @Test func pageOfAnotherStateIsSentAsAWhole() async throws {
    let first = MovingSite(InMemoryVisitorStore())
    let second = first.node()
    let cookie = await first.newCookie()
    await first.send(.add(1), cookie)
    _ = await second.count(cookie)
    // The node is lost with a change that was not stored.
    var events = try #require(await second.events(cookie, since: "page"))
    _ = await events.next()
    await second.send(.add(10), cookie)
    let shown = try #require(await events.next()).split(separator: "id: ")[0].prefix { $0 != "\n" }
    second.store.loseLeases()
    #expect(await first.count(cookie) == "1")
    var others = try #require(await first.events(cookie, since: String(shown)))
    #expect(try #require(await others.next()).contains("event: page"))
  }
}
