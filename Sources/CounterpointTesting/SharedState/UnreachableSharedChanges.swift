/// What a test store does about changes of shared values that no assertion can speak of, because the state does not hold them.
public enum UnreachableSharedChanges: Hashable, Sendable {
  /// Nothing.
  case ignore
  /// They fail an exhaustive test at the `send` or `receive` of the action that made them.
  case report
}
