import CounterpointCore
import IdentifiedArrays

extension EditWriter {
  /// Writes the edits of an array: of its elements if their number is unchanged, otherwise of the part that differs.
  mutating func writeArray(_ old: [Any], _ new: [Any], at target: Target) {
    if inspectsEqualValues, old.count == new.count {
      for index in old.indices { write(old[index], new[index], at: target.subscripted("\(index)", isOptional: false)) }
      return
    }
    var start = 0
    while start < min(old.count, new.count), areEqual(old[start], new[start]) ?? false { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start, areEqual(old[old.count - 1 - end], new[new.count - 1 - end]) ?? false
    {
      end += 1
    }
    let (oldPart, newPart) = (start..<(old.count - end), start..<(new.count - end))
    if oldPart.count == newPart.count {
      for index in oldPart { write(old[index], new[index], at: target.subscripted("\(index)", isOptional: false)) }
    } else if isRepeatable {
      assign(new, replacing: old, at: target)
    } else if oldPart.isEmpty {
      for index in newPart {
        let isLast = end == 0
        let text = literal.text(of: new[index])
        let argument = isLast ? text : text.map { "\($0), at: \(index)" }
        call(isLast ? "append" : "insert", argument, replacing: nil, with: new[index], at: target)
      }
    } else if newPart.isEmpty {
      let isAll = oldPart.count == old.count
      let argument =
        isAll ? "" : oldPart.count == 1 ? "at: \(start)" : "\(oldPart.lowerBound)..<\(oldPart.upperBound)"
      let function = isAll ? "removeAll" : oldPart.count == 1 ? "remove" : "removeSubrange"
      call(function, argument, replacing: Array(old[oldPart]), with: nil, at: target)
    } else {
      let elements = newPart.map { literal.text(of: new[$0]) }
      let text = elements.contains(nil) ? nil : elements.compactMap { $0 }.joined(separator: ", ")
      call(
        "replaceSubrange",
        text.map { "\(oldPart.lowerBound)..<\(oldPart.upperBound), with: [\($0)]" },
        replacing: Array(old[oldPart]),
        with: Array(new[newPart]),
        at: target
      )
    }
  }

  /// Writes the edits of elements with keys.
  ///
  /// - Parameters:
  ///   - old: The old elements.
  ///   - new: The new elements.
  ///   - target: The collection.
  ///   - element: Returns the element with a key, which is passed as Swift source.
  mutating func writeElements(
    _ old: [(key: AnyHashable, value: Any)],
    _ new: [(key: AnyHashable, value: Any)],
    at target: Target,
    element: (Target, String) -> Target
  ) {
    let literal = literal
    let oldByKey = Dictionary(old.map { ($0.key, $0.value) }) { $1 }
    let newKeys = Set(new.map(\.key))
    for (key, value) in old where !newKeys.contains(key) {
      assign(Optional<Any>.none as Any, replacing: value, at: element(target, Self.text(ofKey: key, literal)))
    }
    for (key, value) in new {
      if let old = oldByKey[key] {
        // Before the key is written, because a collection may have many elements.
        guard inspectsEqualValues || areEqual(old, value) != true else { continue }
        write(old, value, at: element(target, Self.text(ofKey: key, literal)).unwrapped)
      } else {
        assign(value, replacing: nil, at: element(target, Self.text(ofKey: key, literal)))
      }
    }
  }

  /// Writes the edits of an identified array.
  mutating func writeIdentified(
    _ old: [(key: AnyHashable, value: Any)],
    _ new: [(key: AnyHashable, value: Any)],
    whole: Any,
    at target: Target
  ) {
    let literal = literal
    let oldByKey = Dictionary(old.map { ($0.key, $0.value) }) { $1 }
    let newKeys = Set(new.map(\.key))
    let kept = old.map(\.key).filter(newKeys.contains)
    // The result of removing and appending: the remaining elements in their old order, then the new ones.
    guard kept == new.map(\.key).prefix(kept.count).map({ $0 }) else {
      return assign(whole, replacing: nil, at: target)
    }
    for (key, value) in old where !newKeys.contains(key) {
      let id = literal.ofArguments.text(of: key.base).map { "id: \($0)" }
      call("remove", id, replacing: value, with: nil, at: target)
    }
    for (key, value) in new {
      if let old = oldByKey[key] {
        guard inspectsEqualValues || areEqual(old, value) != true else { continue }
        write(
          old,
          value,
          at: target.subscripted("id: \(Self.text(ofKey: key, literal))", isOptional: true).unwrapped
        )
      } else {
        call("append", literal.text(of: value), replacing: nil, with: value, at: target)
      }
    }
  }

  /// Returns the source of a key. A key that can't be written leaves a gap.
  private static func text(ofKey key: AnyHashable, _ literal: Literal) -> String {
    literal.ofArguments.text(of: key.base) ?? Target.gap
  }
}

/// A collection of elements with identifiers.
protocol IdentifiedElements {
  var identified: [(key: AnyHashable, value: Any)] { get }
}

extension IdentifiedArray: IdentifiedElements {
  var identified: [(key: AnyHashable, value: Any)] { zip(ids, elements).map { (AnyHashable($0), $1) } }
}

/// A navigation stack.
protocol StackElements {
  var keyed: [(key: AnyHashable, value: Any)] { get }
}

extension StackState: StackElements {
  var keyed: [(key: AnyHashable, value: Any)] { zip(ids, self).map { (AnyHashable($0), $1) } }
}
