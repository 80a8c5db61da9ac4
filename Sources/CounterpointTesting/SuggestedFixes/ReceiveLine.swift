import CaseKeyPaths

/// A call of `receive` as Swift source.
enum ReceiveLine {
  /// Returns a call of `receive`.
  ///
  /// - Parameters:
  ///   - action: The action to receive.
  ///   - old: The state before the action.
  ///   - new: The state after the action.
  ///   - shared: The changes of shared values by the action.
  ///   - indentation: The indentation of each line.
  static func text<Action, State: Equatable>(
    _ action: Action,
    from old: State,
    to new: State,
    shared: SharedStep? = nil,
    indentation: String = "    "
  ) -> String {
    let call = "\(indentation)await store.receive(\(argument(action)))"
    guard !areEqual(old, new, in: shared) else { return call }
    return "\(call) \(closure(StateEdits(from: old, to: new, shared: shared), indentation: indentation))"
  }

  /// Returns a call of `send`.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - old: The state before the action.
  ///   - new: The state after the action.
  ///   - shared: The changes of shared values by the action.
  ///   - written: An expression for the action, which is used instead of a literal.
  ///   - expression: An expression for an action that can't be written as a literal.
  static func sendText<Action, State: Equatable>(
    _ action: Action,
    from old: State,
    to new: State,
    shared: SharedStep? = nil,
    as written: String? = nil,
    otherwise expression: String? = nil
  ) -> String {
    // The usual form is the action itself, and not the path of its case.
    guard let text = written ?? Literal.text(of: action) ?? expression else {
      // A test without the action could pass.
      let text = "Send \(abbreviated(action)) here, which can't be written as Swift."
      return "  Issue.record(\(Literal.string(text)))"
    }
    let call = "  await store.send(\(text))"
    guard !areEqual(old, new, in: shared) else { return call }
    return "\(call) \(closure(StateEdits(from: old, to: new, shared: shared), indentation: "  "))"
  }

  private static func areEqual<State: Equatable>(_ old: State, _ new: State, in shared: SharedStep?) -> Bool {
    guard let shared else { return old == new }
    return shared.withExpectation { $0.areEqual(old, new) }
  }

  private static func closure(_ edits: StateEdits, indentation: String) -> String {
    let (statements, rest) = edits.statements(atMost: 10)
    let more = rest > 0 ? ["// … and \(rest) more"] : []
    let body = (statements + more).map { "\(indentation)  \($0)" }.joined(separator: "\n")
    // A closure that contains only comments does not compile unless it names its parameter.
    let parameter = statements.allSatisfy { $0.hasPrefix("//") } ? " _ in" : ""
    return "{\(parameter)\n\(body)\n\(indentation)}"
  }

  private static func argument(_ action: Any) -> String {
    guard action is any CasePathable, let path = CaseText(action) else {
      return Literal.text(of: action) ?? "{ _ in true }"
    }
    guard let payload = path.payload, isComparable(payload), let text = Literal.text(of: payload) else {
      return path.text
    }
    return "\(path.text), \(text)"
  }

  private static func isComparable(_ payload: Any) -> Bool {
    payload is any Equatable && Mirror(reflecting: payload).displayStyle != .tuple
  }
}

/// The path to the case of an action, through nested actions.
struct CaseText {
  private(set) var text = "\\"
  /// The payload of the innermost case; `nil` for none.
  private(set) var payload: Any?

  init?(_ action: Any) {
    guard append(action) else { return nil }
  }

  private mutating func append(_ action: Any) -> Bool {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return false }
    guard let (label, payload) = mirror.children.first else {
      text += ".\(action)"
      self.payload = nil
      return true
    }
    guard let label else { return false }
    let parts = Mirror(reflecting: payload).children.map { $0 }
    if label == "element", parts.map(\.label) == ["id", "action"], let id = Literal.text(of: parts[0].value) {
      text += "[id: \(id)]"
      return append(parts[1].value) || true
    }
    // The case `presented` is omitted, because paths go through it.
    if !(label == "presented" && unqualifiedName(of: type(of: action)).hasPrefix("PresentationAction<")) {
      text += ".\(label)"
    }
    self.payload = payload
    if payload is any CasePathable, !isOptional(payload) { _ = append(payload) }
    return true
  }

  private func isOptional(_ value: Any) -> Bool { Mirror(reflecting: value).displayStyle == .optional }
}
