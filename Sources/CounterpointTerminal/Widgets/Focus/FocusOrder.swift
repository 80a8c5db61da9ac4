/// The order in which the tabulator key goes through the fields of a form.
///
/// What has the focus belongs to the feature's state, as `nil` or one of the fields:
///
/// ```swift
/// let order = FocusOrder<Field>([.name, .password, .signUpButton])
/// order.focus(after: key, from: state.focus)  // .password if that was tab, and the name had the focus
/// ```
public struct FocusOrder<Field: Equatable> {
  /// The fields that can have the focus now, in order.
  public var fields: [Field]

  /// Makes an order.
  ///
  /// - Parameter fields: The fields that can have the focus now; leave out what is hidden or disabled.
  public init(_ fields: [Field]) { self.fields = fields }

  /// Returns the field with the focus after a key.
  ///
  /// - Parameters:
  ///   - key: The pressed key.
  ///   - current: The field with the focus. If it is nil or not one of ``fields``, the order begins again.
  /// - Returns: The next field for tab and the previous one for tab with shift, around the ends; `nil` for every
  ///   other key, and if there are no fields.
  public func focus(after key: Key, from current: Field?) -> Field? {
    let step: Int
    switch key {
    case .tab: step = 1
    case .backTab, Key.tab.with(.shift), Key.backTab.with(.shift): step = -1
    default: return nil
    }
    guard !fields.isEmpty else { return nil }
    guard let current, let index = fields.firstIndex(of: current) else { return step > 0 ? fields.first : fields.last }
    return fields[(index + step + fields.count) % fields.count]
  }
}

extension FocusOrder: Equatable {}
extension FocusOrder: Hashable where Field: Hashable {}
extension FocusOrder: Sendable where Field: Sendable {}
