import CounterpointHTML

extension WebSite {
  func page(_ request: WebRequest) async throws(Refusal) -> WebResponse {
    switch request.method {
    case "GET", "HEAD":
      guard !request.isPrefetch else { throw .prefetch }
      guard request.isForPage else { throw .notForPage }
      return await page(of: request)
    case "POST":
      let session = try await send(request, isForm: true)
      return WebResponse(status: 303, headers: [("location", "/")] + cookies(session, request))
    default:
      throw .method("GET and POST")
    }
  }

  func actions(_ request: WebRequest) async throws(Refusal) -> WebResponse {
    guard request.method == "POST" else { throw .method("POST") }
    let session = try await send(request, isForm: false)
    return WebResponse(status: 204, headers: cookies(session, request))
  }

  func events(_ request: WebRequest) async throws(Refusal) -> WebResponse {
    guard request.method == "GET" else { throw .method("GET") }
    if let origin = request.headers["origin"], !isOwn(origin, request) { throw .foreignOrigin }
    guard isFromOwnPage(request) else { throw .foreignOrigin }
    // An old ticket is good for a stream, because a stream shows the whole page of a session that it begins.
    let caller = try caller(of: request, ticketAge: limits.sessionAge)
    // A browser that comes back by itself says what it has seen last; one that has just loaded the page says it in
    // the address.
    let since =
      request.headers["last-event-id"] ?? (request.query.hasPrefix("since=") ? String(request.query.dropFirst(6)) : nil)
    // A script that couldn't apply a change asks for the whole page, which no revision has the number of.
    guard let shown = since == "page" ? .number(-1) : since.flatMap({ PageRevision($0) }) else { throw .badRevision }
    let session = try session(of: caller, request)
    guard let opened = session.streams.openStream() else { throw .tooManyStreams }
    guard table.didOpenStream(session, cookies.tickets(request)) else {
      opened.finish()
      throw .unknownSession
    }
    let stream = EventStream(
      wakeups: opened.wakeups,
      revision: await revision(shown, of: session),
      events: activity.monitored { [visitor = session.visitor] since in await visitor.events(since: since) },
      end: opened.finish
    )
    return WebResponse(
      type: "text/event-stream",
      headers: [("cache-control", "no-store, no-transform"), ("x-accel-buffering", "no")] + cookies(session, request),
      body: .events(stream)
    )
  }

  func script(_ request: WebRequest) throws(Refusal) -> WebResponse {
    guard request.method == "GET" || request.method == "HEAD" else { throw .method("GET") }
    return WebResponse(
      type: "text/javascript; charset=utf-8",
      headers: [("cache-control", "no-cache")],
      body: .text(clientScript)
    )
  }

  func styleSheet(_ request: WebRequest) throws(Refusal) -> WebResponse {
    guard request.method == "GET" || request.method == "HEAD" else { throw .method("GET") }
    return WebResponse(
      type: "text/css; charset=utf-8",
      headers: [("cache-control", "no-cache")],
      body: .text(app.styleSheet)
    )
  }

  private func page(of request: WebRequest) async -> WebResponse {
    let tickets = cookies.tickets(request)
    if let session = table.session(tickets) { return await page(of: session, request) }
    // The store of a first page is dropped: it is made for a session that a stream or an action begins.
    let streams = EventStreams(limit: 0) {}
    let page = await SessionActor(
      app: app.with(.none, dependencies),
      streams: streams,
      effects: SessionEffects(activity),
      now: table.clock
    ).page()
    // The page must be good for a first action for a while.
    let known = table.usable(tickets, youngerThan: limits.timeToLive / 2)
    // A page that is busy loads itself again without the script. It would begin again each time if its store were not
    // kept.
    if page.isBusy, request.method == "GET", let known, let session = try? table.begin(known, from: address(request)) {
      return await self.page(of: session, request)
    }
    let digest = SipHash(page: page.html.markup, key: cookies.key)
    let document = Document(
      app: app,
      html: page.html,
      revision: .first(digest),
      isBusy: page.isBusy,
      limits: limits
    )
    let isNew = known == nil && request.method == "GET"
    return response(document, isNew ? [cookies.header(SessionTicket(at: table.now), request)] : [])
  }

  private func page(of session: Session<ViewState, ViewAction>, _ request: WebRequest) async -> WebResponse {
    let page = await session.visitor.page()
    let document = Document(
      app: app,
      html: page.html,
      revision: .number(page.revision),
      isBusy: page.isBusy,
      limits: limits
    )
    return response(document, cookies(session, request))
  }

