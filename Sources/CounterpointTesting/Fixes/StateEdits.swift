/// The Swift statements that make one value of another: what the closure of an assertion has to say.
///
/// They are found by looking into the values, so they name what can be seen there: properties, elements by their ids or
/// indices, payloads of cases. Where a value can't be written down in Swift, a comment takes the place of the statement.
struct StateEdits {
  private let old: Any
  private let new: Any
  /// What has happened to shared values between the two.
  private let shared: SharedStep?
  private let isRepeatable: Bool

  /// - Parameters:
  ///   - old: The value to begin with.
  ///   - new: The value to end with.
  ///   - shared: What has happened to shared values between the two.
  ///   - isRepeatable: Whether the statements must lead to the new value from the new value as well, as the closures of a test must that is
  ///     not exhaustive: nothing is appended then, or removed at an index.
  init<Value>(from old: Value, to new: Value, shared: SharedStep? = nil, isRepeatable: Bool = false) {
    self.old = old
    self.new = new
    self.shared = shared
    self.isRepeatable = isRepeatable
  }

  /// The statements.
  ///
  /// - Parameter limit: How many at most.
  /// - Returns: The lines of the first statements, in the order of the properties, and how many statements are left out.
  func statements(atMost limit: Int) -> (lines: [String], rest: Int) {
    let (edits, rest) = write(atMost: limit)
    return (edits.flatMap { $0.statement.split(separator: "\n").map(String.init) }, rest)
  }

  /// What differs, as values.
  ///
  /// - Parameter limit: How much at most.
  /// - Returns: The first differences, and how many are left out.
  func differences(atMost limit: Int) -> (first: [EditWriter.Edit], rest: Int) {
    let (edits, rest) = write(atMost: limit)
    return (edits.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }, rest)
  }

  private func write(atMost limit: Int) -> (edits: [EditWriter.Edit], rest: Int) {
    func write(looksBehindEqual: Bool) -> (edits: [EditWriter.Edit], rest: Int) {
      var writer = EditWriter(limit: limit, looksBehindEqual: looksBehindEqual, isRepeatable: isRepeatable)
      writer.write(old, new, at: Target(root: "$0"))
      return (writer.edits, writer.rest)
    }
    guard let shared, !shared.isEmpty else { return write(looksBehindEqual: false) }
    // In an assertion of its own, because the writer has it expect what has been written.
    return shared.assert { _ in write(looksBehindEqual: true) }
  }
}

/// A place in a state, as an expression to assign to.
struct Target {
  /// The expression, as in `$0.child?.count`.
  let expression: String
  /// Whether it is an optional that has a value: what follows needs a question mark.
  private let isOptional: Bool

  init(root: String) {
    self.init(expression: root, isOptional: false)
  }

  private init(expression: String, isOptional: Bool) {
    self.expression = expression
    self.isOptional = isOptional
  }

  /// What members are appended to.
  private var base: String { isOptional && !expression.hasSuffix("?") ? expression + "?" : expression }

  /// The value in an optional.
  var unwrapped: Target {
    var target = Target(expression: expression, isOptional: true)
    target.isElementOfStack = isElementOfStack
    return target
  }

  func member(_ name: String) -> Target {
    Target(expression: "\(base).\(name)", isOptional: false)
  }

  /// - Parameters:
  ///   - argument: What goes into the brackets.
  ///   - isOptional: Whether the subscript gives an optional.
  func subscripted(_ argument: String, isOptional: Bool) -> Target {
    if isOptional, expression.hasSuffix("]"), self.isOptional, argument.hasPrefix("case: "), isElementOfStack {
      // A stack has a subscript for both at once.
      return Target(expression: "\(expression.dropLast()), \(argument)]", isOptional: true)
    }
    return Target(expression: "\(base)[\(argument)]", isOptional: isOptional)
  }

  func call(_ function: String) -> String { "\(base).\(function)" }

  /// Whether the element of a stack is meant, and nothing in it.
  var isElementOfStack = false

  func asElementOfStack() -> Target {
    var target = self
    target.isElementOfStack = true
    return target
  }
}
