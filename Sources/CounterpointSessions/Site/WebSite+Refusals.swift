import CounterpointHTML

extension WebSite {
  /// Returns the answer to a request that is refused: a line of text, or a page with that line where a visitor would
  /// see it.
  ///
  /// Every refusal goes through this function.
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
