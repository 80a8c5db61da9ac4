import CaseKeyPaths
import CustomDump

/// A value as text for a failure, set off from the sentences around it, and no longer than can be read.
func indentedDump(of value: some Any) -> String {
  guard !SizeEstimate.isLarge(value) else { return "    \(bounded("\(value)", to: 400))" }
  var text = ""
  customDump(value, to: &text, indent: 4)
  return bounded(text, toLines: 60)
}

/// The name of the case that an action is in, as in `.child`; a Boolean's value; otherwise the action's type.
func actionName(_ action: some Any) -> String {
  if let action = action as? Bool { return "\(action)" }
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return unqualifiedName(of: type(of: action)) }
  return ".\(mirror.children.first?.label ?? "\(action)")"
}

/// An action by the names of its cases and the labels of its payload, without what is in it.
///
/// An action's own `debugDescription` goes before that.
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

/// A text's beginning, and how much is missing.
func bounded(_ text: String, to limit: Int) -> String {
  guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex else {
    return text
  }
  return "\(text[..<end])… (\(text[end...].count) more characters)"
}

/// A text's first lines, and how many are missing.
func bounded(_ text: String, toLines limit: Int) -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  guard lines.count > limit else { return text }
  return lines[..<limit].joined(separator: "\n") + "\n    … (\(lines.count - limit) more lines)"
}
