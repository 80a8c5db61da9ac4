import Counterpoint
import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import Testing

/// The methods that call endpoints with labels.
@Suite struct EndpointMethodTests {
  @Test func labels() async throws {
    var client = MethodsClient()
    client.fetch = { id, place in "\(id) in \(place)" }
    #expect(try await client.fetch(id: 1, in: "a") == "1 in a")
    #expect(try await client.fetch(2, "b") == "2 in b")
    client.switch = { #expect($0 == 3) }
    client.switch(to: 3)
  }

  @Test func typePacks() throws {
    var client = PackClient<Int, String>()
    client.count = { start, number, text in start + number + text.count }
    #expect(try client.count(start: 1, values: 2, "abc") == 6)
  }

  @Test func inoutAndAutoclosures() async throws {
    var client = MethodsClient()
    client.update = { value, condition in if condition() { value += 1 } }
    client.later = { value in try await value() * 2 }
    var value = 1
    client.update(value: &value, if: true)
    client.update(value: &value, if: false)
    #expect(value == 2)
    #expect(try await client.later(value: 21) == 42)
  }

  @Test func autoclosuresAreEvaluatedByTheEndpoint() {
    var value = 1
    let evaluations = Locked(0)
    let issues = issues {
      MethodsClient().update(
        value: &value,
        if: evaluations.withLock { count in
          count += 1
          return true
        }
      )
    }
    #expect(issues.count == 1)
    #expect(evaluations.withLock { $0 } == 0)
  }

  @Test func closures() {
    var client = MethodsClient()
    client.each = { body in (1...3).forEach(body) }
    let sum = Locked(0)
    client.each(body: { number in sum.withLock { $0 += number } })
    #expect(sum.withLock { $0 } == 6)
  }

  @Test @MainActor func actor() {
    var client = MethodsClient()
    let shown = Locked<[String]>([])
    client.show = { text in shown.withLock { $0.append(text) } }
    client.hide = { text in shown.withLock { $0.append("not \(text)") } }
    client.show(text: "a")
    client.hide(text: "b")
    #expect(shown.withLock { $0 } == ["a", "not b"])
  }

  @Test @MainActor func callersActor() async {
    var client = MethodsClient()
    client.nearby = { _ in MainActor.assertIsolated() }
    await client.nearby(work: 1)
  }

  @Test func errors() {
    var client = MethodsClient()
    client.check = { (_: Int) throws(OwnError) in throw OwnError() }
    #expect(throws: OwnError.self) { try client.check(number: 1) }
    let issues = issues {
      #expect(throws: Unimplemented("userByID")) { try client.user(id: 1) }
    }
    #expect(issues.map(\.headline) == ["Unimplemented: 'MethodsClient.userByID'"])
  }

  @Test func otherNames() throws {
    var client = MethodsClient()
    client.userByID = { "number \($0)" }
    client.userByName = { "name \($0)" }
    #expect(try client.user(id: 1) == "number 1")
    #expect(try client.user(name: "a") == "name a")
    #expect(issues { client.refresh() }.map(\.headline) == ["Unimplemented: 'MethodsClient.refreshAll'"])
  }

  @Test @MainActor func clientsOfAnActor() {
    var client = ScreenClient()
    var drawn = ""
    client.draw = { drawn = $0 }
    client.draw(text: "a")
    #expect(drawn == "a")
    let issues = issues { #expect(measure(client) == 0) }
    #expect(issues.map(\.headline) == ["Unimplemented: 'ScreenClient.size'"])
  }
}

/// Off the main actor, where `nonisolated` lets the endpoint be called.
private nonisolated func measure(_ client: ScreenClient) -> Int { client.size(of: 1) }
