import CounterpointHTML

extension WebSite {
  /// The address that a browser has requested.
  typealias Place = WebAddresses<ViewState, ViewAction>.Place

  func page(_ request: WebRequest) async throws(Refusal) -> WebResponse {
    var place: Place?
    if let addresses = app.addresses {
      place = addresses.place(Self.address(request.path, request.query))
      if place == nil { throw .notFound }
    }
    switch request.method {
    case "GET", "HEAD":
      guard !request.isPrefetch || place?.isSafe == true else { throw .prefetch }
      guard request.isForPage else { throw .notForPage }
      return try await page(of: request, at: place)
    case "POST":
      let source = PageSource(place: place, windows: windows(of: request))
      let session = try await send(request, isForm: true, from: source)
      // After its end, the session has no page any more.
      let address = (try? await session.actor.addressForRedirect()) ?? place?.address ?? "/"
      return redirect(to: address, await cookies(session, request))
    default:
      throw .method("GET and POST")
    }
  }

  func actions(_ request: WebRequest) async throws(Refusal) -> WebResponse {
    guard request.method == "POST" else { throw .method("POST") }
    reportProblem(of: request)
    let session = try await send(request, isForm: false, from: source(of: request))
    // The script shows other values in the edited fields only from this revision on.
    let revision = await session.actor.revisionOfInputs()
    let headers = revision.map { [(name: "counterpoint-revision", value: "\($0)")] } ?? []
    return WebResponse(status: 204, headers: headers + (await cookies(session, request)))
  }

  func events(_ request: WebRequest) async throws(Refusal) -> WebResponse {
    guard request.method == "GET" else { throw .method("GET") }
    if let origin = request.headers["origin"], !isOwn(origin, request) { throw .foreignOrigin }
    guard isFromOwnPage(request) else { throw .foreignOrigin }
    reportProblem(of: request)
    let source = try source(of: request)
    // A reconnecting browser sends the last event's id. A newly loaded page sends its revision in the query.
    let since = request.headers["last-event-id"] ?? request.queryItem("since")
    // A script that failed to apply a change requests the whole page. No revision has the number -1.
    guard let shown = since == "page" ? .number(-1) : since.flatMap({ PageRevision($0) }) else { throw .badRevision }
    // An old ticket can start a session for a stream, because the stream sends the whole page of the new session.
    let tickets = tickets(request, source)
    return try await withSession(of: request, source, tickets, ticketAge: limits.sessionAge) {
      session throws(Refusal) in
      try await session.actor.start(with: source.windows)
      guard let opened = session.streams.openStream() else { throw .tooManyStreams }
      guard sessions.didOpenStream(session, tickets) else {
        opened.finish()
        throw session.hasMoved ? .moving : .unknownSession
      }
      let revision: Int
      do throws(Refusal) {
        revision = try await self.revision(shown, of: session)
      } catch {
        opened.finish()
        throw error
      }
      let stream = EventStream(
        wakeups: opened.wakeups,
        revision: revision,
        events: activity.monitored { [actor = session.actor] since in await actor.events(since: since) },
        end: opened.finish
      )
      let headers = [("cache-control", "no-store, no-transform"), ("x-accel-buffering", "no")]
      return WebResponse(
        type: "text/event-stream",
        headers: headers + (await cookies(session, request)),
        body: .events(stream)
      )
    }
  }

  /// Reports an error of the script, which it tells with its next request.
  private func reportProblem(of request: WebRequest) {
    let name = "counterpoint-problem"
    guard request.query.containsBytes(name), let problem = request.queryItem(name) else { return }
    activity.scriptFailed(problem, at: sessions.now)
  }

  /// Leads a page without the script to where its store is by now.
  func currentPage(_ request: WebRequest) async throws(Refusal) -> WebResponse {
    guard request.method == "GET" || request.method == "HEAD" else { throw .method("GET") }
    guard let old = request.queryItem(CurrentPage.addressName).flatMap({ app.addresses?.place($0) }) else {
      throw .unknownAddress
    }
    let session = sessions.session(tickets(request, PageSource()))
    let current = try? await session?.actor.addressForRedirect()
    return redirect(to: current ?? old.address, [])
  }

  /// The page that sends a request.
  struct PageSource: Sendable {
    /// The name of a page with a store of its own; `nil` for the store that all pages of a browser share.
    var name: String?
    /// The address of the page; `nil` if the program has no addresses.
    var place: Place?
    /// The windows of its lists, by their names.
    var windows: [String: ListWindow] = [:]
  }

