/// A set or a dictionary, whose order differs in each process.
protocol UnorderedElements {
  /// Whether it is written as an object, and not as an array.
  var isObject: Bool { get }

  /// The number of elements of an array that an entry consists of, or of members of an object.
  var elementsPerEntry: Int { get }

  /// Returns the texts of the entries, in the order of this process.
  func entries(_ output: JSONOutput, path: CodingPath) throws -> [[UInt8]]
}

extension UnorderedElements {
  /// Returns the text, with the entries in the order of their bytes.
  func text(_ output: JSONOutput, path: CodingPath) throws -> [UInt8] {
    let entries = try entries(output, path: path).sorted { $0.lexicographicallyPrecedes($1) }
    let (opening, closing) = (UInt8(ascii: isObject ? "{" : "["), UInt8(ascii: isObject ? "}" : "]"))
    return [opening] + Array(entries.joined(separator: [UInt8(ascii: ",")])) + [closing]
  }
}

extension Set: UnorderedElements where Element: Encodable {
  var isObject: Bool { false }
  var elementsPerEntry: Int { 1 }

  func entries(_ output: JSONOutput, path: CodingPath) throws -> [[UInt8]] {
    try map { element in try output.separately { try $0.write(element, path: path) } }
  }
}

extension Dictionary: UnorderedElements where Key: Encodable, Value: Encodable {
  var isObject: Bool { hasNamesAsKeys(Key.self) }
  var elementsPerEntry: Int { isObject ? 1 : 2 }

  func entries(_ output: JSONOutput, path: CodingPath) throws -> [[UInt8]] {
    let separator = UInt8(ascii: isObject ? ":" : ",")
    return try map { key, value in
      let keyBytes = try output.separately { try $0.write(key: key) }
      return try keyBytes + [separator] + output.separately { try $0.write(value, path: path) }
    }
  }
}

/// The lists that a value stores, at any depth of its structs and enums.
struct StoredLists {
  private(set) var unordered: [any UnorderedElements] = []
  private(set) var ordered: [any Encodable] = []

  init() {}

  init(in value: Any) {
    add(value, isOwner: true)
  }

  private mutating func add(_ value: Any, isOwner: Bool = false) {
    if let value = value as? any UnorderedElements { return unordered.append(value) }
    if value is any RememberedElements, let value = value as? any Encodable { return ordered.append(value) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .enum, .tuple, .optional: break
    // Objects may contain one another.
    case .class where isOwner: break
    default: return
    }
    for child in mirror.children { add(child.value) }
  }
}

/// Returns whether Foundation's decoder expects an object for a dictionary with keys of this type, and not an array of
/// keys and values.
func hasNamesAsKeys(_ key: Any.Type) -> Bool {
  key == String.self || key == Int.self || key is any CodingKeyRepresentable.Type
}
