import CaseKeyPaths

/// Returns the case of an action and of the actions nested in it, without the values: `Feature.Action.row(id:,
/// action: .tapped)`.
///
/// `_:` stands for a value without a label. A value that is not an enum is named by its type.
func caseLabels(of action: Any) -> String {
  let name = unqualifiedName(of: type(of: action))
  return nestedCaseLabels(of: action).map { name + $0 } ?? name
}

/// `nil` where the value is no enum.
private func nestedCaseLabels(of value: Any) -> String? {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return nil }
  guard let (label, payload) = mirror.children.first, let label else { return ".\(value)" }
  let values = Mirror(reflecting: payload)
  let isTuple = values.displayStyle == .tuple
  let parts = isTuple ? values.children.map { part(label: $0.label, $0.value) } : [part(label: nil, payload)]
  return ".\(label)(\(parts.joined(separator: ", ")))"
}

private func part(label: String?, _ value: Any) -> String {
  // The values of a tuple without labels are called `.0`, `.1` and so on.
  let label = label.flatMap { $0.hasPrefix(".") ? nil : $0 }
  guard let nested = nestedCaseLabels(of: value) else { return "\(label ?? "_"):" }
  return label.map { "\($0): \(nested)" } ?? nested
}
