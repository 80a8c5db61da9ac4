/// The position of a value in a JSON value.
struct JSONPath: Hashable, Codable, Sendable {
  enum Component: Hashable, Codable, Sendable {
    case key(String)
    case index(Int)
    /// An element of an array whose elements have ids.
    case id(String)
  }

  var components: [Component] = []

  func appending(_ component: Component) -> JSONPath { JSONPath(components: components + [component]) }

  /// Whether this path leads to a value inside the other one, or to the same value.
  func isInside(_ other: JSONPath) -> Bool { components.starts(with: other.components) }
}

extension JSONPath: CustomStringConvertible {
  /// The path as in code, for example `path[0].draft.email`.
  var description: String {
    components.reduce(into: "") { text, component in
      switch component {
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      case .index(let index): text += "[\(index)]"
      case .id(let id): text += "[id: \(id)]"
      }
    }
  }
}

extension JSONPath.Component: CustomStringConvertible {
  var description: String {
    switch self {
    case .key(let key): key
    case .index(let index): "[\(index)]"
    case .id(let id): "[id: \(id)]"
    }
  }
}
