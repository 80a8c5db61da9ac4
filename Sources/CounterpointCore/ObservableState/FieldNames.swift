/// The names of a state type's fields and of those of nested values, such as `draft.email`.
///
/// A field has a name if the program contains reflection metadata.
struct FieldNames<Root: ObservableState>: @unchecked Sendable {
  // @unchecked because key paths to properties capture nothing.
  private var properties: [String: PartialKeyPath<Root>] = [:]
  private var names: [PartialKeyPath<Root>: String] = [:]

  init(_ paths: [any AnyStatePath<Root>]) {
    for path in paths {
      guard let name = propertyName(ofStored: path.stored) else { continue }
      properties[name] = path.name
      names[path.name] = name
    }
  }

  func property(named name: String) -> PartialKeyPath<Root>? { properties[name] }

  func name(of property: PartialKeyPath<Root>) -> String? { names[property] }

  /// The name of a field without those of the values that contain it, and the type that declares the field.
  func lastProperty(of name: String) -> (name: String, owner: Any.Type) {
    guard let dot = name.lastIndex(of: ".") else { return (name, Root.self) }
    let owner = properties[String(name[..<dot])].map { type(of: $0).valueType }
    return (String(name[name.index(after: dot)...]), owner ?? Root.self)
  }
}

/// Returns the names of the properties on a key path to a stored property, each without the underscore of an observed
/// field; `nil` if they are unknown.
private func propertyName(ofStored keyPath: AnyKeyPath) -> String? {
  let text = keyPath.debugDescription
  guard let start = endOfRootType(in: text) else { return nil }
  let names = text[start...].dropFirst().split(separator: ".", omittingEmptySubsequences: false)
  // Properties without metadata are written as `<offset 8 (Int)>`.
  guard !names.contains(where: { $0.hasPrefix("<") || $0.isEmpty }) else { return nil }
  return names.map { $0.hasPrefix("_") ? $0.dropFirst() : $0 }.joined(separator: ".")
}

/// Returns the position of the dot after the root type in the description of a key path, as in `\Root<A.B>.name`.
func endOfRootType(in description: String) -> String.Index? {
  var depth = 0
  var last: Character?
  return description.firstIndex { character in
    defer { last = character }
    if character == "<" { depth += 1 }
    // An arrow in a function type closes no list of arguments.
    if character == ">", last != "-" { depth -= 1 }
    return character == "." && depth == 0
  }
}

/// Returns the name of an observed field, as bindings are encoded with it: `draft.email`.
///
/// - Returns: `nil` if the key path leads elsewhere.
package func fieldName<Root: ObservableState>(of property: PartialKeyPath<Root>) -> String? {
  FieldTable<Root>.ofRoot().names.name(of: property)
}
