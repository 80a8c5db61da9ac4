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
    /// Whether the values are an element of the collection at the path.
    var isElement = false

    /// Whether a comment replaces the statement.
    var isComment: Bool { statement.hasPrefix("//") }
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
  let literal: Literal

  init(limit: Int, literal: Literal, inspectsEqualValues: Bool = false, isRepeatable: Bool = false) {
    self.limit = limit
    self.literal = literal
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
      // An element that stays, and is nil now.
      case (_?, nil) where target.isElement:
        return append(path: target.expression, old: old, new: new, statement: "\(target.expression) = .some(nil)")
      case (_, let new): return assign(new as Any? ?? Optional<Any>.none as Any, replacing: old, at: target)
      }
    }
    guard areEqual(old, new) != true || inspectsEqualValues && Literal.isComposed(old) else { return }
    if !isRepeatable, let history = old as? any UndoHistoryCalls {
      return writeHistory(history, new, at: target)
    }
    guard type(of: old) == type(of: new), Literal.isComposed(old) else {
      if areEqual(old, new) == nil, Self.looksEqual(old, new) { return }
      return assign(new, replacing: old, at: target)
    }
    let count = edits.count + rest
    writeParts(of: old, new, oldMirror, newMirror, at: target)
    // The values are not equal, but reflection shows no difference.
    if edits.count + rest == count, areEqual(old, new) == false { assign(new, replacing: old, at: target) }
  }

  /// Returns whether two values that can't be compared are the same object, or have the same text.
  private static func looksEqual(_ old: Any, _ new: Any) -> Bool {
    guard type(of: old) == type(of: new) else { return false }
    return type(of: old) is AnyClass ? (old as AnyObject) === (new as AnyObject) : "\(old)" == "\(new)"
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
      writeStructure(old, new, oldMirror, newMirror, at: target)
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

  /// Writes the edits of a structure: of its properties, or of the whole if one of them can't be assigned.
  private mutating func writeStructure(
    _ old: Any,
    _ new: Any,
    _ oldMirror: Mirror,
    _ newMirror: Mirror,
    at target: Target
  ) {
    let hidden = hiddenChanges(of: old, oldMirror, newMirror)
    guard !hidden.isEmpty else { return writeProperties(oldMirror, newMirror, at: target) }
    if let text = literal.text(of: new).map({ "\(target.expression) = \($0)" }) ?? recorded(target.expression) {
      append(path: target.expression, old: old, new: new, statement: text)
      return writeSharedValues(in: new, at: target)
    }
    writeProperties(oldMirror, newMirror, except: hidden, at: target)
  }

  /// Returns the names of the properties that differ and can't be assigned.
  private func hiddenChanges(of value: Any, _ old: Mirror, _ new: Mirror) -> Set<String> {
    guard let visible = literal.visible else { return [] }
    let isObservable = old.isObservableState
    var names: Set<String> = []
    for (old, new) in zip(old.children, new.children) {
      guard let label = old.label, let name = propertyName(label, of: old.value, isObservable: isObservable),
        !(areEqual(old.value, new.value) ?? ("\(old.value)" == "\(new.value)"))
      else { continue }
      let isShared = label.hasPrefix("_") && old.value is any SharedHandle
      let plainName = isShared && name.hasPrefix("_") ? String(name.dropFirst()) : name
      if !visible.canEdit(plainName, isReference: isShared, of: type(of: value)) { names.insert(label) }
    }
    return names
  }

  /// - Parameter hidden: The storage names of properties that can't be assigned.
  private mutating func writeProperties(
    _ old: Mirror,
    _ new: Mirror,
    except hidden: Set<String> = [],
    at target: Target
  ) {
    let isObservable = old.isObservableState
    for (old, new) in zip(old.children, new.children) {
      guard let storage = old.label, let label = propertyName(storage, of: old.value, isObservable: isObservable) else {
        continue
      }
      // A shared value is written through its wrapper. Its storage begins with an underscore, and its projection
      // with a dollar sign. The label of an element of a tuple begins with a dot.
      let isWrapped = storage.hasPrefix("_") && old.value is any SharedHandle
      let name = label.drop { "_.".contains($0) }
      let member = target.member(isWrapped ? "$\(name)" : label.hasPrefix(".") ? String(name) : memberText(label))
      if hidden.contains(storage) {
        append(path: member.expression, old: old.value, new: new.value, statement: nil, isHidden: true)
      } else {
        write(old.value, new.value, at: member)
      }
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
    let text = "case: \\.\(memberText(label))"
    write(oldCase.value, newCase.value, at: target.subscripted(text, isOptional: true).unwrapped)
  }

  private mutating func writeSet(_ old: Set<AnyHashable>, _ new: Set<AnyHashable>, at target: Target) {
    for element in old.subtracting(new).sorted(by: { "\($0)" < "\($1)" }) {
      insertOrRemove("remove", element.base, replacing: element.base, with: nil, at: target)
    }
    for element in new.subtracting(old).sorted(by: { "\($0)" < "\($1)" }) {
      insertOrRemove("insert", element.base, replacing: nil, with: element.base, at: target)
    }
  }

  /// Writes the change of an element of a set.
  private mutating func insertOrRemove(
    _ function: String,
    _ element: Any,
    replacing old: Any?,
    with new: Any?,
    at target: Target
  ) {
    let count = edits.count
    call(function, literal.ofArguments.text(of: element), replacing: old, with: new, at: target)
    if edits.count > count { edits[count].isElement = true }
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
      return literal.text(of: argument).map { target.call("\(function)(\($0)\(limit))") }
    }
    append(path: target.expression, old: old, new: new, statement: statement)
  }

  mutating func assign(_ new: Any, replacing old: Any?, at target: Target) {
    // Inspected only because of shared values in it, which can't be written.
    if let old, inspectsEqualValues, areEqual(old, new) == true { return }
    // An element of a dictionary is removed by nil, so an element that is nil needs the case.
    let isNil = target.isElement && old == nil && Literal.isNil(new)
    let literal = literal
    append(
      path: target.expression,
      old: old,
      new: new,
      statement: (isNil ? ".some(nil)" : literal.text(of: new)).map { "\(target.expression) = \($0)" }
    )
    if let last = edits.last, !last.isComment, last.path == target.expression {
      writeSharedValues(in: new, at: old.map(Literal.isNil) == true ? target.unwrapped : target)
    }
  }

  /// Appends an edit.
  ///
  /// - Parameters:
  ///   - path: The expression of the edited value.
  ///   - old: The old value.
  ///   - new: The new value.
  ///   - statement: The statement; `nil` if it is unknown, and a comment replaces it.
  ///   - isHidden: Whether the value can't be assigned.
  ///   - parts: The differences in a shared value.
  mutating func append(
    path: String,
    old: Any?,
    new: Any?,
    statement: @autoclosure () -> String?,
    isHidden: Bool = false,
    parts: [Edit] = []
  ) {
    guard edits.count < limit else {
      rest += 1
      return
    }
    let text = (path.contains(Target.gap) ? nil : statement() ?? recorded(path)) ?? comment(path, new, isHidden)
    // Several edits of a collection can have become the same assignment or comment.
    let isOfWhole = text.hasPrefix("\(path) = ") || text.hasPrefix("//")
    if isOfWhole, let last = edits.last, last.path == path, last.statement == text { return }
    edits.append(Edit(path: path, old: old, new: new, statement: text, parts: parts))
  }

  /// Returns a statement that copies a value from a recorded state.
  private func recorded(_ path: String) -> String? {
    guard let state = literal.recordedState, !path.contains(Target.gap) else { return nil }
    // In an expression that is read, an optional is unwrapped.
    return Self.copy(of: "\(state)\(path.dropFirst(Target.root.count).replacing("?", with: "!"))", to: path)
  }

  /// Returns a statement that copies a recorded value.
  static func copy(of value: String, to path: String) -> String {
    "\(path) = \(value)  // Asserts nothing: write this line by hand."
  }

  private func comment(_ path: String, _ new: Any?, _ isHidden: Bool) -> String {
    let text = new.map { "\($0)" } ?? "nothing"
    let value = bounded(text.split(whereSeparator: \.isNewline).joined(separator: " "), to: 100)
    let reason = isHidden ? "which can't be assigned here" : "which can't be written as Swift here"
    return "// \(path.replacing(Target.gap, with: "…")) becomes \(value), \(reason). Write this line by hand."
  }

  private func keyed(_ mirror: Mirror) -> [(key: AnyHashable, value: Any)] {
    mirror.children
      .compactMap { child in
        let parts = Mirror(reflecting: child.value).children.map(\.value)
        return (parts.first as? AnyHashable).map { (text: "\($0)", pair: (key: $0, value: parts[1])) }
      }
      .sorted { $0.text < $1.text }
      .map(\.pair)
  }
}

