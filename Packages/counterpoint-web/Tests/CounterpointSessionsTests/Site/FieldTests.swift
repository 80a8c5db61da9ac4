import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
import Testing

/// Fields of all kinds, with and without the script.
@Suite struct FieldTests {
  private typealias Visitor = TestVisitor<Orders.State, Orders.Action>

  private func state(_ visitor: Visitor) async -> String? {
    await visitor.page.element(id: "state")?.text
  }

  @Test(arguments: [true, false])
  func fieldsOfAllKindsAreWritten(hasScript: Bool) async throws {
    let visitor = Visitor(OrderSite().site, hasScript: hasScript)
    try await visitor.open()
    try await visitor.type("Blob", into: "name")
    try await visitor.type("Ring twice,\nplease", into: "note")
    try await visitor.check("gift")
    try await visitor.choose("Large", in: "size")
    try await visitor.choose("Green", in: "color")
    try await visitor.type("7", into: "count")
    try await visitor.type("2026-11-23", into: "day")
    try await visitor.click("Order")
    #expect(await state(visitor) == #" "Ring twice,\nplease" true large green 7 2026-11-23"#)
    #expect(await visitor.text.contains("BLOB"))
    try await visitor.check("gift", false)
    try await visitor.type("", into: "day")
    try await visitor.click("Order")
    #expect(await state(visitor) == #" "Ring twice,\nplease" false large green 7 none"#)
  }

  @Test(arguments: [true, false])
  func aProblemIsShownAtItsField(hasScript: Bool) async throws {
    let visitor = Visitor(OrderSite().site, hasScript: hasScript)
    try await visitor.open()
    try await visitor.click("Order")
    let page = await visitor.page
    #expect(page.element(id: "field-name-problem")?.text == "Enter a name.")
    #expect(page.element(id: "field-name")?.value(of: "aria-invalid") == "true")
    try await visitor.type("Blob", into: "name")
    try await visitor.click("Order")
    #expect(await visitor.page.element(id: "field-name-problem")?.text == "")
  }

  @Test func theScriptSendsSomeFieldsWithTheirFormOnly() async throws {
    let visitor = Visitor(OrderSite().site)
    try await visitor.open()
    try await visitor.type("later", into: "note")
    try await visitor.type("now", into: "name")
    #expect(await state(visitor) == #"NOW "" false none red 1 none"#)
    #expect(await visitor.page.element(id: "field-note")?.text == "later")
    try await visitor.click("Order")
    #expect(await state(visitor) == #" "later" false none red 1 none"#)
  }

