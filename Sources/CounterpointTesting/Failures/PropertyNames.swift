import CounterpointCore
import StateSharing

/// The names of properties of observable state, and of wrapped ones, in dumps: there, they are those of the storage, as in
/// `_count`.
enum PropertyNames {
  /// A dump or a difference of dumps with the names that are used.
  ///
  /// - Parameters:
  ///   - text: The dump.
  ///   - value: What was dumped. Nothing is changed if there is no observable state in it.
  static func asUsed(in text: String, of value: Any) -> String {
    guard contains(value, depth: 8) else { return text }
    return text.replacing(#/(?m)^([\s\u{2007}]*[−+]?[\s\u{2007}]*)_([A-Za-z]\w*: )/#) { "\($0.output.1)\($0.output.2)" }
  }

  private static func contains(_ value: Any, depth: Int) -> Bool {
    if value is any ObservableState || value is any SharedHandle { return true }
    let mirror = Mirror(reflecting: value)
    guard depth > 0, mirror.displayStyle != nil, mirror.displayStyle != .class else { return false }
    // Elements are alike.
    return mirror.children.prefix(50).contains { contains($0.value, depth: depth - 1) }
  }
}
