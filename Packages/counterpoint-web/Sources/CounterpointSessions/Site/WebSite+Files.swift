import CounterpointHTML
@_spi(Internals) import CounterpointSupport

extension WebSite {
  /// The content of a request with inputs.
  struct Submission: Sendable {
    var pairs: [(name: String, value: String)]
    var files: [(field: String, file: UploadedFile)] = []
    /// The number of bytes without those of the files.
    var size: Int
    /// A hash of the content.
    var digest: Int
  }

  /// Returns whether a request is a form with files, whose body is best passed as ``WebRequest/Body/stream(_:)``.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - contentType: The header `Content-Type`.
  public func hasFiles(method: String, contentType: String?) -> Bool {
    method == "POST" && MultipartParser.isMultipart(contentType)
  }

  /// Reads a form with files from the page of a session, and writes the files to the disk.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - type: Its content type.
  ///   - source: The page that sends it.
  func upload(_ request: WebRequest, type: String, from source: PageSource) async throws(Refusal) -> Submission {
    guard let boundary = MultipartParser.boundary(in: type) else { throw .malformedUpload }
    let body: RequestBytes
    switch request.body {
    case .tooLarge: throw .uploadTooLarge
    case .complete(let bytes): body = RequestBytes([bytes])
    case .stream(let bytes): body = bytes
    }
    let session = try await withSession(of: request, source, tickets(request, source), ticketAge: inputTicketAge) {
      session in session
    }
    let place = source.name == nil ? source.place : nil
    let address = address(request)
    // Nothing is read of a request that can't be accepted.
    try sessions.check(RequestCost(fileBytes: 1), of: session, from: address)
    try session.files.beginUpload()
    defer {
      // The session was in use until now.
      session.status.withLock { [now = sessions.now] in $0.lastSeen = max($0.lastSeen, now) }
      session.files.endUpload()
    }
    let receiver = UploadReceiver(
      boundary: boundary,
      files: session.files,
      textLimit: limits.bodySize,
      executor: sessions.executor(for: session.status, from: address),
      count: { [sessions] bytes throws(Refusal) in
        try sessions.take(RequestCost(fileBytes: bytes), of: session, from: address)
      },
      rules: { name throws(Refusal) in try await session.actor.fileRules(ofField: name, at: place) }
    )
    do {
      try await body.read { chunk in try await receiver.receive(chunk) }
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      // The client has gone, or has missed its deadline. The release of the receiver removes the files.
      throw .incompleteUpload
    }
    let form = try await receiver.finish()
    let content = form.files.map { "\($0.field)\0\($0.file.name)\0\($0.file.byteCount)\0" }.joined()
    let texts = form.pairs.map { "\($0.name)\0\($0.value)\0" }.joined()
    let digest = digest(of: Array((texts + content).utf8))
    return Submission(pairs: form.pairs, files: form.files, size: texts.utf8.count, digest: digest)
  }

  /// Responds with a file that a page of the same browser offers.
  func file(_ request: WebRequest) throws(Refusal) -> WebResponse {
    guard request.method == "GET" || request.method == "HEAD" else { throw .method("GET") }
    let id = String(request.path.dropFirst(DownloadLink.path.count))
    let browsers = cookies.tickets(request).map(\.browser)
    // Another browser can't tell a file that it may not have from one that does not exist.
    guard let download = sessions.files.download(id), download.files.belongs(to: browsers),
      let url = download.files.url(of: id), let bytes = try? FileBytes(contentsOf: url)
    else { throw .noFile }
    return WebResponse(
      type: download.contentType,
      headers: [
        ("content-disposition", FileName.disposition(download.name)), ("content-length", "\(bytes.count)"),
        // A browser that shows the file in spite of its disposition runs nothing in it.
        ("content-security-policy", "default-src 'none'; sandbox"), ("cross-origin-resource-policy", "same-origin"),
      ],
      body: request.method == "HEAD" ? .text("") : .file(bytes)
    )
  }
}
