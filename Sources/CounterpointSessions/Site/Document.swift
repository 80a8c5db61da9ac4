import CounterpointHTML
import CounterpointSupport

/// The script that a page loads: `counterpoint.js`, which the build embeds.
let clientScript = String(decoding: PackageResources.counterpoint_js, as: UTF8.self)

/// The HTML document around a screen.
struct Document {
  /// The content security policy: only resources of this site, and no inline scripts.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    + "base-uri 'none'; frame-ancestors 'none'"

  let markup: String

  init<ViewState, ViewAction>(
    app: WebApp<ViewState, ViewAction>,
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
      // Settings of the script: the heartbeat interval in milliseconds, and the maximum request size in bytes.
      .data("heartbeat", "\(limits.heartbeat / .milliseconds(1))"),
      .data("body-size", "\(limits.bodySize)")
    )
    var generator = SystemRandomNumberGenerator()
    let body: [HTML] = [.element(.actionForm), .element(screen), .element(connection)]
    markup = Self.markup(
      app: app,
      head: reload + "<script src=\"/counterpoint.js\" defer></script>",
      body: body.filled(idempotencyKey: IdempotencyKey(using: &generator).text)
    )
  }

  /// Returns a document with a line of text and a link to the page.
  static func notice<ViewState, ViewAction>(app: WebApp<ViewState, ViewAction>, text: String) -> String {
    let main = Element(.main) {
      Element(.h1) { app.title }
      Element(.p) { text }
      Element(.p) { Element(.a, .href("/")) { "Load the page" } }
    }
    return markup(app: app, head: "", body: [.element(main)])
  }

  private static func markup<ViewState, ViewAction>(
    app: WebApp<ViewState, ViewAction>,
    head: String,
    body: [HTML]
  ) -> String {
    var text = "<!DOCTYPE html><html lang=\""
    text.appendEscaped(app.language, inAttribute: true)
    text += "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    text += "<title>"
    text.appendEscaped(app.title, inAttribute: false)
    text += "</title><link rel=\"stylesheet\" href=\"/style.css\">\(head)</head><body>\(body.markup)</body></html>\n"
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
      body: .text(Document.notice(app: app, text: refusal.reason))
    )
  }
}
