/// A file of a test's visitor: one that it sends, or one that it has downloaded.
public struct TestFile: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The media type.
  public var contentType: String
  /// The content.
  public var contents: [UInt8]

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - name: The name. Any text, for tests of hostile input.
  ///   - contentType: The media type, which browsers derive from the name.
  ///   - contents: The content.
  public init(_ name: String, type contentType: String = "application/octet-stream", contents: some Sequence<UInt8>) {
    self.name = name
    self.contentType = contentType
    self.contents = Array(contents)
  }

  /// Creates a text file.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - contentType: The media type.
  ///   - text: The content, in UTF-8.
  public init(_ name: String, type contentType: String = "text/plain", text: String) {
    self.init(name, type: contentType, contents: text.utf8)
  }

  /// The content as a text.
  public var text: String { String(decoding: contents, as: UTF8.self) }
}

/// A form with files, as browsers encode it.
struct MultipartForm: Sendable {
  private static let boundary = "----CounterpointTestBoundary7MA4YWxkTrZu0gW"
  private var body: [UInt8] = []

  var contentType: String { "multipart/form-data; boundary=\(Self.boundary)" }

  /// - Parameters:
  ///   - pairs: The names and values of the other controls.
  ///   - files: The files of each control.
  init(_ pairs: [(name: String, value: String)], _ files: [(field: String, files: [TestFile])]) {
    for (name, value) in pairs { append("name=\"\(Self.escaped(name))\"", type: nil, Array(value.utf8)) }
    for (field, files) in files {
      // A control without a chosen file sends an empty one without a name.
      for file in files.isEmpty ? [TestFile("", contents: [])] : files {
        let names = "name=\"\(Self.escaped(field))\"; filename=\"\(Self.escaped(file.name))\""
        append(names, type: file.contentType, file.contents)
      }
    }
    body += Array("--\(Self.boundary)--\r\n".utf8)
  }

  /// The form in the pieces in which it arrives. Their size is prime, so that delimiters are split at all places.
  var chunks: [[UInt8]] {
    stride(from: 0, to: body.count, by: 997).map { Array(body[$0..<min($0 + 997, body.count)]) }
  }

  private mutating func append(_ names: String, type: String?, _ contents: [UInt8]) {
    let typeLine = type.map { "Content-Type: \($0)\r\n" } ?? ""
    body += Array("--\(Self.boundary)\r\nContent-Disposition: form-data; \(names)\r\n\(typeLine)\r\n".utf8)
    body += contents
    body += Array("\r\n".utf8)
  }

  private static func escaped(_ name: String) -> String {
    name.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }
}
