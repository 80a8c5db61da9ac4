import CounterpointHTML

extension WebSite {
  /// What a visitor gets instead of what they have asked for: a line of text, and on the page itself a page with that line.
  func refuse(_ refusal: Refusal, _ request: WebRequest) -> WebResponse {
    let allowed: [(name: String, value: String)] =
      refusal.status == 405
      ? [("allow", request.path == "/" ? "GET, POST" : request.path == "/actions" ? "POST" : "GET")]
      : refusal.status == 503 ? [("retry-after", "60")] : []
    guard request.path == "/", request.method == "POST" else {
      return WebResponse(
        status: refusal.status,
        type: "text/plain; charset=utf-8",
        headers: allowed,
        body: .text(refusal.reason + "\n")
      )
    }
    return notice(status: refusal.status, refusal.reason)
  }

  /// What a visitor gets for whom there is no room.
  var fullHouse: WebResponse {
    var response = notice(
      status: 503,
      "There are more visitors than this server has room for. Nothing is wrong with your browser: try again in a minute."
    )
    response.headers.append(("retry-after", "60"))
    return response
  }

  private func notice(status: Int, _ text: String) -> WebResponse {
    WebResponse(
      status: status,
      type: "text/html; charset=utf-8",
      headers: [("content-security-policy", Document.policy)],
      body: .text(Document.notice(app: app, text: text))
    )
  }
}