// MARK: - Shared values

extension EditWriter {
  /// Writes the edits of the shared values in a value that was assigned as a whole. Its wrappers refer to them, and the
  /// assignment leaves them as they were.
  mutating func writeSharedValues(in value: Any, at target: Target) {
    guard inspectsEqualValues, edits.count < limit else { return }
    if let value = value as? any SharedHandle { return writeShared(value, value, at: target) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      if let wrapped = mirror.children.first?.value { writeSharedValues(in: wrapped, at: target.unwrapped) }
    case .struct where Literal.isComposed(value):
      let isObservable = mirror.isObservableState
      for child in mirror.children {
        guard let storage = child.label,
          let label = propertyName(storage, of: child.value, isObservable: isObservable),
          literal.visible?.canEdit(plainName(label), isReference: true, of: type(of: value)) != false
        else { continue }
        let isWrapped = storage.hasPrefix("_") && child.value is any SharedHandle
        let name = isWrapped ? "$\(plainName(label))" : memberText(label)
        writeSharedValues(in: child.value, at: target.member(name))
      }
    case .enum where Literal.isComposed(value) && Literal.isCasePathable(value):
      guard let (label, payload) = mirror.children.first, let label else { return }
      let member = target.subscripted("case: \\.\(memberText(label))", isOptional: true)
      writeSharedValues(in: payload, at: member.unwrapped)
    default: break
    }
  }

