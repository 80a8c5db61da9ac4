import CounterpointRecording

/// A line of a state that is shown as a tree.
struct TreeRow: Hashable, Sendable {
  var path: JSONPath
  var depth: Int
  var label: String
  /// The value of a scalar, or the size of a container.
  var summary: String
  /// `nil` for scalars and empty containers.
  var isExpanded: Bool?
  /// The difference between the value and that of the earlier state.
  var change: JSONChange.Kind?
}

/// The lines of a state as a tree.
struct JSONTree: Equatable, Sendable {
  /// The containers whose default the user has reversed.
  private(set) var toggled: Set<JSONPath> = []
  private(set) var rows: [TreeRow] = []

  /// Containers at these depths are expanded if they are not too big.
  private static let expandedDepth = 2
  private static let expandedCount = 40

  /// Expands or collapses a container.
  mutating func toggle(_ path: JSONPath) {
    if toggled.remove(path) == nil { toggled.insert(path) }
  }

  /// Creates the rows of a state. Containers with changes are expanded.
  mutating func update(_ value: JSONValue, changes: [JSONChange]) {
    var changedContainers: Set<JSONPath> = []
    for change in changes {
      for count in 0..<change.path.components.count {
        changedContainers.insert(JSONPath(components: Array(change.path.components.prefix(count))))
      }
    }
    let kinds = Dictionary(changes.map { ($0.path, $0.kind) }, uniquingKeysWith: { first, _ in first })
    rows = []
    append(Self.children(of: value, at: JSONPath()), depth: 0, kinds: kinds, changedContainers: changedContainers)
  }

  private mutating func append(
    _ children: [(path: JSONPath, value: JSONValue)],
    depth: Int,
    kinds: [JSONPath: JSONChange.Kind],
    changedContainers: Set<JSONPath>
  ) {
    for (path, value) in children {
      let grandchildren = Self.children(of: value, at: path)
      let isOpen =
        changedContainers.contains(path)
        || depth < Self.expandedDepth && grandchildren.count <= Self.expandedCount
      let isExpanded = grandchildren.isEmpty ? nil : isOpen != toggled.contains(path)
      rows.append(
        TreeRow(
          path: path,
          depth: depth,
          label: path.components.last?.description ?? "",
          summary: Self.summary(of: value),
          isExpanded: isExpanded,
          change: kinds[path]
        )
      )
      if isExpanded == true {
        append(grandchildren, depth: depth + 1, kinds: kinds, changedContainers: changedContainers)
      }
    }
  }

  private static func children(of value: JSONValue, at path: JSONPath) -> [(path: JSONPath, value: JSONValue)] {
    switch value {
    case .object(let members): members.sortedByKey.map { (path.appending(.key($0.key)), $0.value) }
    case .array(let elements):
      if let ids = elementIDs(elements) {
        zip(ids, elements).map { (path.appending(.id($0)), $1) }
      } else {
        elements.enumerated().map { (path.appending(.index($0.offset)), $0.element) }
      }
    default: []
    }
  }

  private static func summary(of value: JSONValue) -> String {
    switch value {
    case .object(let members): members.isEmpty ? "{}" : "{\(members.count)}"
    case .array(let elements): "[\(elements.count)]"
    default: value.compactText
    }
  }
}
