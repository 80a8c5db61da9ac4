import CustomDump
import StateSharing

/// Returns the indented dump of a value for an issue, with the names of properties and not of their storage.
func indentedDump(of value: some Any) -> String {
  var text = ""
  customDump(value, to: &text, indent: 2)
  return PropertyNames.replaced(in: text, of: value)
}

/// Replaces storage names of observable state, as in `_count`, with property names in dumps.
///
/// A dump is text, and a line of a string can look like a property. So a name is replaced only if every line of the
/// dump that begins with it is a property of an observable state.
package struct PropertyNames {
  /// The storage names in observable states.
  private var stored: Set<String> = []
  /// The names at the beginning of other lines of the dump.
  private var others: Set<String> = []
  /// The visited objects, because references can be cyclic.
  private var objects: Set<ObjectIdentifier> = []

  /// Replaces the storage names in a dump, or in a difference of dumps, with the names of the properties.
  ///
  /// - Parameters:
  ///   - text: The dump.
  ///   - values: All dumped values. If one of them contains a shared value, the text is unchanged. The wrapper is in
  ///     the storage, so renaming the other properties of that state would be inconsistent.
  package static func replaced(in text: String, of values: Any...) -> String {
    guard !values.contains(where: containsSharedValue) else { return text }
    var names = Self()
    for value in values { names.visit(value) }
    let certain = names.stored.subtracting(names.others)
    guard !certain.isEmpty else { return text }
    return text.replacing(beginning) { match in
      let name = match.output.2
      return "\(match.output.1)\(certain.contains(String(name)) ? name.dropFirst() : name): "
    }
  }

  /// Returns whether there is a shared value in a value, outside of objects.
  package static func containsSharedValue(_ value: Any) -> Bool {
    if value is any SharedHandle { return true }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle != nil, mirror.displayStyle != .class else { return false }
    return mirror.children.contains { containsSharedValue($0.value) }
  }

  /// A regular expression for the beginning of a line that looks like a storage property.
  private static var beginning: Regex<(Substring, Substring, Substring)> {
    #/(?m)^([\s\u{2007}]*[−+-]?[\s\u{2007}]*)(_[A-Za-z]\w*): /#
  }

  /// Records the names in the dump of a value. Traverses the value in the same way as the dump.
  private mutating func visit(_ value: Any) {
    if let value = value as? any CustomDumpStringConvertible { return visit(text: value.customDumpDescription) }
    if let value = value as? any CustomDumpRepresentable { return visit(value.customDumpValue) }
    var mirror = (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .class where !objects.insert(ObjectIdentifier(value as AnyObject)).inserted:
      return
    case .dictionary:
      for child in mirror.children { visit(entry: child.value) }
    case .enum where mirror.children.isEmpty, nil:
      visit(text: String(customDumping: value))
    default:
      visit(childrenOf: mirror, isObservable: value is any ObservableState)
      while let superclass = mirror.superclassMirror {
        visit(childrenOf: superclass, isObservable: false)
        mirror = superclass
      }
    }
  }

  private mutating func visit(childrenOf mirror: Mirror, isObservable: Bool) {
    let labels = Set(mirror.children.compactMap(\.label))
    for child in mirror.children where child.label?.hasPrefix("_$") != true {
      if let label = child.label, label.hasPrefix("_") {
        // If a state contains both names, a renamed property would look like the other one.
        let isRenamed = isObservable && !labels.contains(String(label.dropFirst()))
        if isRenamed { stored.insert(label) } else { others.insert(label) }
      }
      visit(child.value)
    }
  }

  /// Visits an entry of a dictionary, whose line begins with the dump of the key.
  private mutating func visit(entry: Any) {
    guard let entry = entry as? (key: AnyHashable, value: Any) else { return visit(entry) }
    visit(text: "\(String(customDumping: entry.key.base)): ")
    visit(entry.value)
  }

  private mutating func visit(text: String) {
    for match in text.matches(of: Self.beginning) { others.insert(String(match.output.2)) }
  }
}
