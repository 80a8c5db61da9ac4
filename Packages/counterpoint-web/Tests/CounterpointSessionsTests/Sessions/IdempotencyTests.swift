import CounterpointHTML
import Testing

@testable import CounterpointSessions

/// A request that a browser or a proxy repeats is handled once.
@Suite struct IdempotencyTests {
  private let page = String(repeating: "0a", count: 16)

  private func body(_ number: Int, page: String? = nil, _ action: Tally.Action = .add(1)) -> String {
    "counterpoint-idempotency-key=\(page ?? self.page)-\(number)&action=\(encoded(action))"
  }

  @Test func repeatedRequestGetsTheFirstResult() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    for _ in 1...3 { #expect(await tally.post(body(1), cookie).status == 204) }
    #expect(await tally.count(cookie) == "1")
    #expect(await tally.post(body(2), cookie).status == 204)
    #expect(await tally.post(body(1), cookie).status == 204)
    #expect(await tally.count(cookie) == "2")
  }

  @Test func concurrentRepetitionsAreHandledOnce() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 1...50 { group.addTask { await tally.post(body(1), cookie).status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 204, count: 50))
    #expect(await tally.count(cookie) == "1")
  }

  @Test func tabsNumberRequestsIndependently() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    let other = String(repeating: "0b", count: 16)
    for page in [page, other] { #expect(await tally.post(body(1, page: page), cookie).status == 204) }
    for page in [page, other] { #expect(await tally.post(body(1, page: page), cookie).status == 204) }
    #expect(await tally.count(cookie) == "2")
  }

  @Test func refusalIsStoredAsResult() async {
    let tally = TallySite(acceptsOnlyOfferedActions: true)
    let cookie = await tally.newCookie()
    for _ in 1...2 { #expect(await tally.post(body(1, .add(3)), cookie).status == 409) }
    #expect(await tally.post(body(2), cookie).status == 204)
    #expect(await tally.count(cookie) == "1")
  }

  @Test func laterRequestOfUnknownPageIsGone() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    let response = await tally.post(body(2), cookie)
    #expect(response.status == 410)
    #expect(response.text?.contains("may or may not have been handled") == true)
    #expect(await tally.count(cookie) == "0")
  }

  @Test func evictedNumberIsNotHandledAgain() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    for number in 1...6 { #expect(await tally.post(body(number), cookie).status == 204) }
    #expect(await tally.post(body(1), cookie).status == 410)
    #expect(await tally.count(cookie) == "6")
  }

  @Test(arguments: ["", "1", "x-1", "-1", "0a-1", "0", "1-1-1"])
  func malformedKeysAreRefused(text: String) async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    #expect(await tally.post("counterpoint-idempotency-key=\(text)&action=\(encoded(.add(1)))", cookie).status == 400)
    #expect(await tally.post("\(body(1))&counterpoint-idempotency-key=\(page)-1", cookie).status == 400)
    #expect(await tally.post("counterpoint-idempotency-key=\(page)-0&action=\(encoded(.add(1)))", cookie).status == 400)
    #expect(await tally.post("counterpoint-idempotency-key=\(page)-1", cookie).status == 400)
    #expect(await tally.count(cookie) == "0")
  }

  @Test func memoryIsBounded() {
    var (cache, generator) = (IdempotencyCache(), SystemRandomNumberGenerator())
    let ids = (0...IdempotencyCache.pageLimit).map { _ in IdempotencyKey(using: &generator) }
    for id in ids { cache.record(.success(()), of: id) }
    guard case .perform = cache.decision(on: ids[0]), case .repeated = cache.decision(on: ids[1]) else {
      Issue.record("The least recently used page is still known, or another one is not.")
      return
    }
  }

  @Test func formSubmittedTwiceIsHandledOnce() async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    let first = try #require(await idempotencyKey(tally, cookie))
    for _ in 1...2 {
      let body = "counterpoint-idempotency-key=\(first)&action=\(encoded(.add(1)))"
      let response = await tally.post(body, cookie, path: "/")
      #expect(response.status == 303)
    }
    #expect(await tally.count(cookie) == "1")
    // Another button of the same page is another submission. So is the same button of a newer page.
    _ = await tally.post("counterpoint-idempotency-key=\(first)&action=\(encoded(.add(2)))", cookie, path: "/")
    #expect(await tally.count(cookie) == "3")
    let second = try #require(await idempotencyKey(tally, cookie))
    _ = await tally.post("counterpoint-idempotency-key=\(second)&action=\(encoded(.add(1)))", cookie, path: "/")
    #expect(await tally.count(cookie) == "4")
  }

  @Test func formFieldsAreWrittenBeforeItsAction() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    // The default button comes before the fields.
    let response = await tally.post("action=\(encoded(.named("a")))&name=b", cookie, path: "/")
    #expect(response.status == 303)
    #expect(await tally.get("/", cookie).text?.contains(#"name="name" value="a""#) == true)
  }

  /// Returns the key in the forms of a newly loaded page.
  private func idempotencyKey(_ tally: TallySite, _ cookie: String) async -> Substring? {
    let text = await tally.get("/", cookie).text ?? ""
    return text.firstMatch(of: /name="counterpoint-idempotency-key" value="([^"]*)"/)?.1
  }
}
