import CounterpointHTML
import CounterpointSupport

/// The HTML document around a screen.
struct Document {
  /// The content security policy: only resources of this site, and no inline scripts.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    + "base-uri 'none'; frame-ancestors 'none'"

  let markup: String

  init<ViewState, ViewAction>(
    app: WebApp<ViewState, ViewAction>,
    assets: Assets,
    visitor: WebVisitor,
    html: [HTML],
    revision: PageRevision,
    isBusy: Bool,
    limits: WebLimits
  ) {
    // Without the script, only a reload shows that a busy page has finished its work.
    let reload = isBusy ? "<noscript><meta http-equiv=\"refresh\" content=\"1\"></noscript>" : ""
    let screen = Element(.div, .id("page"), .data("revision", "\(revision)")) { html }
    let connection = Element(
      .p,
      .id("connection"),
      .role("status"),
      // Settings of the script: the site's path, the heartbeat interval in milliseconds, and the maximum request size
      // in bytes.
      .data("base", assets.mount.text),
      .data("heartbeat", "\(limits.heartbeat / .milliseconds(1))"),
      .data("body-size", "\(limits.bodySize)")
    )
    var generator = SystemRandomNumberGenerator()
    let body: [HTML] = [.element(.actionForm), .element(screen), .element(connection)]
    markup = Self.markup(
      app: app,
      assets: assets,
      language: visitor.choice(of: app.languages).language,
      head: reload + "<script src=\"\(assets.address(of: assets.script))\" defer></script>",
      body: body.filled(idempotencyKey: IdempotencyKey(using: &generator).text)
    )
  }

  /// Returns a document with a line of text and a link to the page.
  static func notice<ViewState, ViewAction>(app: WebApp<ViewState, ViewAction>, assets: Assets, text: String) -> String
  {
    let main = Element(.main) {
      Element(.h1) { app.title }
      Element(.p) { text }
      Element(.p) { Element(.a, .href(assets.mount.page)) { "Load the page" } }
    }
    return markup(app: app, assets: assets, language: app.languages.first ?? "en", head: "", body: [.element(main)])
  }

  private static func markup<ViewState, ViewAction>(
    app: WebApp<ViewState, ViewAction>,
    assets: Assets,
    language: String,
    head: String,
    body: [HTML]
  ) -> String {
    var text = "<!DOCTYPE html><html lang=\""
    text.appendEscaped(language, inAttribute: true)
    text += "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    text += "<title>"
    text.appendEscaped(app.title, inAttribute: false)
    text +=
      "</title><link rel=\"stylesheet\" href=\"\(assets.address(of: assets.styleSheet))\">\(head)</head><body>\(body.markup)</body></html>\n"
    return text
  }
}

extension WebSite {
  /// Returns the response to a refused request: a line of text, or a page with that line where a user would see it.
  ///
  /// Every refusal becomes a response in this function.
  func refuse(_ refusal: Refusal, _ request: WebRequest) -> WebResponse {
    var headers: [(name: String, value: String)] = []
    if refusal.status == 405 {
      headers.append(("allow", request.path == "/" ? "GET, POST" : request.path == "/actions" ? "POST" : "GET"))
    }
    if let seconds = refusal.retryAfter { headers.append(("retry-after", "\(seconds)")) }
    let isSeen = request.path == "/" && (request.method == "POST" || refusal.retryAfter != nil)
    guard !isSeen else { return notice(refusal, headers) }
    return WebResponse(
      status: refusal.status,
      type: "text/plain; charset=utf-8",
      headers: headers,
      body: .text(refusal.reason + "\n")
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
