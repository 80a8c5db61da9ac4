/// Returns the name of an action's case, as in `.child`; a Boolean's value; otherwise the action's type.
func caseName(of action: some Any) -> String {
  if let action = action as? Bool { return "\(action)" }
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
  return "." + (mirror.children.first?.label ?? "\(action)")
}
