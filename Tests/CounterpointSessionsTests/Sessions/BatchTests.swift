import CounterpointHTML
import Testing

@testable import CounterpointSessions

/// A request that a browser or a proxy repeats is handled once.
@Suite struct BatchTests {
  private let page = String(repeating: "0a", count: 16)

  private func body(_ number: Int, page: String? = nil, _ action: Tally.Action = .add(1)) -> String {
    "counterpoint-batch=\(page ?? self.page)-\(number)&action=\(encoded(action))"
  }

  @Test func aRepeatedBatchGetsTheFirstResult() async {
    let tally = TallySite()
    let cookie = await tally.visit()
    for _ in 1...3 { #expect(await tally.post(body(1), cookie).status == 204) }
    #expect(await tally.count(cookie) == "1")
    #expect(await tally.post(body(2), cookie).status == 204)
    #expect(await tally.post(body(1), cookie).status == 204)
    #expect(await tally.count(cookie) == "2")
  }

  @Test func ofRequestsAtTheSameTimeOneIsHandled() async {
    let tally = TallySite()
    let cookie = await tally.visit()
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 1...50 { group.addTask { await tally.post(body(1), cookie).status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 204, count: 50))
    #expect(await tally.count(cookie) == "1")
  }

  @Test func tabsHaveNumbersOfTheirOwn() async {
    let tally = TallySite()
    let cookie = await tally.visit()
    let other = String(repeating: "0b", count: 16)
    for page in [page, other] { #expect(await tally.post(body(1, page: page), cookie).status == 204) }
    for page in [page, other] { #expect(await tally.post(body(1, page: page), cookie).status == 204) }
    #expect(await tally.count(cookie) == "2")
  }

  @Test func aRefusalIsAResultToo() async {
    let tally = TallySite(acceptsOnlyOfferedActions: true)
    let cookie = await tally.visit()
    for _ in 1...2 { #expect(await tally.post(body(1, .add(3)), cookie).status == 409) }
    #expect(await tally.post(body(2), cookie).status == 204)
    #expect(await tally.count(cookie) == "1")
  }

  @Test func aStoreThatDoesNotKnowThePageCannotTellWhetherABatchIsNew() async {
    let tally = TallySite()
    let cookie = await tally.visit()
    let response = await tally.post(body(2), cookie)
    #expect(response.status == 410)
    #expect(response.text?.contains("may or may not have been handled") == true)
    #expect(await tally.count(cookie) == "0")
  }

  @Test func anEarlierNumberIsNeverHandledLater() async {
    let tally = TallySite()
    let cookie = await tally.visit()
    for number in 1...6 { #expect(await tally.post(body(number), cookie).status == 204) }
    #expect(await tally.post(body(1), cookie).status == 410)
    #expect(await tally.count(cookie) == "6")
  }

  @Test(arguments: ["", "1", "x-1", "-1", "0a-1", "0", "1-1-1"])
  func otherIdentifiersAreRefused(text: String) async {
    let tally = TallySite()
    let cookie = await tally.visit()
    #expect(await tally.post("counterpoint-batch=\(text)&action=\(encoded(.add(1)))", cookie).status == 400)
    #expect(await tally.post("\(body(1))&counterpoint-batch=\(page)-1", cookie).status == 400)
    #expect(await tally.post("counterpoint-batch=\(page)-0&action=\(encoded(.add(1)))", cookie).status == 400)
    #expect(await tally.post("counterpoint-batch=\(page)-1", cookie).status == 400)
    #expect(await tally.count(cookie) == "0")
  }

  @Test func memoryIsBounded() {
    var (batches, generator) = (Batches(), SystemRandomNumberGenerator())
    let ids = (0...Batches.pageLimit).map { _ in BatchID(using: &generator) }
    for id in ids { batches.record(.success(()), of: id) }
    guard case .perform = batches.decision(on: ids[0]), case .repeated = batches.decision(on: ids[1]) else {
      Issue.record("The least recently used page is still known, or another one is not.")
      return
    }
  }

  @Test func aFormThatIsSentTwiceIsHandledOnce() async throws {
    let tally = TallySite()
    let cookie = await tally.visit()
    let first = try #require(await batch(tally, cookie))
    for _ in 1...2 {
      let response = await tally.post("counterpoint-batch=\(first)&action=\(encoded(.add(1)))", cookie, path: "/")
      #expect(response.status == 303)
    }
    #expect(await tally.count(cookie) == "1")
    // Another button of the same page, or the same button of a newer page, is another submission.
    _ = await tally.post("counterpoint-batch=\(first)&action=\(encoded(.add(2)))", cookie, path: "/")
    #expect(await tally.count(cookie) == "3")
    let second = try #require(await batch(tally, cookie))
    _ = await tally.post("counterpoint-batch=\(second)&action=\(encoded(.add(1)))", cookie, path: "/")
    #expect(await tally.count(cookie) == "4")
  }

  @Test func aFormsFieldsAreWrittenBeforeItsAction() async {
    let tally = TallySite()
    let cookie = await tally.visit()
    // The button that Enter presses stands before the fields.
    let response = await tally.post("action=\(encoded(.named("a")))&name=b", cookie, path: "/")
    #expect(response.status == 303)
    #expect(await tally.get("/", cookie).text?.contains(#"name="name" value="a""#) == true)
  }

  /// The identifier in the forms of a page that is loaded now.
  private func batch(_ tally: TallySite, _ cookie: String) async -> Substring? {
    let text = await tally.get("/", cookie).text ?? ""
    return text.firstMatch(of: /name="counterpoint-batch" value="([^"]*)"/)?.1
  }
}
