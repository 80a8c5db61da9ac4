import Counterpoint
@_spi(Internals) import CounterpointRecording
import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointInspector

/// A recording has the state after each action, unless it could not be encoded, and the inspector says so.
@Suite(.ends) @MainActor struct UncomparedActionTests {
  private let file: URL

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "uncompared-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appending(path: "counting.recording.jsonl")
  }

  /// Records five actions.
  private func record(_ size: Int, isKilled: Bool = false) throws -> InspectedProgram {
    let recorder = try CounterpointRecording.Recorder(at: file, durability: isKilled ? .mapped : .batched)
    let store = Store(initialState: Counter.State(secret: String(repeating: "x", count: size))) {
      Counter()
    } withDependencies: {
      $0.recorder = recorder
    }
    for _ in 1...5 { store.send(.increment) }
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

  @Test(arguments: [10, 10_000], [true, false])
  func eachActionIsCompared(_ size: Int, _ isKilled: Bool) async throws {
    let program = try record(size, isKilled: isKilled)
    let events = try await events(of: program)
    #expect(comparisons(events) == (0..<5).map { .since($0) })
    for number in 0...5 {
      let state = try await program.state(1, number)
      #expect(state.earlierNumber == nil)
      #expect(state.value["count"] == .integer(Int64(number)))
    }
  }

  @Test func aStateThatCanNotBeEncodedIsNotCompared() async throws {
    var reader = EventReader()
    var states = RecordedStates()
    var events: [InspectedEvent] = []
    let lines = [
      #"{"v":1,"s":1,"feature":"A","at":1,"c":1}"#, #"{"s":1,"n":0,"stack":0,"state":{"a":1}}"#,
      #"{"s":1,"n":1,"t":1,"by":["u","A.swift:1"],"a":1}"#, #"{"s":1,"n":1,"f":{"a":2}}"#,
      #"{"s":1,"n":2,"t":2,"by":["u","A.swift:1"],"a":2}"#, #"{"s":1,"n":2,"c":0}"#,
      #"{"s":1,"n":3,"t":3,"by":["u","A.swift:1"],"a":3,"c":0}"#, #"{"s":1,"n":3,"c":0}"#,
      #"{"s":1,"n":3,"stack":0,"state":{"a":4}}"#, #"{"s":1,"n":4,"t":4,"by":["u","A.swift:1"],"a":2}"#,
      #"{"s":1,"n":4}"#,
    ]
    for line in lines {
      let bytes = Array(line.utf8)[...]
      let parsed = try RecordingLine(parsing: bytes)
      states.append(parsed, bytes)
      events += try reader.events(of: parsed)
    }
    #expect(comparisons(events) == [.since(0), .since(1), .missing, .missing, .since(1), .since(3)])
    #expect(try (1...4).map { try states.state(1, $0).earlierNumber } == [nil, 1, nil, nil])
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

  /// The limit is that of all stores, and the lines of the largest are removed first.
  @Test func aBusyStoreDoesNotTakeTheStatesOfOthers() throws {
    var states = RecordedStates(limit: 2000)
    func append(_ line: String) throws {
      let bytes = Array(line.utf8)[...]
      states.append(try RecordingLine(parsing: bytes), bytes)
    }
    for store in [1, 2] { try append(#"{"s":\#(store),"n":0,"stack":0,"state":{"a":0}}"#) }
    for number in 1...200 { try append(#"{"s":1,"n":\#(number),"f":{"a":\#(number)}}"#) }
    try append(#"{"s":2,"n":1,"f":{"a":1}}"#)
    #expect(try states.state(2, 1).value["a"] == .integer(1))
    #expect(throws: InspectionError.self) { try states.state(1, 1) }
  }
}
