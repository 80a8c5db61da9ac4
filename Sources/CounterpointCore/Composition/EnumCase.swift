import CaseKeyPaths

/// The case that an enum is in, found by reflection.
struct EnumCase {
  /// Tells the case from the others.
  let name: AnyHashable
  /// The payload, if it is a single value, with or without a label.
  let payload: Any?

  /// `nil` where the value is no enum.
  @inline(never)
  init?<Value>(of value: Value) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    guard let (label, payload) = mirror.children.first else {
      // Without a payload the mirror has no label, and a description may be anything.
      self.name = Self.casePath(of: value) ?? AnyHashable("\(value)")
      self.payload = nil
      return
    }
    self.name = AnyHashable(label)
    // A payload with a label looks like a tuple of one.
    let tuple = Mirror(reflecting: payload)
    let isLabelled = tuple.displayStyle == .tuple && tuple.children.count == 1
    self.payload = isLabelled ? tuple.children.first?.value : payload
  }

  private static func casePath<Value>(of value: Value) -> AnyHashable? {
    func path<Known: CasePathable>(of value: Known) -> AnyHashable? {
      (Known.allCasePaths as? any CasePathReflectable<Known>)?[value]
    }
    return (value as? any CasePathable).flatMap { path(of: $0) }
  }
}
