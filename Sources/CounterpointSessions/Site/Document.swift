import CounterpointHTML

/// The whole page: what there is around a screen.
struct Document {
  /// Only what comes from this site, and no code but the script.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    + "base-uri 'none'; frame-ancestors 'none'"

  let markup: String

  init<ViewState, ViewAction>(app: WebApp<ViewState, ViewAction>, html: [HTML], revision: String, isBusy: Bool) {
    // Without the script a page that is busy would never tell that it is done.
    let reload = isBusy ? "<noscript><meta http-equiv=\"refresh\" content=\"1\"></noscript>" : ""
    let screen = Element(.div, .id("page"), .data("revision", revision)) { html }
    let form = Element(
      .form,
      .id(Element.actionFormID),
      Attribute("method", "post"),
      Attribute("action", "/"),
      .hidden()
    )
    let connection = Element(.p, .id("connection"), .role("status"))
    markup = Self.markup(
      app: app,
      head: reload + "<script src=\"/counterpoint.js\" defer></script>",
      body: [.element(screen), .element(form), .element(connection)]
    )
  }

  /// A page that only says something.
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
