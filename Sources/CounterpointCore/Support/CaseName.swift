/// The name of the case that an action is in, as in `.child`, or the action's type if it is no enum.
func caseName(of action: some Any) -> String {
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
  return "." + (mirror.children.first?.label ?? "\(action)")
}
