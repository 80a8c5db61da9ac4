import CounterpointCore

/// The names of properties of observable state in dumps: there, they are those of the storage, as in `_count`.
enum PropertyNames {
  /// A dump or a difference of dumps with the names that are used.
  ///
  /// - Parameters:
  ///   - text: The dump.
  ///   - value: What was dumped. Nothing is changed if there is no observable state in it, nor if there are shared values: the
  ///     wrapper's storage is where those are, and to rename only some properties of a state would tell them apart.
  static func asUsed(in text: String, of value: Any) -> String {
    guard contains(value, depth: 8), !SharedHandles(in: value).isHeld else { return text }
    return text.replacing(#/(?m)^([\s\u{2007}]*[−+]?[\s\u{2007}]*)_([A-Za-z]\w*: )/#) { "\($0.output.1)\($0.output.2)" }
  }

  private static func contains(_ value: Any, depth: Int) -> Bool {
    if value is any ObservableState { return true }
    let mirror = Mirror(reflecting: value)
    guard depth > 0, mirror.displayStyle != nil, mirror.displayStyle != .class else { return false }
    // Elements are alike.
    return mirror.children.prefix(50).contains { contains($0.value, depth: depth - 1) }
  }
}
