public import CustomDump

extension BindingAction: CustomDumpStringConvertible {
  /// `.set(\State.name, "Bach")`.
  public var customDumpDescription: String {
    var text = ""
    customDump(value, to: &text)
    return ".set(\(name(of: keyPath)), \(text))"
  }
}

/// A property as people write it.
private func name<Root>(of keyPath: PartialKeyPath<Root>) -> String {
  func stored<State: ObservableState>(in type: State.Type) -> AnyKeyPath? {
    (keyPath as? PartialKeyPath<State>).flatMap { FieldTable<State>.ofRoot().path($0) }?.stored
  }
  // The runtime knows the names of stored properties, but not, on Linux, of computed ones such as the fields of observable
  // state. Those are stored under the same name with an underscore.
  guard let stored = (Root.self as? any ObservableState.Type).flatMap({ stored(in: $0) }) else {
    return keyPath.debugDescription
  }
  let parts = stored.debugDescription.split(separator: ".", omittingEmptySubsequences: false)
  return parts.map { $0.hasPrefix("_") ? $0.dropFirst() : $0 }.joined(separator: ".")
}
