/// The order in which the tab key moves the focus through the fields of a form.
///
/// The focused field is part of the feature's state, as `nil` or one of the fields:
///
/// ```swift
/// let order = FocusOrder<Field>([.name, .password, .signUpButton])
/// order.handle(.key(.tab), focused: .name)  // .focus(.password)
/// ```
public struct FocusOrder<Field: Equatable> {
  /// The request after an event that the order handles.
  public enum Outcome {
    /// Focus this field.
    case focus(Field)
  }

  /// The fields that can have the focus now, in order.
  public var fields: [Field]

  /// Creates an order.
  ///
  /// - Parameter fields: The fields that can have the focus now, without hidden and disabled fields.
  public init(_ fields: [Field]) { self.fields = fields }

  /// Returns the field to focus after tab or shift-tab. The order continues at the other end.
  ///
  /// - Parameters:
  ///   - event: The event of the terminal.
  ///   - focused: The focused field. If it is `nil` or not one of ``fields``, the order begins at an end.
  /// - Returns: The outcome; `nil` if the order ignores the event or has no fields.
  public func handle(_ event: TerminalEvent, focused: Field?) -> Outcome? {
    let step: Int
    switch event {
    case .key(.tab): step = 1
    case .key(.backTab), .key(Key.tab.with(.shift)), .key(Key.backTab.with(.shift)): step = -1
    default: return nil
    }
    guard let first = fields.first, let last = fields.last else { return nil }
    guard let focused, let index = fields.firstIndex(of: focused) else { return .focus(step > 0 ? first : last) }
    return .focus(fields[(index + step + fields.count) % fields.count])
  }
}

extension FocusOrder: Equatable {}
extension FocusOrder: Hashable where Field: Hashable {}
extension FocusOrder: Sendable where Field: Sendable {}
extension FocusOrder.Outcome: Equatable {}
extension FocusOrder.Outcome: Hashable where Field: Hashable {}
extension FocusOrder.Outcome: Sendable where Field: Sendable {}
