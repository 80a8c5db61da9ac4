import IdentifiedArrays

struct Row: Identifiable, Hashable, Codable, Comparable, Sendable {
  let id: Int
  var name = ""

  static func < (left: Row, right: Row) -> Bool { left.name < right.name }
}

typealias Rows = IdentifiedArrayOf<Row>

/// A row whose identifier is mutable, for the failures that follow from changing it.
struct Renamable: Identifiable {
  var id: Int
}

extension IdentifiedArray {
  /// Whether positions, identifiers and lookups are consistent.
  var isInStep: Bool {
    ids.count == count && elements.count == count
      && zip(ids, self).allSatisfy { $0 == $1[keyPath: id] }
      && ids.enumerated().allSatisfy { index(id: $1) == $0 }
  }
}
