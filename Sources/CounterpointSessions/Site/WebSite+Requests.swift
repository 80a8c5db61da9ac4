import CounterpointHTML

extension WebSite {
  private static var cookieName: String { "counterpoint-session" }

  func page(_ request: WebRequest) async throws(Refusal) -> WebResponse {
    switch request.method {
    case "GET", "HEAD":
      if let session = knownSession(request) { return await page(of: session, isNew: false) }
      guard let session = table.open() else {
        activity.refused(.noRoom)
        return fullHouse
      }
      return await page(of: session, isNew: true)
    case "POST":
      try await send(request, isForm: true)
      return WebResponse(status: 303, headers: [("location", "/")])
    default:
      throw .method("GET and POST")
    }
  }

  func actions(_ request: WebRequest) async throws(Refusal) -> WebResponse {
    guard request.method == "POST" else { throw .method("POST") }
    try await send(request, isForm: false)
    return WebResponse(status: 204)
  }

  func events(_ request: WebRequest) throws(Refusal) -> WebResponse {
    guard request.method == "GET" else { throw .method("GET") }
    if let origin = request.headers["origin"], !isOwn(origin, request) { throw .foreignOrigin }
    guard let session = knownSession(request) else { throw .unknownSession }
    // A browser that comes back by itself says what it has seen last; one that has just loaded the page says it in the address.
    let since =
      request.headers["last-event-id"] ?? (request.query.hasPrefix("since=") ? String(request.query.dropFirst(6)) : nil)
    // A script that couldn't apply a change asks for the whole page, which no revision has the number of.
    guard let revision = since == "page" ? -1 : since.flatMap({ UInt32($0) }).map({ Int($0) }) else {
      throw .badRevision
    }
    guard let opened = session.streams.openStream() else { throw .tooManyStreams }
    let stream = EventStream(
      wakeups: opened.wakeups,
      revision: revision,
      events: activity.monitored { [visitor = session.visitor] since in await visitor.events(since: since) },
      end: opened.finish
    )
    return WebResponse(
      type: "text/event-stream",
      headers: [("cache-control", "no-store, no-transform"), ("x-accel-buffering", "no")],
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

  private func page(of session: Session<ViewState, ViewAction>, isNew: Bool) async -> WebResponse {
    let page = await session.visitor.page()
    let document = Document(app: app, html: page.html, revision: page.revision, isBusy: page.isBusy, limits: limits)
    // Lax: a link on another site leads to the visitor's page, but no other site can act on it.
    let cookie = ("set-cookie", "\(Self.cookieName)=\(session.id); Path=/; HttpOnly; SameSite=Lax")
    return WebResponse(
      type: "text/html; charset=utf-8",
      headers: [("content-security-policy", Document.policy)] + (isNew ? [cookie] : []),
      body: .text(document.markup)
    )
  }

  /// Checks everything before anything is done: a request is handled whole or not at all.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isForm: Whether a browser has sent a form without the script. Its button may stand before its fields.
  private func send(_ request: WebRequest, isForm: Bool) async throws(Refusal) {
    guard let origin = request.headers["origin"], isOwn(origin, request) else { throw .foreignOrigin }
    guard let session = knownSession(request) else { throw .unknownSession }
    guard isFormType(request.headers["content-type"]) else { throw .wrongType }
    guard case .complete(let bytes) = request.body, bytes.count <= limits.bodySize else { throw .tooLarge }
    guard let pairs = FormPairs.decode(bytes) else { throw .malformed }
    var batch: BatchID?
    var actions: [Visitor<ViewState, ViewAction>.Input] = []
    var inputs: [Visitor<ViewState, ViewAction>.Input] = []
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
    try await session.visitor.send(inputs + actions, batch: batch)
  }

  private func knownSession(_ request: WebRequest) -> Session<ViewState, ViewAction>? {
    request.cookie(Self.cookieName).flatMap { SessionID($0) }.flatMap { table.session($0) }
  }

  /// Whether a page of this very site has sent the request.
  private func isOwn(_ origin: String, _ request: WebRequest) -> Bool {
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
