import CounterpointTestSupport
import Counterpoint
@_spi(Internals) @testable import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import Foundation
import Testing

@Suite(.ends) @MainActor struct StoreRequestsTests {
  private let folder: TemporaryProgramFolder

  init() throws {
    folder = try TemporaryProgramFolder()
  }

  /// A counter whose inspector has a client that may do everything.
  private func inspectedStore(
    redacting redaction: Redaction = Redaction(),
    recorder: CounterpointRecording.Recorder? = nil
  ) throws -> (store: StoreOf<Counter>, program: InspectedProgram) {
    let inspector = try folder.listen(allowing: [.look, .travel, .send], redacting: redaction)
    let store = Store(initialState: Counter.State(secret: "hunter2")) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
      $0.recorder = recorder
    }
    return (store, try InspectedProgram(named: "test", in: folder.folder))
  }

  private func count(after number: Int, _ program: InspectedProgram) async throws -> JSONValue? {
    try await program.state(1, number).value["count"]
  }

  @Test func aClientShowsAnEarlierMoment() async throws {
    let (store, program) = try inspectedStore()
    for _ in 1...3 { store.send(.increment) }
    try await program.perform(.show(store: 1, number: 1))
    #expect(store.count == 1)
    store.send(.increment)
    try await program.perform(.goLive(store: 1))
    #expect(store.count == 3)
    var shown: [InspectedEvent] = []
    var events = EventIterator(program)
    while shown.count < 3, let event = try await events.next() { if case .shown = event { shown.append(event) } }
    #expect(
      shown == [
        .shown(store: 1, number: 1, refused: 0), .shown(store: 1, number: 1, refused: 1),
        .shown(store: 1, number: nil, refused: 1),
      ]
    )
  }

  @Test func aClientGoesOnFromAnEarlierMoment() async throws {
    let (store, program) = try inspectedStore()
    for _ in 1...3 { store.send(.increment) }
    try await program.perform(.resume(store: 1, number: 1))
    #expect(store.count == 1)
    store.send(.decrement)
    #expect(store.count == 0)
    // The forgotten moments are known from the lines that the client has got.
    var events = EventIterator(program)
    var resumed: InspectedEvent?
    while let event = try await events.next() {
      if case .resumed = event { resumed = event }
      if case .result(let result) = event, result.number == 4 { break }
    }
    #expect(resumed == .resumed(store: 1, from: 1, last: 3))
    #expect(try await count(after: 1, program) == 1)
    #expect(try await count(after: 3, program) == 3)
    #expect(try await count(after: 4, program) == 0)
    await #expect(throws: InspectionError.self) { try await program.perform(.show(store: 1, number: 3)) }
  }

  @Test func aClientSendsActions() async throws {
    let (store, program) = try inspectedStore()
    try await program.perform(.send(store: 1, action: .object(["increment": .object([:])])))
    #expect(store.count == 1)
    let unknown = await #expect(throws: InspectionError.self) {
      try await program.perform(.send(store: 1, action: .object(["explode": .object([:])])))
    }
    #expect(unknown?.description.contains("can't be decoded") == true)
    try await program.perform(.show(store: 1, number: 0))
    let early = await #expect(throws: InspectionError.self) {
      try await program.perform(.send(store: 1, action: .object(["increment": .object([:])])))
    }
    #expect(early?.description.contains("earlier moment") == true)
  }

  @Test func keptStatesAreRedacted() async throws {
    let (store, program) = try inspectedStore(redacting: Redaction().redact(\Counter.State.secret) { _ in "***" })
    store.send(.increment)
    #expect(try await program.state(1, 0).value == .object(["count": 0, "secret": "***"]))
  }

  @Test func aReleasedStoreAnswersWithTheReason() async throws {
    let inspector = try folder.listen(allowing: [.travel])
    var store: StoreOf<Counter>? = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
    }
    let program = try InspectedProgram(named: "test", in: folder.folder)
    store?.send(.increment)
    store = nil
    let error = await #expect(throws: InspectionError.self) {
      try await program.perform(.show(store: 1, number: 0))
    }
    #expect(error?.description.contains("released") == true)
  }

  @Test func aRecordingWithAJumpReplays() async throws {
    let url = URL(filePath: folder.folder.path + "/session.recording.jsonl")
    let recorder = try Recorder(at: url)
    let (store, program) = try inspectedStore(recorder: recorder)
    for _ in 1...3 { store.send(.increment) }
    try await program.perform(.show(store: 1, number: 2))
    try await program.perform(.resume(store: 1, number: 1))
    store.send(.decrement)
    recorder.flush()
    let result = Replay(try Recording(contentsOf: url)) { Counter() }.run()
    #expect(result.divergence == nil)
    #expect(result.steps.map(\.state.count) == [1, 2, 3, 0])
    let recording = try InspectedProgram(recording: url)
    for try await _ in recording.batches() {}
    #expect(try await count(after: 3, recording) == 3)
    #expect(try await count(after: 4, recording) == 0)
  }
}
