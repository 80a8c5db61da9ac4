import Foundation

/// Returns the name of a type as it is written in code: without modules and contexts, and with `T?`, `[T]` and
/// `[K: V]`.
package func typeName(_ type: Any.Type) -> String {
  var parser = TypeNameParser(qualifiedName(type))
  return parser.parse() ?? String(describing: type)
}

/// Returns the name of a type with its module, and without the address that the name of a private type contains.
package func qualifiedName(_ type: Any.Type) -> String {
  var name = String(reflecting: type)
  // The context of a private type: `(unknown context at $7f…).`
  while let start = name.range(of: "(unknown context at "), let end = name[start.upperBound...].firstIndex(of: ")") {
    let next = name.index(after: end)
    let after = next < name.endIndex && name[next] == "." ? name.index(after: next) : next
    name.removeSubrange(start.lowerBound..<after)
  }
  return name
}

/// Reads the qualified name of a nominal type.
private struct TypeNameParser {
  private var rest: Substring

  init(_ name: String) {
    rest = name[...]
  }

  /// Returns the name, or `nil` if the type is not nominal.
  mutating func parse() -> String? {
    guard let name = parseType(), rest.isEmpty else { return nil }
    return name
  }

  private mutating func parseType() -> String? {
    var components: [String] = []
    while true {
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
      guard !name.isEmpty else { return nil }
      rest = rest.dropFirst(name.count)
      var component = String(name)
      if rest.first == "<" {
        guard let arguments = parseArguments() else { return nil }
        let isFromSwift = components == ["Swift"]
        switch (component, arguments.count) {
        case ("Optional", 1) where isFromSwift: component = "\(arguments[0])?"
        case ("Array", 1) where isFromSwift: component = "[\(arguments[0])]"
        case ("Dictionary", 2) where isFromSwift: component = "[\(arguments[0]): \(arguments[1])]"
        default: component += "<\(arguments.joined(separator: ", "))>"
        }
      }
      components.append(component)
      guard rest.first == "." else { break }
      rest = rest.dropFirst()
    }
    return (components.count > 1 ? components.dropFirst() : components[...]).joined(separator: ".")
  }

  private mutating func parseArguments() -> [String]? {
    rest = rest.dropFirst()
    var arguments: [String] = []
    while let argument = parseType() {
      arguments.append(argument)
      if rest.hasPrefix(", ") {
        rest = rest.dropFirst(2)
      } else {
        guard rest.first == ">" else { return nil }
        rest = rest.dropFirst()
        return arguments
      }
    }
    return nil
  }
}
