/// Tells what a binding leads to: bindings to the same property of the same object, store or value have equal ones.
///
/// A toolkit keeps by it what belongs to a binding, such as which field has the focus.
public struct UIBindingIdentifier: Hashable, Sendable {
  // Safe because it never changes and nothing is done with it but to compare it.
  nonisolated(unsafe) private let identity: AnyHashable

  /// Tells what a binding leads to.
  public init<Value>(_ binding: UIBinding<Value>) {
    unsafe identity = binding.location.identity
  }

  /// Whether both lead to the same.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    unsafe lhs.identity == rhs.identity
  }

  /// Hashes what it leads to.
  public func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(identity)
  }
}