  /// Returns the windows of lists in the query of a request. A page has few lists, so further ones are ignored.
  private func windows(of request: WebRequest) -> [String: ListWindow] {
    guard !request.query.isEmpty, request.query.containsBytes(Element.windowName) else { return [:] }
    let texts = request.queryItems(Element.windowName).prefix(16)
    return Dictionary(texts.compactMap { ListWindow.read($0) }.map { ($0.name, $0.window) }) { $1 }
  }

  /// Returns the page whose script sends a request.
  private func source(of request: WebRequest) throws(Refusal) -> PageSource {
    var source = PageSource(windows: windows(of: request))
    guard let addresses = app.addresses else { return source }
    if let name = request.queryItem("page"), !name.isEmpty {
      guard name.utf8.count <= 16, name.utf8.allSatisfy(isLetterOrDigit) else { throw .badRevision }
      source.name = name
    }
    source.place = request.queryItem("at").flatMap { addresses.place($0) }
    return source
  }

  private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }

  /// Whether a browser can have stored pages of which this process does not know. The storage has the identifiers of
  /// pages, but not that of their browser.
  private var hasStoredPages: Bool { sessions.visitors != nil && app.addresses != nil }

  /// The maximum age of a ticket that starts a new session for an input. A browser that can have stored pages does not
  /// get a new ticket, so its old one must do.
  var inputTicketAge: Duration { hasStoredPages ? limits.sessionAge : limits.timeToLive }

  func tickets(_ request: WebRequest, _ source: PageSource) -> [SessionTicket] {
    cookies.tickets(request).map { $0.forPage(source.name) }
  }

  private func redirect(to address: String, _ cookies: [(name: String, value: String)]) -> WebResponse {
    WebResponse(status: 303, headers: [("location", mount.path(of: address))] + cookies)
  }

  private func page(of request: WebRequest, at place: Place?) async throws(Refusal) -> WebResponse {
    let tickets = cookies.tickets(request)
    let isKnown: Bool
    if sessions.session(tickets) != nil { isKnown = true } else { isKnown = try await sessions.stored(tickets) != nil }
    if isKnown {
      do throws(Refusal) {
        return try await withSession(of: request, PageSource(place: place), tickets, ticketAge: .zero) {
          session throws(Refusal) in
          try await self.page(of: session, at: place, request)
        }
      } catch .unknownSession {
        // The session has ended since, so the first page follows.
      }
    }
    // The store of a first page is temporary. A stream or an action starts the session with its own store.
    let streams = EventStreams(limit: 0) {}
    let visitor = WebVisitor(request, at: place?.address)
    let address = address(request)
    if let address { await firstPages.enter(address) }
    defer { if let address { firstPages.leave(address) } }
    let actor = SessionActor(
      app: app.with(.temporary(account: sessions.account(of: tickets)), .none, visitor, dependencies),
      streams: streams,
      effects: SessionEffects(activity, now: sessions.clock),
      executor: sessions.executor(for: nil, from: address),
      costRefusal: { [sessions] in sessions.costRefusal(of: nil, from: address) },
      now: sessions.clock
    )
    let page = try await actor.page(windows: windows(of: request))
    if let place, let current = page.location.address, current != place.address { return redirect(to: current, []) }
    // The ticket must stay valid long enough for a first action. A new one would end the other pages of the browser.
    let age = hasStoredPages ? limits.sessionAge : limits.timeToLive / 2
    let known = sessions.inUse(tickets) ?? sessions.usable(tickets, youngerThan: age)
    // Without the script, a busy page reloads itself. Without a session, each reload would start its work again.
    if page.isBusy, request.method == "GET", let known,
      let session = try? await sessions.begin(
        known,
        from: address,
        visitor: visitor,
        newSessionAge: age
      )
    {
      return try await self.page(of: session, at: place, request)
    }
    let digest = SipHash(page: page.html.markup, key: cookies.key)
    let document = Document(
      app: app,
      assets: assets,
      visitor: visitor,
      page: page,
      revision: .digest(digest),
      limits: limits
    )
    let isNew = known == nil && request.method == "GET"
    return response(document, of: page, isNew ? [cookies.header(SessionTicket(at: sessions.now), request)] : [])
  }

  private func page(
    of session: Session<ViewState, ViewAction>,
    at place: Place?,
    _ request: WebRequest
  ) async throws(Refusal) -> WebResponse {
    let page = try await session.actor.page(at: place, windows: windows(of: request), isLimited: true)
    if let place, let address = page.location.address, address != place.address {
      return redirect(to: address, await cookies(session, request))
    }
    let document = Document(
      app: app,
      assets: assets,
      visitor: session.visitor,
      page: page,
      revision: .number(page.revision),
      limits: limits
    )
    return response(document, of: page, await cookies(session, request))
  }

  private func response(
    _ document: Document,
    of page: SessionActor<ViewState, ViewAction>.Page,
    _ cookies: [(name: String, value: String)]
  ) -> WebResponse {
    WebResponse(
      status: page.location.isFound ? 200 : 404,
      type: "text/html; charset=utf-8",
      headers: [("content-security-policy", Document.policy)] + cookies,
      body: .text(document.markup)
    )
  }

  /// Handles the inputs of a request, all of them or none. All checks come before the first change.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isForm: Whether a browser has submitted a form without the script. In the body of a form, the button can
  ///     come before the fields.
  ///   - source: The page that offers the inputs.
  private func send(
    _ request: WebRequest,
    isForm: Bool,
    from source: PageSource
  ) async throws(Refusal) -> Session<ViewState, ViewAction> {
    guard let origin = request.headers["origin"], isOwn(origin, request), isFromOwnPage(request) else {
      throw .foreignOrigin
    }
    // An old page of an expired session may offer actions that are invalid in a new session. Without a storage, the
    // session is looked up before all other checks.
    let tickets = tickets(request, source)
    if sessions.visitors == nil { _ = try caller(with: tickets, ticketAge: limits.timeToLive) }
    // The content of a request that can't be accepted is not read.
    if let session = sessions.session(tickets) {
      try sessions.check(RequestCost(inputs: 1, bytes: 1), of: session, from: address(request))
    }
    let submission = try await submission(of: request, from: source)
    var key: IdempotencyKey?
    var actions: [SessionActor<ViewState, ViewAction>.Input] = []
    var inputs: [SessionActor<ViewState, ViewAction>.Input] = []
    var checkboxes: [String] = []
    var names: Set<String> = []
    for (name, value) in submission.pairs {
      switch name {
      case Element.idempotencyKeyName:
        guard key == nil, let id = IdempotencyKey(value, digest: submission.digest) else { throw .malformed }
        key = id
      case Element.actionName:
        guard let action = ActionCode.decode(ViewAction.self, from: value) else { throw .unknownAction }
        if isForm { actions.append(.action(action, code: value)) } else { inputs.append(.action(action, code: value)) }
      case Element.checkboxName where isForm:
        checkboxes.append(value)
      case Element.visitName where app.addresses != nil:
        guard let place = app.addresses?.place(value) else { throw .unknownAddress }
        inputs.append(.visit(place))
      case Element.hookName where !isForm:
        guard let (event, json) = HookCode.read(value) else { throw .malformed }
        inputs.append(.hook(event: event, json: json))
      case Element.windowName where !isForm:
        guard let (list, window) = ListWindow.read(value) else { throw .malformed }
        inputs.append(.scroll(list: list, window))
      default:
        if !names.insert(name).inserted, isForm { throw .repeatedField }
        // Browsers write the line breaks of forms as CR LF.
        inputs.append(.field(name: name, text: isForm ? value.replacing("\r\n", with: "\n") : value))
      }
    }
    // Browsers don't send unchecked checkboxes.
    for name in checkboxes where names.insert(name).inserted { inputs.append(.field(name: name, text: "off")) }
    for (field, files) in Dictionary(grouping: submission.files, by: \.field).sorted(by: { $0.key < $1.key }) {
      guard names.insert(field).inserted else { throw .repeatedField }
      inputs.append(.files(name: field, files.map(\.file)))
    }
    guard !inputs.isEmpty || !actions.isEmpty else { throw .empty }
    let all = SessionActor.withoutReplaced(inputs + actions)
    let size = submission.size
    // The script sends less at once. The fields of a form are there once, so their number is that of the page.
    guard isForm || all.count <= limits.actionsPerSession.burst else { throw .tooManyInputs }
    // A page with a store of its own is where its store is. Other pages of the browser may have led theirs elsewhere.
    let place = source.name == nil ? source.place : nil
    return try await withSession(of: request, source, tickets, ticketAge: inputTicketAge) {
      [key] session throws(Refusal) in
      try sessions.take(RequestCost(inputs: all.count, bytes: size), of: session, from: address(request))
      do throws(Refusal) {
        if !isForm { try await session.actor.start(with: source.windows) }
        try await session.actor.send(all, at: place, windows: isForm ? source.windows : [:], key: key)
      } catch .moving where session.hasEnded && !session.hasMoved {
        // The program has ended the session with this request, so there is nothing to store.
      }
      sessions.didAct(session)
      return session
    }
  }

  /// Reads the content of a request.
  private func submission(of request: WebRequest, from source: PageSource) async throws(Refusal) -> Submission {
    let type = request.headers["content-type"]
    if let type, MultipartParser.isMultipart(type) { return try await upload(request, type: type, from: source) }
    guard isFormType(type) else { throw .wrongType }
    guard case .complete(let bytes) = request.body, bytes.count <= limits.bodySize else { throw .tooLarge }
    guard let pairs = FormDecoder.decode(bytes) else { throw .malformed }
    return Submission(pairs: pairs, size: bytes.count, digest: digest(of: bytes))
  }

  /// Returns the same number in each process with the same key, because a repeated request may reach another one.
  func digest(of bytes: [UInt8]) -> Int {
    Int(truncatingIfNeeded: SipHash([4] + bytes, key: cookies.key).low)
  }

  /// Runs an operation with the session of a request, again if the session moves to another process meanwhile.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - source: The page that sends it.
  ///   - tickets: Its valid tickets.
  ///   - ticketAge: The maximum age of a ticket that starts a new session.
  ///   - operation: The operation. It must be idempotent if it throws ``Refusal/moving``.
  func withSession<Result: Sendable>(
    of request: WebRequest,
    _ source: PageSource,
    _ tickets: [SessionTicket],
    ticketAge: Duration,
    _ operation: (Session<ViewState, ViewAction>) async throws(Refusal) -> Result
  ) async throws(Refusal) -> Result {
    var attempts = 1
    while true {
      let caller = try caller(with: tickets, ticketAge: ticketAge)
      do throws(Refusal) {
        return try await operation(try await session(of: caller, request, source, ticketAge: ticketAge))
      } catch .moving where attempts < 5 {
        attempts += 1
      }
    }
  }

  /// The client of a request that needs a session.
  private enum Caller {
    case session(Session<ViewState, ViewAction>)
    /// A valid ticket without a session. The session starts after all other checks.
    case ticket(SessionTicket)
  }

  private func caller(with tickets: [SessionTicket], ticketAge: Duration) throws(Refusal) -> Caller {
    if let session = sessions.session(tickets) { return .session(session) }
    // A stored session can be taken over at any age.
    let age = sessions.visitors == nil ? ticketAge : limits.sessionAge
    guard let ticket = sessions.usable(tickets, youngerThan: age) else { throw .unknownSession }
    return .ticket(ticket)
  }

  private func session(
    of caller: Caller,
    _ request: WebRequest,
    _ source: PageSource,
    ticketAge: Duration
  ) async throws(Refusal) -> Session<ViewState, ViewAction> {
    switch caller {
    case .session(let session): session
    case .ticket(let ticket):
      try await sessions.begin(
        ticket,
        from: address(request),
        visitor: WebVisitor(request, at: source.place?.address),
        newSessionAge: ticketAge
      )
    }
  }

  /// Returns the cookie to set: the ticket of a renewed session, the removal after its end, or none.
  private func cookies(
    _ session: Session<ViewState, ViewAction>,
    _ request: WebRequest
  ) async -> [(name: String, value: String)] {
    if session.hasEnded, !session.hasMoved { return [cookies.removal(request)] }
    guard request.method != "HEAD", let ticket = await sessions.renewIfRequested(session) else { return [] }
    return [cookies.header(ticket, request)]
  }

  /// Returns the revision of a session that a page shows; -1 if the page shows something else.
  private func revision(
    _ shown: PageRevision,
    of session: Session<ViewState, ViewAction>
  ) async throws(Refusal) -> Int {
    // Renders the page now, so that the stream sends all changes from here on.
    let page = try await session.actor.page()
    switch shown {
    case .number(let number):
      return number
    case .digest(let digest):
      return SipHash(page: page.html.markup, key: cookies.key) == digest ? page.revision : -1
    }
  }

  /// Whether the request comes from a page of this site according to `Sec-Fetch-Site`; `true` if the browser does not
  /// send it. A second defense against CSRF, after the origin.
  private func isFromOwnPage(_ request: WebRequest) -> Bool {
    guard let site = request.headers["sec-fetch-site"] else { return true }
    return site == "same-origin" || site == "none"
  }

  /// Whether an origin is this site's own. Refusing other origins prevents CSRF.
  private func isOwn(_ origin: String, _ request: WebRequest) -> Bool {
    if let publicOrigin { return WebOrigin(origin) == publicOrigin }
    guard let host = request.headers["host"], !host.isEmpty else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }

  private func isFormType(_ type: String?) -> Bool {
    guard let type else { return false }
    let plain = "application/x-www-form-urlencoded"
    if type == plain { return true }
    guard let header = HeaderParameters(of: type), header.value == plain else { return false }
    guard let charset = header["charset"] else { return header.isEmpty }
    return header.count == 1 && String(decoding: charset, as: UTF8.self).lowercasedASCII() == "utf-8"
  }
}
