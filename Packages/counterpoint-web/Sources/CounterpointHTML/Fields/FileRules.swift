/// The files that a control accepts, as its attributes say.
package struct FileRules: Hashable, Sendable {
  /// Media types such as `image/png` and `image/*`, and extensions such as `.csv`; empty for all files.
  package var accept: [String]
  /// The maximum number of files in one request.
  package var maxCount: Int
  /// The maximum size of a file, in bytes.
  package var maxSize: Int

  /// Creates rules. The default accepts all files.
  package init(accept: [String] = [], maxCount: Int = .max, maxSize: Int = .max) {
    self.accept = accept.map { $0.lowercasedASCII() }
    self.maxCount = maxCount
    self.maxSize = maxSize
  }

  /// Reads the attributes of a control.
  init(_ element: Element) {
    let accept = element.value(of: "accept") ?? ""
    let number = { (name: String) in element.value(of: name).flatMap { Int($0) } }
    self.init(
      accept: accept.splitBytes(at: ",").filter { !$0.isEmpty }.map(String.init),
      maxCount: number("data-max-count") ?? (element.value(of: "multiple") == nil ? 1 : .max),
      maxSize: number("data-max-size") ?? .max
    )
  }

  /// Returns whether the control accepts a file. Both the name and the type are what a browser tells.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - contentType: The media type, in lower case.
  package func accepts(name: String, contentType: String) -> Bool {
    let name = name.lowercasedASCII()
    return accept.isEmpty
      || accept.contains { rule in
        if rule.hasBytes(prefix: ".") { return name.hasBytes(suffix: rule) }
        if rule.hasBytes(suffix: "/*") { return contentType.hasBytes(prefix: rule.dropLast()) }
        return contentType == rule
      }
  }
}