  private func plainName(_ label: String) -> String { String(label.drop { $0 == "_" }) }

  /// Writes the edits of a shared value, as an assertion makes them: `$0.$stats.withLock { $0.count = 3 }`.
  ///
  /// Afterwards the running assertion expects the new value, so there are no edits left for other wrappers of the
  /// same value.
  mutating func writeShared(_ old: any SharedHandle, _ new: any SharedHandle, at target: Target) {
    let (expected, actual) = old.comparison(with: new)
    guard old.isSame(as: new) else {
      guard areEqual(expected, actual) == false else { return }
      let literal = literal
      // The wrapper refers to another shared value now, which can be expected only of this wrapper.
      return append(
        path: target.expression,
        old: expected,
        new: actual,
        statement: literal.text(of: actual).map { "\(target.expression) = Shared(value: \($0))" }
      )
    }
    var values = literal
    // The state of a recording has its shared values of today.
    values.recordedState = nil
    var inner = EditWriter(
      limit: max(1, limit - edits.count),
      literal: values,
      inspectsEqualValues: true,
      isRepeatable: isRepeatable
    )
    inner.write(expected, actual, at: .state)
    guard !inner.edits.isEmpty else { return }
    let call = inner.edits.contains { !$0.isComment } ? target.call("withLock \(Self.closure(inner))") : nil
    append(
      path: target.expression,
      old: expected,
      new: actual,
      statement: call.map { $0.contains("try ") ? "try \($0)" : $0 },
      parts: inner.edits.map { edit in
        Edit(
          path: target.expression + edit.path.dropFirst(2),
          old: edit.old,
          new: edit.new,
          statement: edit.statement,
          parts: edit.parts,
          isElement: edit.isElement
        )
      }
    )
    old.expectActual()
  }

  private static func closure(_ writer: EditWriter) -> String {
    let lines = writer.edits.flatMap { $0.statement.split(separator: "\n") }
    if let line = lines.first, lines.count == 1, writer.rest == 0 {
      // The result of a call would be that of `withLock`, and does not fit the closure around it.
      return writer.edits.contains(where: \.isElement) ? "{ _ = \(line) }" : "{ \(line) }"
    }
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