  @Test(arguments: [true, false])
  func onlyOptionsAndFieldsOfThePageCanBeUsed(hasScript: Bool) async throws {
    let visitor = Visitor(OrderSite().site, hasScript: hasScript)
    try await visitor.open()
    await #expect(throws: TestVisitorError.missing("option 'Blue'", offered: ["Red", "Green"])) {
      try await visitor.choose("Blue", in: "color")
    }
    await #expect(throws: TestVisitorError.missing("checkbox 'name'", offered: ["gift"])) {
      try await visitor.check("name")
    }
    try await visitor.click("Sell out")
    await #expect(throws: TestVisitorError.missing("option 'Red'", offered: ["Green"])) {
      try await visitor.choose("Red", in: "color")
    }
  }

  @Test(
    arguments: [
      ("count=11", 204, "10"), ("count=-5", 204, "1"), ("count=1e1", 204, "10"), ("count=2.4", 204, "2"),
      ("count=", 204, "1"), ("count=x", 400, "1"), ("count=NaN", 400, "1"), ("count=1e999", 400, "1"),
      ("color=blue", 409, "red"), ("color=", 409, "red"), ("color=green", 204, "green"), ("size=huge", 409, "none"),
      ("size=small", 204, "small"), ("gift=yes", 409, "false"), ("gift=on", 204, "true"),
      ("day=2026-02-30", 400, "none"),
      ("day=2026-02-28", 204, "2026-02-28"), ("name=%41%0D%0A%42", 204, "AB"), ("name=%FF", 400, "none"),
      ("name=aaaaaaaaaaaaaaaaaaaaaaaaa", 204, "AAAAAAAAAAAAAAAAAAAA "), ("counterpoint-checkbox=gift", 400, "false"),
      ("color=green&color=blue", 409, "red"), ("name=a&count=x", 400, "none"),
    ]
  )
  func hostileValuesAreRefusedOrBecomeTheNearestOffered(body: String, status: Int, part: String) async {
    let orders = OrderSite()
    let cookie = await orders.newCookie()
    #expect(await orders.post(body, cookie).status == status)
    let state = await orders.state(cookie)
    #expect(state.contains(part))
    if status >= 400 { #expect(state == #" "" false none red 1 none"#) }
  }

  @Test func aFormHasEachFieldOnce() async {
    let orders = OrderSite()
    let cookie = await orders.newCookie()
    let response = await orders.post("name=a&name=b", cookie, path: "/")
    #expect(response.status == 400)
    #expect(response.text?.contains("A field is there twice.") == true)
    #expect(await orders.post("gift=on&gift=off", cookie, path: "/").status == 400)
    // The script sends inputs in their order, so that an action finds the value of its time.
    #expect(await orders.post("name=a&name=b", cookie).status == 204)
    #expect(await orders.state(cookie).hasPrefix("B "))
  }

  @Test func aFormNamesItsCheckboxes() async {
    let orders = OrderSite()
    let cookie = await orders.newCookie()
    #expect(await orders.post("gift=on&counterpoint-checkbox=gift", cookie, path: "/").status == 303)
    #expect(await orders.state(cookie).contains("true"))
    #expect(await orders.post("counterpoint-checkbox=gift", cookie, path: "/").status == 303)
    #expect(await orders.state(cookie).contains("false"))
    #expect(await orders.post("counterpoint-checkbox=pool", cookie, path: "/").status == 400)
  }

  @Test func noBodyLeadsToAValueThatThePageDoesNotOffer() async {
    let orders = OrderSite(limits: WebLimits(actionsPerSession: RateLimit(burst: 10_000, perSecond: 1)))
    let cookie = await orders.newCookie()
    let names = ["name", "note", "gift", "size", "color", "count", "day", "counterpoint-checkbox", "other"]
    let values = [
      "", "on", "off", "gift", "large", "green", "blue", "7", "-1", "1e9", "1e999", "nan", "2026-02-03", "%0D%0A",
      "%ff",
    ]
    var state: UInt64 = 3
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    for _ in 0..<1_000 {
      let pairs = (0...next(3)).map { _ in "\(names[next(names.count)])=\(values[next(values.count)])" }
      let status = await orders.post(pairs.joined(separator: "&"), cookie, path: next(2) == 0 ? "/" : "/actions").status
      #expect([204, 303, 400, 409].contains(status))
    }
    let parts = await orders.state(cookie).split(separator: " ").suffix(4)
    #expect(["none", "small", "large"].contains(parts[parts.startIndex]))
    #expect(["red", "green"].contains(parts[parts.startIndex + 1]))
    #expect(Int(parts[parts.startIndex + 2]).map { (1...10).contains($0) } == true)
  }

  @Test func valuesAreReadWithoutOffersToo() async {
    let orders = OrderSite(acceptsOnlyOfferedActions: false)
    let cookie = await orders.newCookie()
    #expect(await orders.post("size=huge", cookie).status == 400)
    #expect(await orders.post("count=99", cookie).status == 204)
    #expect(await orders.state(cookie).contains(" 99 "))
  }

  @Test func aResponseHasTheRevisionThatShowsItsInputs() async throws {
    let orders = OrderSite()
    let cookie = await orders.newCookie()
    #expect(await orders.post("name=a", cookie).header("counterpoint-revision") != nil)
    let stream = try #require(await orders.events(cookie, since: "page"))
    var iterator = stream
    _ = await iterator.next()
    let response = await orders.post("name=b", cookie)
    let revision = try #require(response.header("counterpoint-revision"))
    // The text as the browser shows it comes first, then that of the state, with the revision.
    let event = try #require(await iterator.next())
    let ids = event.split(separator: "\n").filter { $0.hasPrefix("id: ") }
    #expect(ids.count == 2)
    #expect(ids.last == "id: \(revision)")
    #expect(event.contains(#""value","b""#) && event.contains(#""value","B""#))
  }
}

extension OrderSite {
  fileprivate func newCookie() async -> String {
    let response = await site.respond(to: WebRequest(method: "GET", path: "/", headers: ["host": "localhost"]))
    return String(response.header("set-cookie")?.prefix { $0 != ";" } ?? "")
  }

  fileprivate func post(_ body: String, _ cookie: String, path: String = "/actions") async -> WebResponse {
    let headers = [
      "host": "localhost", "origin": "http://localhost", "cookie": cookie,
      "content-type": "application/x-www-form-urlencoded",
    ]
    return await site.respond(
      to: WebRequest(method: "POST", path: path, headers: headers, body: .complete(Array(body.utf8)))
    )
  }

  fileprivate func state(_ cookie: String) async -> String {
    let headers = ["host": "localhost", "cookie": cookie]
    let response = await site.respond(to: WebRequest(method: "GET", path: "/", headers: headers))
    return [HTML](markup: response.text ?? "").element(id: "state")?.text ?? ""
  }

  fileprivate func events(_ cookie: String, since revision: String) async -> EventStream.AsyncIterator? {
    let headers = ["host": "localhost", "cookie": cookie]
    let request = WebRequest(method: "GET", path: "/events", query: "since=\(revision)", headers: headers)
    guard case .events(let stream) = await site.respond(to: request).body else { return nil }
    return stream.makeAsyncIterator()
  }
}
