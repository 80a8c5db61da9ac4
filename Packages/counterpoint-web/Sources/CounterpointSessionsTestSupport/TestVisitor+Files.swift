import CounterpointHTML
import CounterpointSessions
import Foundation

extension TestVisitor {
  /// Chooses files in a control, in place of those that were chosen before.
  ///
  /// With the script, they are sent at once, unless the control sends them with its form. Files that the control does
  /// not accept are sent as well: for tests of the refusals.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - name: The name of the field.
  /// - Throws: ``TestVisitorError/missing(_:offered:)`` if the page has no such control that can be used, and
  ///   ``TestVisitorError/refused(status:text:)``.
  public func upload(_ files: TestFile..., into name: String) async throws {
    let fields = controls.filter { $0.isFile && $0.isEnabled }
    guard let field = fields.first(where: { $0.name == name }) else {
      throw TestVisitorError.missing("control for files '\(name)'", offered: fields.map(\.name))
    }
    if hasScript, !field.isSentWithForm { return try await send(files, into: name) }
    chosenFiles[name] = files
  }

  /// Downloads the file behind a link.
  ///
  /// - Parameter label: The text of the link, or its `aria-label`.
  /// - Returns: The file, under the name under which a browser stores it.
  /// - Throws: ``TestVisitorError/missing(_:offered:)`` if the page has no such link to a file,
  ///   ``TestVisitorError/refused(status:text:)``, and errors of the file system.
  public func download(_ label: String) async throws -> TestFile {
    let links = page.elements(named: "a").filter { $0.value(of: "download") != nil }
    guard let link = links.first(where: { $0.label == label }), let address = link.value(of: "href") else {
      throw TestVisitorError.missing("link to a file '\(label)'", offered: links.map(\.label))
    }
    return try await download(at: local(address))
  }

  /// Downloads the file at an address, whatever the page offers: for tests of hostile visitors.
  ///
  /// - Parameter address: The address below the path of the site.
  /// - Returns: The file, under the name under which a browser stores it.
  /// - Throws: ``TestVisitorError/refused(status:text:)``, and errors of the file system.
  public func download(at address: String) async throws -> TestFile {
    let response = try await respond("GET", address)
    guard response.status == 200, case .file(let contents) = response.body else { throw refusal(response) }
    let name = Self.fileName(in: response.header("content-disposition") ?? "")
    return TestFile(name, type: response.header("content-type") ?? "", contents: contents)
  }

  func send(_ files: [TestFile], into name: String) async throws {
    let response = try await respond("POST", "/actions", form: MultipartForm([], [(name, files)]))
    guard response.status == 204 else { throw refusal(response) }
    try await refresh()
  }

  /// Returns the name in `Content-Disposition`: the encoded one if there is one.
  private static func fileName(in disposition: String) -> String {
    let encoded = disposition.bytes(after: "filename*=UTF-8''")
    if let name = encoded.flatMap({ String($0).removingPercentEncoding }) { return name }
    return disposition.splitBytes(at: "\"").dropFirst().first.map(String.init) ?? ""
  }
}
