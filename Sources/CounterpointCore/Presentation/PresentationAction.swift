/// The actions of a presented child, and its dismissal.
public enum PresentationAction<Action> {
  /// The child is to go. The parent's reducer sees the child once more; then its state becomes `nil`.
  case dismiss
  /// An action of the child.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Decodable where Action: Decodable {}
extension PresentationAction: Encodable where Action: Encodable {}
