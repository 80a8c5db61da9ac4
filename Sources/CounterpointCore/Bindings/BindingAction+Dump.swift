public import CustomDump

extension BindingAction: CustomDumpReflectable {
  /// `.set(\State.name, "Bach")`.
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["set": (PropertyName(keyPath), value)], displayStyle: .enum)
  }
}

/// A property as people write it.
private struct PropertyName<Root>: CustomDumpStringConvertible {
  let customDumpDescription: String

  init(_ keyPath: PartialKeyPath<Root>) {
    func stored<State: ObservableState>(in type: State.Type) -> AnyKeyPath? {
      (keyPath as? PartialKeyPath<State>).flatMap { State._$field(at: $0) }?.stored
    }
    // The runtime knows the names of stored properties, but not, on Linux, of computed ones such as the fields of observable
    // state. Those are stored under the same name with an underscore.
    guard let stored = (Root.self as? any ObservableState.Type).flatMap({ stored(in: $0) }) else {
      customDumpDescription = keyPath.debugDescription
      return
    }
    let parts = stored.debugDescription.split(separator: ".", omittingEmptySubsequences: false)
    customDumpDescription = parts.map { $0.hasPrefix("_") ? $0.dropFirst() : $0 }.joined(separator: ".")
  }
}
