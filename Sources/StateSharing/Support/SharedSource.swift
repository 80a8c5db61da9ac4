@_spi(Internals) import CounterpointSupport

/// The shared value that a wrapper shows, or of which it shows a part.
package struct SharedSource {
  /// The object that holds the value.
  package let root: AnyObject
  /// The key as Swift source; `nil` if there is none, or if its source is unknown.
  package let key: String?
  /// The name of the value's type in Swift source.
  package let type: String
  package let value: Any
  /// Whether no code can change the value, as that of `SharedReader(value:)`.
  package let isConstant: Bool

  init<Value>(_ root: AnyObject, _ value: Value, key description: String?, isConstant: Bool) {
    self.root = root
    self.value = value
    self.isConstant = isConstant
    key = description.flatMap(Self.source)
    type = typeName(Value.self)
  }

  private static func source(ofKey text: String) -> String? {
    if text.hasPrefix(".inMemory(") || text.hasPrefix(".appStorage(") { return text }
    guard let url = text.wholeMatch(of: #/\.fileStorage\((.*)\)/#)?.1 else { return nil }
    return ".fileStorage(URL(string: \(String(reflecting: String(url))))!)"
  }
}