  private func response(_ document: Document, _ cookies: [(name: String, value: String)]) -> WebResponse {
    WebResponse(
      type: "text/html; charset=utf-8",
      headers: [("content-security-policy", Document.policy)] + cookies,
      body: .text(document.markup)
    )
  }

  /// Handles the inputs of a request. Checks everything before anything is done: a request is handled whole or not at
  /// all.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isForm: Whether a browser has sent a form without the script. Its button may stand before its fields.
  private func send(_ request: WebRequest, isForm: Bool) async throws(Refusal) -> Session<ViewState, ViewAction> {
    guard let origin = request.headers["origin"], isOwn(origin, request), isFromOwnPage(request) else {
      throw .foreignOrigin
    }
    // An old page of an expired session may offer what a new session can't do.
    let caller = try caller(of: request, ticketAge: limits.timeToLive)
    guard isFormType(request.headers["content-type"]) else { throw .wrongType }
    guard case .complete(let bytes) = request.body, bytes.count <= limits.bodySize else { throw .tooLarge }
    guard let pairs = FormPairs.decode(bytes) else { throw .malformed }
    var batch: BatchID?
    var actions: [SessionActor<ViewState, ViewAction>.Input] = []
    var inputs: [SessionActor<ViewState, ViewAction>.Input] = []
    for (name, value) in pairs {
      switch name {
      case Element.batchName:
        guard batch == nil, let id = BatchID(value, digest: bytes.hashValue) else { throw .malformed }
        batch = id
      case Element.actionName:
        guard let action = ActionCode.decode(ViewAction.self, from: value) else { throw .unknownAction }
        if isForm { actions.append(.action(action, code: value)) } else { inputs.append(.action(action, code: value)) }
      default:
        inputs.append(.field(name: name, text: value))
      }
    }
    guard !inputs.isEmpty || !actions.isEmpty else { throw .empty }
    let session = try session(of: caller, request)
    try table.take(inputs.count + actions.count, of: session)
    try await session.visitor.send(inputs + actions, batch: batch)
    table.didAct(session)
    return session
  }

  /// The sender of a request that needs a session.
  private enum Caller {
    case session(Session<ViewState, ViewAction>)
    /// A valid ticket without a session: the session is begun when the rest of the request is right.
    case ticket(SessionTicket)
  }

  private func caller(of request: WebRequest, ticketAge: Duration) throws(Refusal) -> Caller {
    let tickets = cookies.tickets(request)
    if let session = table.session(tickets) { return .session(session) }
    guard let ticket = table.usable(tickets, youngerThan: ticketAge) else { throw .unknownSession }
    return .ticket(ticket)
  }

  private func session(of caller: Caller, _ request: WebRequest) throws(Refusal) -> Session<ViewState, ViewAction> {
    switch caller {
    case .session(let session): session
    case .ticket(let ticket): try table.begin(ticket, from: address(request))
    }
  }

  /// Returns the cookie that a session needs now: of a new identifier, or none any more.
  private func cookies(
    _ session: Session<ViewState, ViewAction>,
    _ request: WebRequest
  ) -> [(name: String, value: String)] {
    if session.hasEnded { return [cookies.removal(request)] }
    guard request.method != "HEAD", let ticket = table.renewIfWanted(session) else { return [] }
    return [cookies.header(ticket, request)]
  }

  /// Returns the revision of a session that a page shows; one that does not exist if the page shows something else.
  private func revision(_ shown: PageRevision, of session: Session<ViewState, ViewAction>) async -> Int {
    // Rendered now, so that the first piece of the stream tells what changes from here on.
    let page = await session.visitor.page()
    switch shown {
    case .number(let number):
      return number
    case .first(let digest):
      return SipHash(page: page.html.markup, key: cookies.key) == digest ? page.revision : -1
    }
  }

  /// Whether the browser says that the request comes from a page of this site, if it says anything: a second line
  /// after the origin.
  private func isFromOwnPage(_ request: WebRequest) -> Bool {
    guard let site = request.headers["sec-fetch-site"] else { return true }
    return site == "same-origin" || site == "none"
  }

  /// Whether a page of this very site has sent the request.
  private func isOwn(_ origin: String, _ request: WebRequest) -> Bool {
    if let publicOrigin { return origin == publicOrigin.description }
    guard let host = request.headers["host"], !host.isEmpty else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }

  private func isFormType(_ type: String?) -> Bool {
    guard let type else { return false }
    let parts = type.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
    return parts == ["application/x-www-form-urlencoded"]
      || parts == ["application/x-www-form-urlencoded", "charset=utf-8"]
  }
}
