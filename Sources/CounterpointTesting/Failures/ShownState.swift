import CustomDump
import StateSharing

/// A state for dumps in an assertion about shared values: each wrapper is replaced with its value.
///
/// A dump treats a shared value as one object and shows it only at its first occurrence. A failure should show it at
/// every occurrence. Wrappers in collections and in payloads of cases are left to the dump.
struct ShownState: CustomReflectable {
  /// The value of a shared value that is shown.
  enum Side {
    /// The value that the assertion expects.
    case expected
    /// The actual value.
    case actual
  }

  private let value: Any
  private let side: Side

  /// Returns the value to dump: the value itself if it contains no shared value.
  ///
  /// - Parameters:
  ///   - value: The state, or a part of it.
  ///   - side: The side of shared values, in the running assertion.
  static func showing(_ value: Any, _ side: Side) -> Any {
    guard SharedHandles(in: value).isHeld else { return value }
    if let handle = value as? any SharedHandle {
      let (expected, actual) = handle.comparison(with: handle)
      return showing(side == .expected ? expected : actual, side)
    }
    if let value = value as? any CustomDumpRepresentable { return showing(value.customDumpValue, side) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { showing($0.value, side) } ?? value
    case .struct: return ShownState(value: value, side: side)
    default: return value
    }
  }

  var customMirror: Mirror {
    // The dump shows the name of the type for which the mirror was created.
    func mirror<Value>(of value: Value) -> Mirror {
      let children = Mirror(reflecting: value).children.filter { $0.label?.hasPrefix("_$") != true }
      return Mirror(
        value,
        children: children.map { (label: $0.label, value: Self.showing($0.value, side)) },
        displayStyle: .struct
      )
    }
    return _openExistential(value, do: mirror)
  }
}
