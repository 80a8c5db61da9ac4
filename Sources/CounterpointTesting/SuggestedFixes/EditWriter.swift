import CaseKeyPaths
import CounterpointCore
import StateSharing

/// Writes the edits that transform one value into another, by reflection.
struct EditWriter {
  struct Edit {
    let path: String
    let old: Any?
    let new: Any?
    let statement: String
    /// The differences in a shared value.
    var parts: [Edit] = []
  }

  private(set) var edits: [Edit] = []
  /// The number of edits beyond the limit.
  private(set) var rest = 0
  let limit: Int
  /// Whether equal values are inspected too: collections with the same buffer are equal, even if shared values in
  /// their elements differ.
  let inspectsEqualValues: Bool
  /// Whether the statements must be idempotent: applied to the new value, they have no effect.
  let isRepeatable: Bool

  init(limit: Int, inspectsEqualValues: Bool = false, isRepeatable: Bool = false) {
    self.limit = limit
    self.inspectsEqualValues = inspectsEqualValues
    self.isRepeatable = isRepeatable
  }

  /// Writes the edits of a value.
  ///
  /// - Parameters:
  ///   - old: The old value.
  ///   - new: The new value.
  ///   - target: The expression of the value. Not evaluated beyond the limit, where remaining differences are only
  ///     counted.
  mutating func write(_ old: Any, _ new: Any, at target: @autoclosure () -> Target) {
    guard edits.count < limit else {
      if areEqual(old, new) == false { rest += 1 }
      return
    }
    write(old, new, to: target())
  }

  private mutating func write(_ old: Any, _ new: Any, to target: Target) {
    if let old = old as? any SharedHandle, let new = new as? any SharedHandle {
      return writeShared(old, new, at: target)
    }
    let (oldMirror, newMirror) = (Mirror(reflecting: old), Mirror(reflecting: new))
    if oldMirror.displayStyle == .optional, newMirror.displayStyle == .optional {
      switch (oldMirror.children.first?.value, newMirror.children.first?.value) {
      case (nil, nil): return
      case (let old?, let new?): return write(old, new, at: target.unwrapped)
      case (_, let new): return assign(new as Any? ?? Optional<Any>.none as Any, replacing: old, at: target)
      }
    }
    guard areEqual(old, new) != true || inspectsEqualValues && Literal.isComposed(old) else { return }
    if !isRepeatable, let history = old as? any UndoHistoryCalls {
      return writeHistory(history, new, at: target)
    }
    guard type(of: old) == type(of: new), Literal.isComposed(old) else {
      return assign(new, replacing: old, at: target)
    }
    let count = edits.count + rest
    writeParts(of: old, new, oldMirror, newMirror, at: target)
    // The values are not equal, but reflection shows no difference.
    if edits.count + rest == count, areEqual(old, new) == false { assign(new, replacing: old, at: target) }
  }

  private mutating func writeParts(
    of old: Any,
    _ new: Any,
    _ oldMirror: Mirror,
    _ newMirror: Mirror,
    at target: Target
  ) {
    if let old = old as? any StackElements, let new = new as? any StackElements {
      return writeElements(old.keyed, new.keyed, at: target) { target, key in
        target.subscripted("id: \(key)", isOptional: true).asElementOfStack()
      }
    }
    if let old = old as? any IdentifiedElements, let new = new as? any IdentifiedElements {
      return writeIdentified(old.identified, new.identified, whole: new, at: target)
    }
    switch oldMirror.displayStyle {
    case .struct:
      writeProperties(oldMirror, newMirror, at: target)
    case .tuple:
      writeProperties(oldMirror, newMirror, at: target)
    case .enum:
      writePayload(old, new, oldMirror, newMirror, at: target)
    case .collection where old is [Any]:
      writeArray(oldMirror.children.map(\.value), newMirror.children.map(\.value), at: target)
    case .dictionary where old is [AnyHashable: Any]:
      writeElements(keyed(oldMirror), keyed(newMirror), at: target) { $0.subscripted($1, isOptional: true) }
    case .set where old is Set<AnyHashable>:
      writeSet(old as! Set<AnyHashable>, new as! Set<AnyHashable>, at: target)
    default:
      assign(new, replacing: old, at: target)
    }
  }

  private mutating func writeProperties(_ old: Mirror, _ new: Mirror, at target: Target) {
    let isObservable = old.isObservableState
    for (old, new) in zip(old.children, new.children) {
      guard let label = old.label.flatMap({ propertyName($0, of: old.value, isObservable: isObservable) }) else {
        continue
      }
      // A shared value is written through its wrapper. Its storage begins with an underscore, and its projection
      // with a dollar sign.
      let isWrapped = old.label?.hasPrefix("_") == true && old.value is any SharedHandle
      let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
      write(old.value, new.value, at: target.member(isWrapped ? "$\(name)" : label))
    }
  }

  private mutating func writePayload(
    _ old: Any,
    _ new: Any,
    _ oldMirror: Mirror,
    _ newMirror: Mirror,
    at target: Target
  ) {
    guard let oldCase = oldMirror.children.first, let newCase = newMirror.children.first,
      let label = oldCase.label, label == newCase.label, Literal.isCasePathable(new),
      Mirror(reflecting: oldCase.value).displayStyle == .struct, Literal.isComposed(oldCase.value)
    else { return assign(new, replacing: old, at: target) }
    write(oldCase.value, newCase.value, at: target.subscripted("case: \\.\(label)", isOptional: true).unwrapped)
  }

