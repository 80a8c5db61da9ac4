import CounterpointSupport
import CounterpointHTML

/// The HTML document around a screen.
struct Document {
  /// The content security policy: only resources of this site, and no code but the script.
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
    // Without the script, a busy page would never show that the work is done.
    let reload = isBusy ? "<noscript><meta http-equiv=\"refresh\" content=\"1\"></noscript>" : ""
    let screen = Element(.div, .id("page"), .data("revision", "\(revision)")) { html }
    let connection = Element(
      .p,
      .id("connection"),
      .role("status"),
      // What the script needs to know: the longest pause between two events in milliseconds, and the largest request
      // in bytes.
      .data("heartbeat", "\(limits.heartbeat / .milliseconds(1))"),
      .data("body-size", "\(limits.bodySize)")
    )
    var generator = SystemRandomNumberGenerator()
    let body: [HTML] = [.element(.actionForm), .element(screen), .element(connection)]
    markup = Self.markup(
      app: app,
      head: reload + "<script src=\"/counterpoint.js\" defer></script>",
      body: body.filled(batch: BatchID(using: &generator).text)
    )
  }

  /// A document with a line of text and a link to the page.
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
