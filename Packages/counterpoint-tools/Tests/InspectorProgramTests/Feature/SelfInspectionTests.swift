import CounterpointTestSupport
import Counterpoint
@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import Foundation
import Testing

@testable import InspectorProgram

/// An inspector that looks at an inspector.
@Suite(.ends) @MainActor struct SelfInspectionTests {
  @Test func anInspectorIsInspectedAndRecorded() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).recording.jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let inspector = try Inspector.listen(at: .loopback()) { _ in }
    let recorder = try Recorder(at: url)
    let program = SignUpSession.program()
    let initialState = InspectorFeature.State(program: program.description)
    let store = Store(initialState: initialState) {
      InspectorFeature(program: program)
    } withDependencies: {
      $0.inspector = inspector
      $0.recorder = recorder
    }
    for await state in store.states where state.hasEnded && state.details != nil { break }
    await store.send(.user(.selectionMoved(by: -1))).finish()

    let port = try #require(inspector.address.split(separator: ":").last.flatMap { UInt16($0) })
    let inspected = try InspectedProgram(at: .loopback(port: port), token: inspector.token)
    var outer = InspectorFeature.State(program: inspected.description)
    for try await events in inspected.batches() {
      outer.append(events)
      if outer.timeline.records.count == 5 { break }
    }
    let names = outer.timeline.records.map { outer.timeline.name(of: $0) }
    #expect(Set(names[..<3]) == ["eventsReceived", "ended", "detailsLoaded"])
    #expect(names[3...] == ["user.selectionMoved", "detailsLoaded"])
    #expect(outer.timeline.records[0].parent == 0)

    recorder.flush()
    let replay = Replay(try Recording(contentsOf: url), initialState: initialState) {
      InspectorFeature(program: program)
    }
    let result = replay.run()
    #expect(result.divergence == nil)
    #expect(result.state == store.withState { $0 })
  }
}
