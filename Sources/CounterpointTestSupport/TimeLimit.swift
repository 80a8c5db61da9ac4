public import Testing

extension Trait where Self == TimeLimitTrait {
  /// The time limit of tests that wait, so that they fail instead of hanging. The limit is long, because all tests of
  /// a run begin at once and share the machine.
  public static var ends: Self { .timeLimit(.minutes(60)) }
}
