/// The part of an address that a route has not read yet.
public struct RouteReader: Sendable {
  var path: ArraySlice<String>
  let query: [WebAddress.QueryItem]

  init(_ address: WebAddress) {
    path = address.path[...]
    query = address.query
  }

  /// Reads these path components.
  mutating func read(_ literals: [String]) -> Bool {
    guard path.starts(with: literals) else { return false }
    path = path.dropFirst(literals.count)
    return true
  }

  /// The value of the first item with a name.
  func item(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }
}

/// One value of a route: a component, a query or nested routes, with the literal components before it.
struct RouteField<Value>: Sendable {
  var literals: [String] = []
  let shape: RouteShape.Part

  /// Reads the value; `nil` if the address isn't one of this route.
  let read: @Sendable (inout RouteReader) -> Value?

  /// Appends the value to an address; `false` if the value has no text.
  let write: @Sendable (Value, inout WebAddress) -> Bool
}

/// A description of what a part of a route reads, for ``ambiguities(in:)`` and for texts about a route.
public struct RouteShape: Sendable {
  enum Part: Sendable {
    case literal(String)
    case component(ValueTexts, isOptional: Bool)
    case query(String, ValueTexts, isRequired: Bool)
    case routes([RouteShape])
  }

  let parts: [Part]
}

/// The texts that are values of a type.
struct ValueTexts: Sendable {
  let typeName: String
  let examples: [String]
  let contains: @Sendable (String) -> Bool

  init<Value: AddressValue>(of type: Value.Type) {
    typeName = "\(type)"
    examples = type.addressExamples.filter { Value(addressText: $0) != nil }
    contains = { Value(addressText: $0) != nil }
  }
}
