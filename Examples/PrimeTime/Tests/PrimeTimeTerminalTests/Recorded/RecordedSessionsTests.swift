import CounterpointTesting
import PrimeTimeTerminal
import Testing

/// The sessions in the folder "Recordings", which `primetime --record` has written.
@Suite(.timeLimit(.minutes(20))) struct RecordedSessionsTests {
  @Test func theyAreRepeated() {
    expectReplays("../Recordings") { TerminalFeature() }
  }
}
