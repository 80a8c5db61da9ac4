import CaseKeyPaths
import CustomDump

/// Returns a dump of a value for a failure message, indented and of bounded length.
func indentedDump(of value: some Any) -> String {
  guard !SizeEstimate.isLarge(value) else { return "    \(bounded("\(value)", to: 400))" }
  var text = ""
  customDump(value, to: &text, indent: 4)
  return bounded(PropertyNames.replaced(in: text, of: value), toLines: 60)
}

/// Returns the name of an action's case, as in `.child`; the value of a Boolean; otherwise the type of the action.
func actionName(_ action: some Any) -> String {
  if let action = action as? Bool { return "\(action)" }
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return unqualifiedName(of: type(of: action)) }
  return ".\(mirror.children.first?.label ?? "\(action)")"
}

/// Returns an action as the names of its cases and the labels of its payload, without the payload's values.
///
/// An action's own `debugDescription` takes precedence.
func abbreviated(_ action: Any) -> String {
  if let action = action as? any CustomDebugStringConvertible { return action.debugDescription }
  if let action = action as? Bool { return "\(action)" }
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return unqualifiedName(of: type(of: action)) }
  guard let (label, payload) = mirror.children.first else { return ".\(action)" }
  let name = ".\(label ?? "?")"
  let payloadMirror = Mirror(reflecting: payload)
  switch payloadMirror.displayStyle {
  case .enum:
    return "\(name)(\(abbreviated(payload)))"
  case .tuple:
    let labels = payloadMirror.children.map { label, value in
      let isPlace = label.map { $0.hasPrefix(".") } ?? true
      let nested = Mirror(reflecting: value).displayStyle == .enum ? abbreviated(value) : "…"
      return isPlace ? nested : "\(label!): \(nested)"
    }
    return "\(name)(\(labels.joined(separator: ", ")))"
  default:
    return "\(name)(…)"
  }
}

/// Returns the beginning of a text, and the number of omitted characters.
func bounded(_ text: String, to limit: Int) -> String {
  guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex else {
    return text
  }
  return "\(text[..<end])… (\(text[end...].count) more characters)"
}

/// Returns the first lines of a text, and the number of omitted lines.
func bounded(_ text: String, toLines limit: Int) -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  guard lines.count > limit else { return text }
  return lines[..<limit].joined(separator: "\n") + "\n    … (\(lines.count - limit) more lines)"
}

/// An estimate of whether a value is too large for a dump. It visits a bounded part of the value.
struct SizeEstimate {
  /// The number of nested values from which a value is large.
  static let limit = 2_000

  private var left = limit

  static func isLarge(_ value: Any) -> Bool {
    var estimate = Self()
    estimate.visit(value)
    return estimate.left <= 0
  }

  private mutating func visit(_ value: Any) {
    // The time of a comparison grows with the square of the number of lines.
    left -= 1 + ((value as? String)?.utf8.count(where: { $0 == 10 }) ?? 0) * 10
    let mirror = Mirror(reflecting: value)
    // References can be cyclic.
    guard left > 0, mirror.displayStyle != nil, mirror.displayStyle != .class else { return }
    for child in mirror.children {
      visit(child.value)
      guard left > 0 else { return }
    }
  }
}
