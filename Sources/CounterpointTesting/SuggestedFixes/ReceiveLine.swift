import CaseKeyPaths

/// A call of `receive` as Swift source.
enum ReceiveLine {
  /// The maximum number of statements in a closure of a test in a file.
  static let limitOfTest = 100

  /// Returns a call of `receive`.
  ///
  /// - Parameters:
  ///   - action: The action to receive.
  ///   - old: The state before the action.
  ///   - new: The state after the action.
  ///   - shared: The changes of shared values by the action.
  ///   - literal: Writes the values.
  ///   - limit: The maximum number of statements.
  ///   - indentation: The indentation of each line.
  static func text<Action, State: Equatable>(
    _ action: Action,
    from old: State,
    to new: State,
    shared: SharedStep? = nil,
    literal: Literal,
    atMost limit: Int = 10,
    indentation: String = "    "
  ) -> String {
    let call = "\(indentation)await store.receive(\(argument(action, literal.ofArguments)))"
    guard !areEqual(old, new, in: shared) else { return call }
    let edits = StateEdits(from: old, to: new, shared: shared, literal: literal)
    return "\(call) \(closure(edits, atMost: limit, copying: literal.recordedState, indentation: indentation))"
  }

  /// Returns a call of `send`.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - old: The state before the action.
  ///   - new: The state after the action.
  ///   - shared: The changes of shared values by the action.
  ///   - literal: Writes the values.
  ///   - written: An expression for the action, which is used instead of a literal.
  ///   - expression: An expression for an action that can't be written as a literal.
  static func sendText<Action, State: Equatable>(
    _ action: Action,
    from old: State,
    to new: State,
    shared: SharedStep? = nil,
    literal: Literal,
    as written: String? = nil,
    otherwise expression: String? = nil
  ) -> String {
    let (call, isSent) = sendCall(action, literal: literal, as: written, otherwise: expression)
    guard isSent, !areEqual(old, new, in: shared) else { return call }
    let edits = StateEdits(from: old, to: new, shared: shared, literal: literal)
    return "\(call) \(closure(edits, atMost: limitOfTest, copying: literal.recordedState, indentation: "  "))"
  }

  /// Returns a call of `send` without a closure.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - literal: Writes the values.
  ///   - written: An expression for the action, which is used instead of a literal.
  ///   - expression: An expression for an action that can't be written as a literal.
  /// - Returns: The call, or a failure if there is no expression for the action.
  static func sendCall<Action>(
    _ action: Action,
    literal: Literal,
    as written: String? = nil,
    otherwise expression: String? = nil
  ) -> (text: String, isSent: Bool) {
    // The usual form is the action itself, and not the path of its case.
    guard let text = written ?? literal.ofArguments.text(of: action) ?? expression else {
      // A test without the action could pass.
      let text = "Send \(abbreviated(action)) here, which can't be written as Swift."
      return ("  Issue.record(\(Literal.string(text)))", false)
    }
    return ("  await store.send(\(text))", true)
  }

  private static func areEqual<State: Equatable>(_ old: State, _ new: State, in shared: SharedStep?) -> Bool {
    guard let shared else { return old == new }
    return shared.withExpectation { $0.areEqual(old, new) }
  }

  /// - Parameter state: The expression of a recorded state; `nil` for none.
  private static func closure(
    _ edits: StateEdits,
    atMost limit: Int,
    copying state: String?,
    indentation: String
  ) -> String {
    var (statements, rest) = edits.statements(atMost: limit)
    if rest > 0, let state { (statements, rest) = ([EditWriter.copy(of: state, to: Target.root)], 0) }
    let more = rest > 0 ? ["// … and \(rest) more"] : []
    let body = (statements + more).map { "\(indentation)  \($0)" }.joined(separator: "\n")
    // A closure that contains only comments does not compile unless it names its parameter.
    let parameter = statements.allSatisfy { $0.hasPrefix("//") } ? " _ in" : ""
    return "{\(parameter)\n\(body)\n\(indentation)}"
  }

  private static func argument(_ action: Any, _ literal: Literal) -> String {
    guard action is any CasePathable, let path = CaseText(action, literal) else {
      return literal.text(of: action) ?? "{ _ in true }"
    }
    guard let payload = path.payload, isComparable(payload), let text = literal.text(of: payload) else {
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

  /// - Parameters:
  ///   - action: The action.
  ///   - literal: Writes the identifiers of elements.
  init?(_ action: Any, _ literal: Literal = Literal(visible: nil)) {
    guard append(action, literal) else { return nil }
  }

  private mutating func append(_ action: Any, _ literal: Literal) -> Bool {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return false }
    guard let (label, payload) = mirror.children.first else {
      // A custom description may differ from the name of the case.
      if action is any CustomStringConvertible || action is any CustomDebugStringConvertible { return false }
      text += ".\(memberText("\(action)"))"
      self.payload = nil
      return true
    }
    guard let label else { return false }
    let parts = Mirror(reflecting: payload).children.map { $0 }
    if label == "element", parts.map(\.label) == ["id", "action"], let id = literal.text(of: parts[0].value) {
      text += "[id: \(id)]"
      return append(parts[1].value, literal) || true
    }
    // The case `presented` is omitted, because paths go through it.
    let isPresented = label == "presented" && unqualifiedName(of: type(of: action)).hasPrefix("PresentationAction<")
    if !isPresented || isCase(of: payload, named: "dismiss", "presented") { text += ".\(memberText(label))" }
    self.payload = payload
    let isOptional = Mirror(reflecting: payload).displayStyle == .optional
    // A path goes through an optional to the cases of the wrapped enum.
    guard let nested = isOptional ? Mirror(reflecting: payload).children.first?.value : payload,
      nested is any CasePathable, Mirror(reflecting: nested).displayStyle == .enum
    else { return true }
    let before = self
    if isOptional, isCase(of: nested, named: "none", "some") { text += ".some" }
    if !append(nested, literal) { self = before }
    return true
  }

  /// Returns whether a value is in a case with one of some names, which would be taken for that of the enum around it.
  private func isCase(of value: Any, named names: String...) -> Bool {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return false }
    return names.contains(mirror.children.first?.label ?? "\(value)")
  }
}
