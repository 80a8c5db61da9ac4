public import CustomDump

extension BindingAction: CustomDumpStringConvertible {
  /// `.set(\State.name, "Bach")`.
  public var customDumpDescription: String {
    var text = ""
    customDump(value, to: &text)
    return ".set(\(name(of: keyPath)), \(text))"
  }
}

extension BindingAction {
  /// The new value.
  package var newValue: Any { value }

  /// The key path as Swift infers it, as in `\.draft.email`; `nil` if the names of the properties aren't known.
  package var keyPathText: String? {
    let name = name(of: keyPath)
    // The type comes first. Its dots are in angle brackets, if it has any.
    var depth = 0
    let dot = name.firstIndex { character in
      if character == "<" { depth += 1 }
      if character == ">" { depth -= 1 }
      return character == "." && depth == 0
    }
    guard let dot, !name.contains("<computed") else { return nil }
    return "\\\(name[dot...])"
  }
}

/// A property as people write it.
private func name<Root>(of keyPath: PartialKeyPath<Root>) -> String {
  func stored<State: ObservableState>(in type: State.Type) -> AnyKeyPath? {
    (keyPath as? PartialKeyPath<State>).flatMap { FieldTable<State>.ofRoot().path($0) }?.stored
  }
  // On Linux the runtime knows the names of stored properties, but not of computed ones such as the fields of
  // observable state. Those are stored under the same name with an underscore.
  guard let stored = (Root.self as? any ObservableState.Type).flatMap({ stored(in: $0) }) else {
    return keyPath.debugDescription
  }
  let parts = stored.debugDescription.split(separator: ".", omittingEmptySubsequences: false)
  return parts.map { $0.hasPrefix("_") ? $0.dropFirst() : $0 }.joined(separator: ".")
}
