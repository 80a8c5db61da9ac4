public import CounterpointHTML
public import CounterpointSessions
import Foundation

/// An address in the history of a browser, and the number of its document.
private struct HistoryEntry {
  let address: String
  let document: Int
}

/// A visitor of a site, for tests without a server, a socket or a browser.
///
/// ```swift
/// let visitor = TestVisitor(WebSite(app, clock: TestClock()))
/// try await visitor.open()
/// try await visitor.type("Milk", into: "title")
/// try await visitor.click("Add")
/// #expect(await visitor.text.contains("Milk"))
/// ```
///
/// It does what a browser does: it keeps cookies, sends its origin, and uses only the buttons and fields that its page
/// offers. By default it has the script: it sends texts and actions at once, and receives changes of the page. Without
/// the script, it submits forms and follows redirects.
///
/// Each function returns when the page is up to date. Nothing depends on time if the site has a test clock. With
/// another clock, a test that is suspended for ten seconds may find that a removed button is no longer accepted.
public actor TestVisitor<ViewState: Sendable, ViewAction: Codable & Sendable> {
  /// The page that the visitor sees; empty before ``open(_:)``.
  public internal(set) var page: [HTML] = [] {
    didSet { didChangePage() }
  }
  /// The address of the page below the path of the site, as the browser shows it.
  public private(set) var address = "/"
  /// The title of the page.
  public private(set) var title = ""
  /// The cookies by their names.
  public private(set) var cookies: [String: String] = [:]

  private let transport: any VisitorTransport
  private let origin: String
  /// The path of the site, without a slash at its end.
  private let path: String
  let hasScript: Bool
  private let headers: [String: String]
  private var tab = TestVisitor.makeTab()
  private var requestCount = 0
  private var isSending = false
  /// The values that the script sends with their form.
  var unsent: [(name: String, value: String)] = []
  /// The files that the user has chosen and that are not sent yet, by the names of their fields.
  var chosenFiles: [String: [TestFile]] = [:]
  /// The revision of the page; empty for a document without the script.
  var revision = ""
  /// The time without an event after which the script gives a stream up.
  private var silenceLimit = Duration.seconds(60)
  /// The name of the page, if it has a store of its own.
  private var pageName: String?
  /// The address that a busy page loads by itself without the script; `nil` if the page is not busy.
  private var reloadAddress: String?
  /// The addresses in the history of the page, up to the current one.
  public var history: [String] { entries.map(\.address) }
  private var entries: [HistoryEntry] = []
  private var lastDocument = 0
  /// The stream that keeps the page up to date, if there is one: see ``showChanges()``.
  var following = Following()
  /// Receives each page that the visitor sees.
  let didShow: @Sendable ([HTML]) -> Void

  /// Creates a visitor that has not opened the page yet.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - origin: The scheme, the host and the port of the address that the visitor opens. A site with a `publicOrigin`
  ///     needs that one.
  ///   - path: The path of the page, if the site has one of its own.
  ///   - hasScript: Whether the visitor's browser runs the script.
  ///   - headers: Further headers of all requests, by their names in lower case: `accept-language`, for example.
  ///   - cookies: The cookies that the browser has, by their names.
  public init(
    _ site: WebSite<ViewState, ViewAction>,
    origin: String = "http://localhost",
    path: String = "/",
    hasScript: Bool = true,
    headers: [String: String] = [:],
    cookies: [String: String] = [:]
  ) {
    self.init(
      through: DirectTransport(site: site),
      origin: origin,
      path: path,
      hasScript: hasScript,
      headers: headers,
      cookies: cookies
    )
  }

  /// Creates a visitor whose requests take another way to the site.
  ///
  /// - Parameters:
  ///   - transport: The way to the site.
  ///   - didShow: Receives each page that the visitor sees.
  package init(
    through transport: any VisitorTransport,
    origin: String = "http://localhost",
    path: String = "/",
    hasScript: Bool = true,
    headers: [String: String] = [:],
    cookies: [String: String] = [:],
    didShow: @escaping @Sendable (_ page: [HTML]) -> Void = { _ in }
  ) {
    self.transport = transport
    self.origin = origin
    self.path = path == "/" ? "" : path
    self.hasScript = hasScript
    self.headers = headers
    self.cookies = cookies
    self.didShow = didShow
  }

  /// Returns a visitor in another page of the same browser: with the same cookies.
  public func newPage() -> TestVisitor {
    let path = path.isEmpty ? "/" : path
    return TestVisitor(
      through: transport,
      origin: origin,
      path: path,
      hasScript: hasScript,
      headers: headers,
      cookies: cookies
    )
  }

  private static func makeTab() -> String {
    (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
  }

  /// The texts of the page, without markup.
  public var text: String { page.text }

  /// Opens an address in a new page, as by typing it. Follows redirects.
  ///
  /// - Parameter address: The address below the path of the site; `nil` loads the current one again.
  /// - Throws: ``TestVisitorError/refused(status:text:)``. With the status 404, the visitor sees the page that the site
  ///   has sent.
  public func open(_ address: String? = nil) async throws {
    try await load(address ?? self.address)
  }

  private func load(_ address: String) async throws {
    var address = address
    var response = try await respond("GET", address)
    for _ in 0..<5 where response.status == 303 {
      address = local(response.header("location") ?? "")
      response = try await respond("GET", address)
    }
    guard [200, 404].contains(response.status), let markup = response.text else { throw refusal(response) }
    let document = [HTML](markup: markup)
    // The page of an address that the program does not have is a document without the script.
    let missing = response.status == 404 ? document.elements(named: "body").first : nil
    guard let screen = document.element(id: "page") ?? missing else { throw refusal(response) }
    following.task?.cancel()
    // The numbers of a new page begin at 1 again.
    if following.isOn { restartTab() }
    self.address = address
    title = document.elements(named: "title").first?.text ?? ""
    page = screen.children
    for (name, value) in unsent { page = page.writing(value, inField: name) }
    revision = screen.value(of: "data-revision") ?? ""
    let connection = document.element(id: "connection")
    let name = connection?.value(of: "data-page") ?? ""
    let heartbeat = connection?.value(of: "data-heartbeat").flatMap { Double($0) }
    if let heartbeat { silenceLimit = .milliseconds(2.5 * heartbeat) }
    pageName = hasScript && !name.isEmpty ? name : nil
    document.element(id: "actions").map { form = $0.children }
    let meta = document.elements(named: "meta").first(where: { $0.value(of: "http-equiv") == "refresh" })
    let target = meta?.value(of: "content")?.bytes(after: "url=")
    reloadAddress = target.map(String.init)
    if entries.last?.address != address {
      lastDocument += 1
      entries.append(HistoryEntry(address: address, document: lastDocument))
    }
    // A page with a store of its own starts it by its stream, at once.
    if following.isOn { following.pages?.yield() } else if pageName != nil { try await refresh() }
    guard response.status == 200 else { throw refusal(response) }
  }

  /// Clicks on the link with a text.
  ///
  /// - Parameter label: The text of the link, or its `aria-label`.
  /// - Throws: ``TestVisitorError/missing(_:offered:)`` if the page has no such link, or if it is hidden or leaves the
  ///   site, and ``TestVisitorError/refused(status:text:)``.
  public func follow(_ label: String) async throws {
    guard let link = links.first(where: { $0.label == label }) else {
      throw TestVisitorError.missing("link '\(label)' of the site", offered: links.map(\.label))
    }
    try await follow(link)
  }

  /// The links that the user can click on and that stay on the site, except those that download a file.
  var links: [HTML.Child] {
    page.visibleLinks.filter { $0.value(of: "download") == nil && target(of: $0) != nil }
  }

  /// Returns the address of a link on the site; `nil` if it leaves the site or the page.
  private func target(of link: HTML.Child) -> String? {
    guard let address = link.value(of: "href"), !address.isEmpty else { return nil }
    if address.hasBytes(prefix: origin + "/") { return String(address.droppingBytes(origin.utf8.count)) }
    // A scheme such as `mailto:` ends before any other part of an address.
    let start = address.bytes(before: "?").bytes(before: "#").bytes(before: "/")
    if start.containsByte(":") || address.hasBytes(prefix: "//") || address.hasBytes(prefix: "#") { return nil }
    return address
  }

  func follow(_ link: HTML.Child) async throws {
    guard let target = target(of: link) else { return }
    guard hasScript, !revision.isEmpty, link.value(of: "data-link") != nil else { return try await open(local(target)) }
    address = local(target)
    addEntry(address)
    try await send([("counterpoint-visit", address)])
  }

  /// Goes back in the history of the browser.
  ///
  /// - Throws: ``TestVisitorError/missing(_:offered:)`` on the first page, and
  ///   ``TestVisitorError/refused(status:text:)``.
  public func goBack() async throws {
    guard entries.count > 1 else { throw TestVisitorError.missing("earlier page", offered: []) }
    let document = entries.removeLast().document
    let entry = entries[entries.count - 1]
    address = entry.address
    // A browser loads a page of an earlier document again. That of the same one tells the script.
    guard hasScript, !revision.isEmpty, entry.document == document else { return try await load(address) }
    try await send([("counterpoint-visit", address)])
  }

  /// Scrolls a long list to a row, so that the row and a margin are on the page. Without the script, opens the page of
  /// the list that begins with the row.
  ///
  /// - Parameters:
  ///   - name: The name of the list.
  ///   - row: The index of the row.
  /// - Throws: ``TestVisitorError/missing(_:offered:)`` if the page has no such list, and
  ///   ``TestVisitorError/refused(status:text:)``.
  public func scroll(_ name: String, to row: Int) async throws {
    guard page.listNames.contains(name) else {
      throw TestVisitorError.missing("list '\(name)'", offered: page.listNames.sorted())
    }
    guard hasScript else {
      let path = address.bytes(before: "?")
      return try await load("\(path)?\(Element.windowName)=\(Self.encoded("\(row) 50 \(name)"))")
    }
    // A screen of 20 rows, and as many on both sides.
    try await send([(Element.windowName, "\(max(0, row - 20)) 60 \(name)")])
  }

  /// Sends an action as a browser does after a double click, Escape, or another event of the page.
  ///
  /// - Parameter action: The action. The page must offer it.
  /// - Throws: ``TestVisitorError/refused(status:text:)``.
  public func send(_ action: ViewAction) async throws {
    try await send([("action", ActionCode.encode(action) ?? "")])
  }

  /// Sends the event of a hook, as its script does.
  ///
  /// - Parameters:
  ///   - event: The name of the event.
  ///   - value: The value.
  ///   - id: The id of the element with the hook; `nil` for any that offers the event.
  /// - Throws: ``TestVisitorError/missing(_:offered:)`` if the page has no hook with that event,
  ///   ``TestVisitorError/refused(status:text:)``, and the error of a value that can't be encoded.
  public func sendHookEvent(_ event: String, _ value: some Encodable, from id: String? = nil) async throws {
    let offered = PageOffers(id.map { id in page.element(id: id).map { [.element($0)] } ?? [] } ?? page).actions
    guard hasScript, offered[PageOffers.text(ofHookEvent: event)] == .enabled else {
      throw TestVisitorError.missing("hook with the event '\(event)'", offered: page.hookEvents)
    }
    let json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    try await send([(Element.hookName, HookCode.text(event, json))])
  }

  /// Sends a name and a text as the script does, whatever the page offers: for tests of hostile input.
  ///
  /// - Parameters:
  ///   - name: The name: that of a field, or `action`.
  ///   - value: The text.
  /// - Throws: ``TestVisitorError/refused(status:text:)``.
  public func submit(_ name: String, _ value: String) async throws {
    try await send([(name, value)])
  }

  /// Waits until the page satisfies a condition: after the answer of an effect, or a change by another visitor.
  ///
  /// Give the test a time limit, because a page that never satisfies the condition is waited for without one.
  ///
  /// - Parameter condition: The condition.
  /// - Throws: ``TestVisitorError/refused(status:text:)``, also if the session ends meanwhile.
  public func wait(until condition: @Sendable ([HTML]) -> Bool) async throws {
    if condition(page) { return }
    if following.isOn { return try await waitForChange(until: condition) }
    var stream = try await openEvents(since: revision)
    while try await stream.next(isolation: self) != nil {
      try await refresh()
      if condition(page) { return }
    }
    throw TestVisitorError.refused(status: 410, text: "The session has ended. The page shows: \(text)")
  }

  // MARK: Requests

  /// The content of the form that owns the buttons and fields outside of all other forms.
  var form: [HTML] = []

  func send(_ pairs: [(name: String, value: String)]) async throws {
    requestCount += 1
    isSending = true
    defer { isSending = false }
    let key = ("counterpoint-idempotency-key", "\(tab)-\(requestCount)")
    let response = try await post([key] + pairs, to: "/actions")
    guard response.status == 204 else { throw refusal(response) }
    try await refresh()
  }

  /// Starts a new sequence of numbers, because the whole page was replaced: a new store accepts those of a new tab.
  func restartTab() {
    if isSending { return }
    tab = Self.makeTab()
    requestCount = 0
  }

  /// Shows the latest page: that of its own store if it has one, as the stream sends it, or that of the browser.
  func refresh() async throws {
    // The stream shows it.
    if following.isOn { return }
    guard pageName != nil else { return try await reload() }
    var chunk = try await firstEvents(since: revision)
    let isWhole = chunk.contains { $0.name == "page" }
    for event in chunk where event.name == "message" { showLocation(event.data ?? "") }
    // The changes tell the address. The page is simpler to read as a whole.
    if !isWhole { chunk = try await firstEvents(since: "page") }
    guard let event = chunk.first(where: { $0.name == "page" }), let id = event.id,
      let markup = event.data.flatMap({ try? JSONDecoder().decode(String.self, from: Data($0.utf8)) })
    else { throw TestVisitorError.refused(status: 410, text: "The session has ended. The page shows: \(text)") }
    page = [HTML](markup: markup)
    revision = id
  }

  /// Loads the page again. A busy page without the script loads the page where its store is by now.
  private func reload() async throws {
    guard !hasScript, let reloadAddress else { return try await load(address) }
    let count = entries.count
    try await load(local(reloadAddress))
    // A browser replaces the entry of a page that loads another one by itself.
    if entries.count > count { entries.remove(at: count - 1) }
  }

  /// Shows the address and the title that an event's changes set.
  func showLocation(_ changes: String) {
    for change in ChangePart.changes(changes) ?? [] where change.count == 4 && change[0].text == "u" {
      title = change[3].text ?? ""
      guard let address = change[2].text, address != self.address else { continue }
      self.address = address
      if change[1].text == "replace", !entries.isEmpty { entries.removeLast() }
      addEntry(address)
    }
  }

  /// Adds an address of the same document, as the script does.
  private func addEntry(_ address: String) {
    entries.append(HistoryEntry(address: address, document: entries.last?.document ?? lastDocument))
  }

  /// Returns the events that a stream sends at once.
  private func firstEvents(since revision: String) async throws -> [EventParser.Event] {
    var stream = try await openEvents(since: revision)
    guard let chunk = try await stream.next(isolation: self) else { return [] }
    var parser = EventParser()
    return parser.add(chunk.utf8).filter { $0.data != nil }
  }

  /// Returns an address below the path of the site.
  func local(_ address: String) -> String {
    guard !path.isEmpty, address.hasBytes(prefix: path) else { return address }
    let rest = String(address.droppingBytes(path.utf8.count))
    return rest.hasBytes(prefix: "/") ? rest : "/" + rest
  }

  func post(_ pairs: [(name: String, value: String)], to path: String) async throws -> VisitorResponse {
    let body = pairs.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
    return try await respond("POST", path, body: body)
  }

  func openEvents(since revision: String) async throws -> any VisitorChunks {
    let response = try await respond("GET", "/events?since=\(revision)")
    guard case .events(let stream) = response.body else { throw refusal(response) }
    return stream.chunks()
  }

  func respond(
    _ method: String,
    _ address: String,
    body: String? = nil,
    form: MultipartForm? = nil
  ) async throws -> VisitorResponse {
    var parts = address.splitBytes(at: "?", maxSplits: 1).map(String.init)
    let path = parts.removeFirst()
    if let pageName, path == "/events" || path == "/actions" {
      parts.append("page=\(pageName)&at=\(Self.encoded(self.address))")
    }
    var headers = headers
    headers["host"] = origin.splitBytes(at: "/").last.map(String.init)
    if !cookies.isEmpty {
      headers["cookie"] = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    }
    if method == "POST" {
      headers["origin"] = origin
      headers["content-type"] = form?.contentType ?? "application/x-www-form-urlencoded"
    }
    let request = WebRequest(
      method: method,
      path: path == "/" && !self.path.isEmpty ? self.path : self.path + path,
      query: parts.joined(separator: "&"),
      headers: headers,
      body: form.map { .stream(RequestBytes($0.chunks)) } ?? .complete(Array((body ?? "").utf8))
    )
    let response = try await transport.respond(to: request, silence: silenceLimit)
    for (name, value) in response.headers where name == "set-cookie" { keep(value) }
    return response
  }

  private func keep(_ cookie: String) {
    let parts = cookie.splitBytes(at: ";").map { $0.trimmingBlanks() }
    guard let pair = parts.first, pair.containsByte("=") else { return }
    let name = String(pair.bytes(before: "="))
    let isRemoved = parts.contains { $0.lowercasedASCII() == "max-age=0" }
    cookies[name] = isRemoved ? nil : String(pair.droppingBytes(name.utf8.count + 1))
  }

  func refusal(_ response: VisitorResponse) -> TestVisitorError {
    .refused(status: response.status, text: response.text ?? "")
  }

  /// Encodes a text as browsers do in forms.
  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: " "):
        result += "+"
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}
