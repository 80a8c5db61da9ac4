import CounterpointSupport

/// Returns the description of a key: its own, or the name of its type.
func keyDescription(of key: Any) -> String {
  if let key = key as? any CustomStringConvertible { return key.description }
  return typeName(type(of: key))
}

/// Returns a wrapper as it is written in code: `Shared<Int>(.inMemory("count"))`.
func wrapperText(_ wrapper: String = "Shared", of value: Any.Type, _ content: String) -> String {
  "\(wrapper)<\(typeName(value))>(\(content))"
}
