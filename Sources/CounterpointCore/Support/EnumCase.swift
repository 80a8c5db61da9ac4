import CaseKeyPaths

/// The current case of an enum, determined by reflection.
struct EnumCase {
  /// The name of the case.
  let name: AnyHashable
  /// The payload, if it is a single value, with or without a label.
  let payload: Any?

  /// Returns `nil` if the value is not an enum.
  // Not inlined, because its stack frame has room for a copy of the value.
  @inline(never)
  init?<Value>(of value: Value) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    guard let (label, payload) = mirror.children.first else {
      // A case without payload has no label in its mirror. The case path is preferred, because the description may be
      // customized.
      self.name = Self.casePath(of: value) ?? AnyHashable("\(value)")
      self.payload = nil
      return
    }
    self.name = AnyHashable(label)
    // A payload with a label is reflected as a tuple with one element.
    let tuple = Mirror(reflecting: payload)
    let isLabeled = tuple.displayStyle == .tuple && tuple.children.count == 1
    self.payload = isLabeled ? tuple.children.first?.value : payload
  }

  private static func casePath<Value>(of value: Value) -> AnyHashable? {
    func path<Enum: CasePathable>(of value: Enum) -> AnyHashable? {
      (Enum.allCasePaths as? any CasePathReflectable<Enum>)?[value]
    }
    return (value as? any CasePathable).flatMap { path(of: $0) }
  }
}
