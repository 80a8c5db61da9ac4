import CounterpointRecording

/// A difference between two JSON values.
struct JSONChange: Hashable, Codable, Sendable {
  var path: JSONPath
  /// `nil` if the value was added.
  var old: JSONValue?
  /// `nil` if the value was removed.
  var new: JSONValue?

  enum Kind: Hashable, Sendable { case added, removed, changed }

  var kind: Kind { old == nil ? .added : new == nil ? .removed : .changed }
}

extension JSONChange {
  /// Returns the differences between two values, in the order of their paths.
  ///
  /// Elements of arrays are compared by their members `id` if all of them have one and it is unique, and otherwise by
  /// position. Moved elements with ids are not reported.
  static func changes(from old: JSONValue, to new: JSONValue) -> [JSONChange] {
    var changes: [JSONChange] = []
    compare(old, new, at: JSONPath(), into: &changes)
    return changes
  }

  private static func compare(
    _ old: JSONValue?,
    _ new: JSONValue?,
    at path: JSONPath,
    into changes: inout [JSONChange]
  ) {
    if old == new { return }
    switch (old, new) {
    case (.object(let old), .object(let new)):
      for key in Set(old.keys).union(new.keys).sorted() {
        compare(old[key], new[key], at: path.appending(.key(key)), into: &changes)
      }
    case (.array(let old), .array(let new)):
      if let oldIDs = elementIDs(old), let newIDs = elementIDs(new), !(old.isEmpty && new.isEmpty) {
        let oldElements = Dictionary(uniqueKeysWithValues: zip(oldIDs, old))
        let newElements = Dictionary(uniqueKeysWithValues: zip(newIDs, new))
        for id in oldIDs + newIDs.filter({ oldElements[$0] == nil }) {
          compare(oldElements[id], newElements[id], at: path.appending(.id(id)), into: &changes)
        }
      } else {
        for index in 0..<max(old.count, new.count) {
          let (before, after) = (index < old.count ? old[index] : nil, index < new.count ? new[index] : nil)
          compare(before, after, at: path.appending(.index(index)), into: &changes)
        }
      }
    default: changes.append(JSONChange(path: path, old: old, new: new))
    }
  }
}

/// Returns the ids of an array's elements; `nil` if an element has none, or if two are equal.
func elementIDs(_ elements: [JSONValue]) -> [String]? {
  var ids: [String] = []
  for element in elements {
    switch element["id"] {
    case .string(let id): ids.append(id)
    case .integer(let id): ids.append(String(id))
    case .unsigned(let id): ids.append(String(id))
    default: return nil
    }
  }
  return Set(ids).count == ids.count ? ids : nil
}
