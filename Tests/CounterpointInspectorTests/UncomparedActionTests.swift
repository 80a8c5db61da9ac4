import Counterpoint
@_spi(Internals) import CounterpointRecording
import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointInspector

/// A recording of a large state does not have the state after each action, and the inspector says so.
@Suite(.ends) @MainActor struct UncomparedActionTests {
  private let file: URL

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "uncompared-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appending(path: "counting.recording.jsonl")
  }

  /// Records five actions, of which the third is followed by a comparison.
  private func record(_ size: Int, isKilled: Bool = false) throws -> InspectedProgram {
    let recorder = try CounterpointRecording.Recorder(at: file, durability: isKilled ? .mapped : .batched)
    let store = Store(initialState: Counter.State(secret: String(repeating: "x", count: size))) {
      Counter()
    } withDependencies: {
      $0.recorder = recorder
    }
    for number in 1...5 {
      store.send(.increment)
      if number == 3 { recorder.flush() }
    }
    if !isKilled { recorder.flush() }
    defer { withExtendedLifetime((store, recorder)) {} }
    return try InspectedProgram(recording: file)
  }

  private func events(of program: InspectedProgram) async throws -> [InspectedEvent] {
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    var events: [InspectedEvent] = []
    for try await batch in program.batches() { events += batch }
    return events
  }

  private func comparisons(_ events: [InspectedEvent]) -> [InspectedComparison] {
    events.compactMap { event in
      switch event {
      case .action(let action): action.comparison
      case .compared(_, _, let comparison): comparison
      default: nil
      }
    }
  }

  @Test func theActionsOfASmallStateAreCompared() async throws {
    let program = try record(10)
    let events = try await events(of: program)
    #expect(comparisons(events) == (0..<5).map { .since($0) })
    for number in 0...5 {
      let state = try await program.state(1, number)
      #expect(state.earlierNumber == nil)
      #expect(state.value["count"] == .integer(Int64(number)))
    }
  }

  @Test func theActionsOfALargeStateAreNotCompared() async throws {
    let program = try record(10_000)
    let events = try await events(of: program)
    #expect(comparisons(events) == [.missing, .missing, .missing, .since(0), .missing, .missing, .since(3)])
    let results = events.compactMap { if case .result(let result) = $0 { result } else { nil } }
    #expect(results.map(\.number) == [3, 5])
    #expect(results.map(\.changedFields) == [["count"], ["count"]])
    #expect(results.map(\.changedSince) == [0, 3])
    var shown: [Int] = []
    for number in 0...5 {
      let state = try await program.state(1, number)
      shown.append(state.earlierNumber ?? number)
      #expect(state.value["count"] == .integer(Int64(shown[number])))
    }
    #expect(shown == [0, 0, 0, 3, 3, 5])
  }

  @Test(arguments: [10, 10_000]) func theEndOfAKilledRecorderIsNotCompared(_ size: Int) async throws {
    let program = try record(size, isKilled: true)
    let events = try await events(of: program)
    let state = try await program.state(1, 5)
    if size == 10 {
      #expect(comparisons(events).last == .since(4))
      #expect(state.earlierNumber == nil)
    } else {
      #expect(comparisons(events).last == .missing)
      #expect(state.earlierNumber == 3)
    }
  }

  @Test func anOlderRecordingDoesNotSayWhatWasCompared() async throws {
    _ = try record(10)
    let text = try String(contentsOf: file, encoding: .utf8).replacing(#/,"c":[01]}/#, with: "}")
    try Data(text.utf8).write(to: file)
    let comparisons = comparisons(try await events(of: InspectedProgram(recording: file)))
    #expect(comparisons == (0..<5).flatMap { [.unknown, .since($0)] })
  }

  @Test func anActionWithoutItsResultIsNotCompared() async throws {
    var reader = EventReader()
    var states = RecordedStates()
    let lines = [
      #"{"v":1,"s":1,"feature":"A","at":1,"c":1}"#, #"{"s":1,"n":0,"stack":0,"state":{"a":1}}"#,
      #"{"s":1,"n":1,"t":1,"by":["u","A.swift:1"],"a":1}"#, #"{"s":1,"n":2,"t":2,"by":["u","A.swift:1"],"a":2}"#,
    ]
    for line in lines {
      let bytes = Array(line.utf8)[...]
      let parsed = try RecordingLine(parsing: bytes)
      states.append(parsed, bytes)
      _ = try reader.events(of: parsed)
    }
    #expect(reader.eventsAtEnd() == [.compared(store: 1, number: 2, .missing)])
    #expect(try states.state(1, 1).earlierNumber == nil)
    #expect(try states.state(1, 2).earlierNumber == 1)
  }
}
