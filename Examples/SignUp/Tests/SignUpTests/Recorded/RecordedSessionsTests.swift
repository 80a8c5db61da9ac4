import CounterpointRecording
import CounterpointTesting
import SignUp
import Testing

/// The sessions in the folder "Recordings", which `signup --record` has written.
@Suite(.timeLimit(.minutes(20))) struct RecordedSessionsTests {
  @Test func theyAreRepeated() {
    let redaction = Redaction().redact(\SignUpDraft.password) { String(repeating: "x", count: $0.count) }
    expectReplays("../Recordings", redacting: redaction) {
      SignUpFeature()
    }
  }
}