  private mutating func writeSet(_ old: Set<AnyHashable>, _ new: Set<AnyHashable>, at target: Target) {
    for element in old.subtracting(new).sorted(by: { "\($0)" < "\($1)" }) {
      call("remove", Literal.text(of: element.base), replacing: element.base, with: nil, at: target)
    }
    for element in new.subtracting(old).sorted(by: { "\($0)" < "\($1)" }) {
      call("insert", Literal.text(of: element.base), replacing: nil, with: element.base, at: target)
    }
  }

  mutating func call(_ function: String, _ argument: String?, replacing old: Any?, with new: Any?, at target: Target) {
    let statement = argument.map { target.call("\(function)(\($0))") }
    append(path: target.expression, old: old, new: new, statement: statement)
  }

  /// Writes the change of a history as the call of a function, as in `$0.history.record([1])`.
  private mutating func writeHistory(_ old: any UndoHistoryCalls, _ new: Any, at target: Target) {
    let statement = old.call(reaching: new).flatMap { function, argument, limit -> String? in
      guard let argument else { return target.call("\(function)()") }
      let limit = limit.map { ", limit: \($0)" } ?? ""
      return Literal.text(of: argument).map { target.call("\(function)(\($0)\(limit))") }
    }
    append(path: target.expression, old: old, new: new, statement: statement)
  }

  mutating func assign(_ new: Any, replacing old: Any?, at target: Target) {
    // Inspected only because of shared values in it, which can't be written.
    if let old, inspectsEqualValues, areEqual(old, new) == true { return }
    append(
      path: target.expression,
      old: old,
      new: new,
      statement: Literal.text(of: new).map { "\(target.expression) = \($0)" }
    )
  }

  /// Appends an edit with its statement; `nil` if the statement is unknown.
  mutating func append(
    path: String,
    old: Any?,
    new: Any?,
    statement: @autoclosure () -> String?,
    parts: [Edit] = []
  ) {
    guard edits.count < limit else {
      rest += 1
      return
    }
    // A key that can't be written as Swift leaves a gap in the path.
    let text =
      (path.contains("…") ? nil : statement())
      ?? "// \(path) becomes \(bounded(new.map { "\($0)" } ?? "nothing", to: 100))"
    edits.append(Edit(path: path, old: old, new: new, statement: text, parts: parts))
  }

  private func keyed(_ mirror: Mirror) -> [(key: AnyHashable, value: Any)] {
    mirror.children
      .compactMap { child in
        let parts = Mirror(reflecting: child.value).children.map(\.value)
        return (parts.first as? AnyHashable).map { ($0, parts[1]) }
      }
      .sorted { "\($0.key)" < "\($1.key)" }
  }
}

// MARK: - Shared values

extension EditWriter {
  /// Writes the edits of a shared value, as an assertion makes them: `$0.$stats.withLock { $0.count = 3 }`.
  ///
  /// Afterwards the running assertion expects the new value, so there are no edits left for other wrappers of the
  /// same value.
  mutating func writeShared(_ old: any SharedHandle, _ new: any SharedHandle, at target: Target) {
    let (expected, actual) = old.comparison(with: new)
    guard old.isSame(as: new) else {
      guard areEqual(expected, actual) == false else { return }
      // The wrapper refers to another shared value now, which can be expected only of this wrapper.
      return append(
        path: target.expression,
        old: expected,
        new: actual,
        statement: Literal.text(of: actual).map { "\(target.expression) = Shared(value: \($0))" }
      )
    }
    var inner = EditWriter(limit: max(1, limit - edits.count), inspectsEqualValues: true, isRepeatable: isRepeatable)
    inner.write(expected, actual, at: Target(root: "$0"))
    guard !inner.edits.isEmpty else { return }
    append(
      path: target.expression,
      old: expected,
      new: actual,
      statement: target.call("withLock \(Self.closure(inner))"),
      parts: inner.edits.map { edit in
        Edit(
          path: target.expression + edit.path.dropFirst(2),
          old: edit.old,
          new: edit.new,
          statement: edit.statement,
          parts: edit.parts
        )
      }
    )
    old.expectActual()
  }

  private static func closure(_ writer: EditWriter) -> String {
    let lines = writer.edits.flatMap { $0.statement.split(separator: "\n") }
    // A comment would hide the closing brace.
    if let line = lines.first, lines.count == 1, writer.rest == 0, !line.hasPrefix("//") { return "{ \(line) }" }
    let more = writer.rest > 0 ? ["  // … and \(writer.rest) more"] : []
    return (["{"] + lines.map { "  \($0)" } + more + ["}"]).joined(separator: "\n")
  }
}

/// Returns whether two values are equal, or `nil` if they can't be compared.
func areEqual(_ left: Any, _ right: Any) -> Bool? {
  func compare<Value: Equatable>(_ left: Value) -> Bool { (right as? Value) == left }
  return (left as? any Equatable).map { compare($0) }
}

extension Mirror {
  /// Whether the value is observable state, whose storage names differ from its property names.
  var isObservableState: Bool { children.contains { $0.label == "_$observationRegistrar" } }
}

/// Returns the property name of a stored property; `nil` for an internal one.
func propertyName(_ label: String, of value: Any, isObservable: Bool) -> String? {
  guard !label.hasPrefix("_$") else { return nil }
  let isStorage = isObservable || unqualifiedName(of: type(of: value)).hasPrefix("PresentationState<")
  return label.hasPrefix("_") && isStorage ? String(label.dropFirst()) : label
}
