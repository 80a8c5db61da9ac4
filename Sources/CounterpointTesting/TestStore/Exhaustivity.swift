/// The degree to which a test has to assert the events in a store; see ``TestStore/exhaustivity``.
public enum Exhaustivity: Hashable, Sendable {
  /// The test must assert each state change, each action of an effect, and the end of each effect.
  case on
  /// Only the assertions of the test are checked.
  ///
  /// - Parameter showSkippedAssertions: Whether skipped assertions are shown, as notices that don't fail the test.
  case off(showSkippedAssertions: Bool)

  /// Only the assertions of the test are checked, and no notices are shown.
  public static let off = Self.off(showSkippedAssertions: false)
}
