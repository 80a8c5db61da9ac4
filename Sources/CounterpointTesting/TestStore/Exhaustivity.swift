/// How much of what happens a test has to assert; see ``TestStore/exhaustivity``.
public enum Exhaustivity: Hashable, Sendable {
  /// Everything: each change of state, each action of an effect, and the end of each effect.
  case on
  /// What the test asserts, and nothing else.
  ///
  /// - Parameter showSkippedAssertions: Whether what was not asserted is shown, as notices that don't fail the test.
  case off(showSkippedAssertions: Bool)

  /// What the test asserts, and nothing else, without notices.
  public static let off = Self.off(showSkippedAssertions: false)
}
