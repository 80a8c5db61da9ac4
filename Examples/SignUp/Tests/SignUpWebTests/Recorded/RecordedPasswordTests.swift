import CounterpointHTML
import CounterpointRecording
import CounterpointSessions
import CounterpointSessionsTestSupport
import Foundation
import SignUp
import SignUpWeb
import Testing

@Suite(.timeLimit(.minutes(20))) struct RecordedPasswordTests {
  @Test(arguments: [true, false])
  func aRecordingHasNoPassword(hasScript: Bool) async throws {
    let file = FileManager.default.temporaryDirectory.appending(component: "signup-\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let recorder = try Recorder(at: file, redacting: .signUp)
    let visitor = Visitor(WebSite(.signUp(.inMemory(), recorder: recorder)), hasScript: hasScript)
    try await visitor.open()
    try await visitor.fillIn()
    try await visitor.click("Sign up")
    try await visitor.wait { $0.text.contains("Welcome, Blob.") }
    recorder.flush()
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("passwordEntered"))
    #expect(text.contains("xxxxxxxxxxxxx"))
    #expect(!text.contains("correct horse"))
  }
}
