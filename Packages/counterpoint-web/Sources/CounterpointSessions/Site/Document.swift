import CounterpointHTML
@_spi(Internals) import CounterpointSupport

/// The HTML document around a screen.
struct Document {
  /// The content security policy: only resources of this site, and no inline scripts.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  let markup: String

  init<ViewState, ViewAction>(
    app: WebApp<ViewState, ViewAction>,
    assets: Assets,
    visitor: WebVisitor,
    page: SessionActor<ViewState, ViewAction>.Page,
    revision: PageRevision,
    limits: WebLimits
  ) {
    var generator = SystemRandomNumberGenerator()
    let key = IdempotencyKey(using: &generator).text
    // A page without a session gets a store of its own, under this name. Another page shows the browser's session.
    var name = ""
    if case .digest = revision { name = String(generator.next(), radix: 36) }
    var place: [Attribute] = []
    if app.addresses != nil { place = [.data("page", name), .data("address", page.location.address ?? "/")] }
    // Without the script, only a reload shows that a busy page has finished its work.
    let target = page.location.address.map { "; url=" + assets.mount.path(of: CurrentPage.address(from: $0)) } ?? ""
    let reload = page.isBusy ? "<noscript><meta http-equiv=\"refresh\" content=\"1\(target)\"></noscript>" : ""
    let html = page.html.filled(idempotencyKey: key)
      .filledListLinks(at: assets.mount.path(of: page.location.address ?? "/"))
    // The script finds out whether something else has changed the page before it was loaded.
    let count = html.nodeCount.map { Attribute.data("nodes", "\($0)") } ?? .none
    let screen = Element(.div, .id("page"), .data("revision", "\(revision)"), count) { html }
    let settings: [Attribute] = [
      .id("connection"),
      .role("status"),
      // Settings of the script: the site's path, the heartbeat interval in milliseconds, and the maximum request size
      // in bytes and in inputs.
      .data("base", assets.mount.text),
      .data("heartbeat", "\(limits.heartbeat / .milliseconds(1))"),
      .data("body-size", "\(limits.bodySize)"),
      .data("inputs", "\(limits.inputsPerRequest)"),
    ]
    let connection = Element(.p, list: settings + place, key: nil) {}
    // Deferred scripts run in their order.
    let scripts = ([assets.script] + assets.scripts).map {
      "<script src=\"\(assets.address(of: $0))\" defer></script>"
    }
    let form = [HTML.element(.actionForm(for: page.html))].filled(idempotencyKey: key)
    let body: [HTML] = form + [.element(screen), .element(connection)]
    markup = Self.markup(
      app: app,
      assets: assets,
      language: visitor.choice(of: app.languages).language,
      title: page.location.title,
      head: page.location.metadata(at: assets.mount) + reload + scripts.joined(),
      body: body
    )
  }

  /// Returns the document for an address that the program does not have, with its first heading in the title.
  static func notFound<ViewState, ViewAction>(
    app: WebApp<ViewState, ViewAction>,
    assets: Assets,
    visitor: WebVisitor,
    html: [HTML]
  ) -> String {
    let language = visitor.choice(of: app.languages).language
    let title = html.heading.map { "\($0) – \(app.title)" } ?? app.title
    return markup(app: app, assets: assets, language: language, title: title, head: "", body: html)
  }

  /// Returns a document with a line of text and a link to the page.
  static func notice<ViewState, ViewAction>(app: WebApp<ViewState, ViewAction>, assets: Assets, text: String) -> String
  {
    let main = Element(.main) {
      Element(.h1) { app.title }
      Element(.p) { text }
      Element(.p) { Element(.a, .href(assets.mount.page)) { "Load the page" } }
    }
    let language = app.languages.first ?? "en"
    return markup(app: app, assets: assets, language: language, title: app.title, head: "", body: [.element(main)])
  }

  private static func markup<ViewState, ViewAction>(
    app: WebApp<ViewState, ViewAction>,
    assets: Assets,
    language: String,
    title: String,
    head: String,
    body: [HTML]
  ) -> String {
    var text = "<!DOCTYPE html><html lang=\""
    text.appendEscaped(language, inAttribute: true)
    text += "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    text += "<title>"
    text.appendEscaped(title, inAttribute: false)
    text +=
      "</title><link rel=\"stylesheet\" href=\"\(assets.address(of: assets.styleSheet))\">\(head)</head><body>\(body.markup)</body></html>\n"
    return text
  }
}

extension PageLocation {
  /// The elements of the head for search engines.
  func metadata(at mount: MountPath) -> String {
    var text = ""
    func append(_ start: String, _ value: String) {
      text += start
      text.appendEscaped(value, inAttribute: true)
      text += "\">"
    }
    if let description { append("<meta name=\"description\" content=\"", description) }
    if !isIndexed || !isFound { text += "<meta name=\"robots\" content=\"noindex\">" }
    if let address, isFound { append("<link rel=\"canonical\" href=\"", mount.path(of: address)) }
    return text
  }
}

extension [HTML] {
  /// The text of the first `h1` with a text, at any depth; `nil` if there is none.
  fileprivate var heading: String? {
    for case .element(let element) in self {
      if element.name == "h1", !element.text.isEmpty { return element.text }
      if let heading = element.children.heading { return heading }
    }
    return nil
  }
}

extension WebSite {
  /// Returns the response to a refused request: a line of text, or a page with that line where a user would see it.
  ///
  /// Every refusal becomes a response in this function.
  func refuse(_ refusal: Refusal, _ request: WebRequest) -> WebResponse {
    var headers: [(name: String, value: String)] = []
    if refusal.status == 405 {
      headers.append(("allow", isPage(request) ? "GET, POST" : request.path == "/actions" ? "POST" : "GET"))
    }
    if let seconds = refusal.retryAfter { headers.append(("retry-after", "\(seconds)")) }
    if refusal == .notFound, isPage(request), request.isForPage, let addresses = app.addresses {
      return notFound(addresses.notFound(), request)
    }
    let isSeen = isPage(request) && (request.method == "POST" || refusal.retryAfter != nil)
    guard !isSeen else { return notice(refusal, headers) }
    return WebResponse(
      status: refusal.status,
      type: "text/plain; charset=utf-8",
      headers: headers,
      body: .text(refusal.reason + "\n")
    )
  }

  private func notFound(_ html: [HTML], _ request: WebRequest) -> WebResponse {
    let visitor = WebVisitor(request, at: nil)
    return WebResponse(
      status: 404,
      type: "text/html; charset=utf-8",
      headers: [("content-security-policy", Document.policy)],
      body: .text(Document.notFound(app: app, assets: assets, visitor: visitor, html: html))
    )
  }

  private func notice(_ refusal: Refusal, _ headers: [(name: String, value: String)]) -> WebResponse {
    WebResponse(
      status: refusal.status,
      type: "text/html; charset=utf-8",
      headers: [("content-security-policy", Document.policy)] + headers,
      body: .text(Document.notice(app: app, assets: assets, text: refusal.reason))
    )
  }
}
