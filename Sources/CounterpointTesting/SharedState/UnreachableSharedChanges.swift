/// The handling of changes of shared values that can't be asserted, because the state doesn't contain the values.
public enum UnreachableSharedChanges: Hashable, Sendable {
  /// The changes are ignored.
  case ignore
  /// The changes fail an exhaustive test at the `send` or `receive` of the action that made them.
  case report
}
