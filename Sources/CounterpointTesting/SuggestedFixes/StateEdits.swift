/// The Swift statements that transform one value into another, for the closure of an assertion.
///
/// They are found by reflection, so they refer to properties, to elements by identifier or index, and to payloads of
/// cases. If a value can't be written as Swift, a comment replaces the statement.
struct StateEdits {
  private let old: Any
  private let new: Any
  /// The changes of shared values between the two values.
  private let shared: SharedStep?
  private let literal: Literal
  private let isRepeatable: Bool

  /// - Parameters:
  ///   - old: The old value.
  ///   - new: The new value.
  ///   - shared: The changes of shared values between the two values.
  ///   - literal: Writes the values.
  ///   - isRepeatable: Whether the statements must be idempotent, as in the closures of a test that is not
  ///     exhaustive. Such statements don't append, and don't remove at an index.
  init<Value>(
    from old: Value,
    to new: Value,
    shared: SharedStep? = nil,
    literal: Literal = Literal(visible: nil),
    isRepeatable: Bool = false
  ) {
    self.old = old
    self.new = new
    self.shared = shared
    self.literal = literal
    self.isRepeatable = isRepeatable
  }

  /// Returns the statements.
  ///
  /// - Parameter limit: The maximum number of statements.
  /// - Returns: The lines of the first statements, in the order of the properties, and the number of omitted
  ///   statements.
  func statements(atMost limit: Int) -> (lines: [String], rest: Int) {
    let (edits, rest) = write(atMost: limit)
    return (edits.flatMap { $0.statement.split(separator: "\n").map(String.init) }, rest)
  }

  /// Returns the differences as values.
  ///
  /// - Parameter limit: The maximum number of differences.
  /// - Returns: The first differences, and the number of omitted ones.
  func differences(atMost limit: Int) -> (first: [EditWriter.Edit], rest: Int) {
    let (edits, rest) = write(atMost: limit)
    return (edits.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }, rest)
  }

  private func write(atMost limit: Int) -> (edits: [EditWriter.Edit], rest: Int) {
    func write(inspectsEqualValues: Bool) -> (edits: [EditWriter.Edit], rest: Int) {
      var writer = EditWriter(
        limit: limit,
        literal: literal,
        inspectsEqualValues: inspectsEqualValues,
        isRepeatable: isRepeatable
      )
      writer.write(old, new, at: .state)
      return (writer.edits, writer.rest)
    }
    guard let shared, !shared.isEmpty else { return write(inspectsEqualValues: false) }
    // In a separate assertion, because the writer changes the expectation of the running assertion.
    return shared.withExpectation { _ in write(inspectsEqualValues: true) }
  }
}

extension StateEdits {
  /// The maximum number of statements in a failure.
  private static var limit: Int { 15 }

  /// The statements as advice.
  var advice: String {
    if let place = placeOfNaN {
      return "No statement makes it pass: '\(place)' is not a number, and not equal to itself."
    }
    let (statements, rest) = statements(atMost: Self.limit)
    guard !statements.isEmpty else { return "The statements can't be shown, because the values can't be inspected." }
    let more = rest > 0 ? "\n    // … and \(rest) more" : ""
    let text = statements.map { "    \($0)" }.joined(separator: "\n")
    return "\(heading(statements)):\n\n\(text)\(more)\(importAdvice(text))"
  }

  /// The path of a number that differs from itself, if nothing else differs.
  private var placeOfNaN: String? {
    func isNaN(_ value: Any?) -> Bool { (value as? any FloatingPoint)?.isNaN == true }
    let first = differences(atMost: Self.limit).first
    return first.allSatisfy { isNaN($0.old) && isNaN($0.new) } ? first.first?.path : nil
  }

  private func heading(_ statements: [String]) -> String {
    switch statements.count(where: { $0.drop { $0 == " " }.hasPrefix("//") }) {
    case 0 where literal.visible == nil: "This makes it pass, if the test can access all that it names"
    case 0: "This makes it pass"
    case 1: "This makes it pass, after the line with the comment is written by hand"
    case let count: "This makes it pass, after the \(count) lines with comments are written by hand"
    }
  }

  /// Returns a sentence about a missing import.
  private func importAdvice(_ text: String) -> String {
    guard literal.visible?.hasFoundation == false, text.contains(#/\b(Data|Date|Decimal|URL|UUID)\(/#) else {
      return ""
    }
    return "\n\nThe file has to import Foundation."
  }
}

/// An expression for a part of a state, to which a statement assigns.
struct Target {
  /// The expression of the state in a closure.
  static let root = "$0"
  /// Takes the place of a key that can't be written as Swift.
  static let gap = "\u{FFFC}"

  static var state: Target { Target(root: root) }

  /// The expression, for example `$0.child?.count`.
  let expression: String
  /// Whether the expression is an optional with a value, so that a member access needs a question mark.
  private let isOptional: Bool

  init(root: String) {
    self.init(expression: root, isOptional: false)
  }

  private init(expression: String, isOptional: Bool) {
    self.expression = expression
    self.isOptional = isOptional
  }

  /// The expression to which members are appended.
  private var base: String { isOptional && !expression.hasSuffix("?") ? expression + "?" : expression }

  /// The wrapped value of an optional.
  var unwrapped: Target {
    var target = Target(expression: expression, isOptional: true)
    target.isElementOfStack = isElementOfStack
    target.isElement = isElement
    return target
  }

  func member(_ name: String) -> Target {
    Target(expression: "\(base).\(name)", isOptional: false)
  }

  /// Returns an element of the target.
  ///
  /// - Parameters:
  ///   - argument: The argument of the subscript.
  ///   - isOptional: Whether the subscript returns an optional.
  func subscripted(_ argument: String, isOptional: Bool) -> Target {
    if isOptional, expression.hasSuffix("]"), self.isOptional, argument.hasPrefix("case: "), isElementOfStack {
      // A stack has a subscript with both arguments.
      return Target(expression: "\(expression.dropLast()), \(argument)]", isOptional: true)
    }
    var element = Target(expression: "\(base)[\(argument)]", isOptional: isOptional)
    element.isElement = isOptional && !argument.hasPrefix("case: ")
    return element
  }

  func call(_ function: String) -> String { "\(base).\(function)" }

  /// Whether the target is an element of a collection, which an assignment of `nil` removes.
  private(set) var isElement = false

  /// Whether the target is an element of a stack, and not a part of one.
  var isElementOfStack = false

  func asElementOfStack() -> Target {
    var target = self
    target.isElementOfStack = true
    return target
  }
}
