import CounterpointTesting
import SharedStats
import Testing

/// The sessions in the folder "Recordings", which `sharedstats --record` has written.
@Suite(.timeLimit(.minutes(20))) struct RecordedSessionsTests {
  @Test func theyAreRepeated() {
    expectReplays("../Recordings") { SharedState() }
  }
}
