import CustomDump
import StateSharing

/// A state as an assertion about shared values sees it, for dumps: the values that its wrappers show, each in its place.
///
/// To a dump a shared value is one object, which it shows where it comes first. Who reads a failure wants to see a value wherever
/// a feature has it. Wrappers in collections and in payloads of cases are left to the dump.
struct ShownState: CustomReflectable {
  /// What of a shared value is shown.
  enum Side {
    /// What the assertion expects.
    case expected
    /// What is.
    case actual
  }

  private let value: Any
  private let side: Side

  /// A value as it is shown: itself, if there is no shared value in it.
  ///
  /// - Parameters:
  ///   - value: The state, or a part of it.
  ///   - side: What is shown of shared values. Those belong to the assertion that is running.
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
    // A dump names the type of which the mirror is.
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
