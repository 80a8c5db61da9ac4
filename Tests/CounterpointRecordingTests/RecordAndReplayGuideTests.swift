import CounterpointTestSupport
import Counterpoint
import CounterpointRecording
import Foundation
import Testing

/// The code of the page "Record and replay".
@Suite(.ends) @MainActor struct RecordAndReplayGuideTests {
  @Test func aSessionIsRecordedAndReplayed() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("notes.recording.jsonl")
    let recorder = try Recorder(at: url)
    let store = Store(initialState: Notes.State()) {
      Notes()
    } withDependencies: {
      $0.recorder = recorder
    }
    store.send(.openTapped)
    recorder.flush()
    let recording = try Recording(contentsOf: url)
    let result = Replay(recording) { Notes() }.run()
    #expect(result.divergence == nil)
    #expect(result.state == store.withState { $0 })
  }

  @Test func migrationsAreNotAskedWithoutNeed() throws {
    let folder = try TemporaryFolder()
    let recorder = try Recorder(at: folder.file("notes.jsonl"))
    let store = Store(initialState: Notes.State()) {
      Notes()
    } withDependencies: {
      $0.recorder = recorder
    }
    store.send(.openTapped)
    recorder.flush()
    let recording = try Recording(contentsOf: folder.file("notes.jsonl"))
    let result = Replay(recording, migrations: [.renameCase("openTapped", to: "editTapped")]) { Notes() }.run()
    #expect(result.divergence == nil)
  }

  @Test func aPasswordIsNotInTheFile() throws {
    let redaction = Redaction()
      .redact(\Notes.Draft.password) { String(repeating: "x", count: $0.count) }
    let folder = try TemporaryFolder()
    let recorder = try Recorder(at: folder.file("notes.jsonl"), redacting: redaction)
    let store = Store(initialState: Notes.State()) {
      Notes()
    } withDependencies: {
      $0.recorder = recorder
    }
    store.send(.binding(.set(\.draft.password, "tiger")))
    recorder.flush()
    let text = try String(contentsOf: folder.file("notes.jsonl"), encoding: .utf8)
    #expect(text.contains("xxxxx"))
    #expect(!text.contains("tiger"))
  }
}
