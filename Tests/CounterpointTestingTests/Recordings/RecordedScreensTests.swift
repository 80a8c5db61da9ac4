import Counterpoint
import CounterpointRecording
import CounterpointTestSupport
import CounterpointTesting
import Foundation
import Testing

/// The test that a recording becomes stands here: it equals the written one, and passes.
@Suite(.ends) @MainActor struct RecordedScreensTests {
  @Test func anInitialStateThatCannotBeWrittenIsThatOfTheRecording() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).recording.jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let recorder = try CounterpointRecording.Recorder(at: file)
    let recorded = Store(initialState: Vault.State.locked()) {
      Vault()
    } withDependencies: {
      $0.recorder = recorder
    }
    recorded.send(.open)
    recorder.flush()
    let source = try await TestStore.source(of: file) { Vault() }
    let start = try #require(source.range(of: "let replay = "))
    let end = try #require(source.range(of: "}\n", options: .backwards))
    let own = try String(contentsOfFile: #filePath, encoding: .utf8)
    let statements = source[start.lowerBound..<end.lowerBound].filter { !$0.isWhitespace }
    #expect(own.filter { !$0.isWhitespace }.contains(statements), "\(source)")

    let recording = try Recording(contentsOf: file)

    let replay = Replay(recording) { Vault() }.run()
    let initialState = try #require(replay.initialState)
    let store = TestStore(initialState: initialState) {
      RecordedAnswers(recording) { Vault() }
    }
    #expect(replay.divergence == nil)

    await store.send(.open) {
      $0.tries = 1
    }
  }

  /// A recording whose first state can't be encoded.
  @Test func aRecordingWithoutAnInitialStateBecomesNoTest() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).recording.jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = [
      #"{"v":1,"s":1,"feature":"Vault","at":0,"c":1}"#,
      #"{"s":1,"n":0,"stack":0,"state":null,"opaque":"State: not 'Encodable'"}"#,
    ]
    try lines.joined(separator: "\n").appending("\n").write(to: file, atomically: true, encoding: .utf8)
    let error = await #expect(throws: (any Error).self) { try await TestStore.source(of: file) { Vault() } }
    #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("The recording has no state to begin with."), "\(error as Any)")
  }

  @Test func screensAndPresentationsBecomeATest() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "screens-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "screens.recording.jsonl")
    try await record(to: file)
    let source = try await TestStore.source(of: file) { Screens() }
    let start = try #require(source.range(of: "#expect(replay.divergence == nil)\n"))
    let end = try #require(source.range(of: "}\n", options: .backwards))
    let own = try String(contentsOfFile: #filePath, encoding: .utf8)
    // The statements below are formatted.
    let statements = source[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
    #expect(own.filter { !$0.isWhitespace }.contains(statements), "\(source)")

    let recording = try Recording(contentsOf: file)
    let replay = Replay(recording) { Screens() }.run()
    let store = TestStore(initialState: Screens.State(path: StackState(), sheet: nil, hidden: nil)) {
      RecordedAnswers(recording) { Screens() }
    }

    await store.send(.push("a")) {
      $0.path[id: 0] = .detail(Detail.State(title: "a", alarm: nil, alert: nil, destination: nil, tags: []))
    }
    await store.send(.push("b")) {
      $0.path[id: 1] = .detail(Detail.State(title: "b", alarm: nil, alert: nil, destination: nil, tags: []))
    }
    await store.send(.path(.element(id: 0, action: .detail(.noteTapped)))) {
      $0.path[id: 0, case: \.detail]?.destination = .note(Note.State(text: "n", inner: nil))
    }
    await store.send(.path(.element(id: 0, action: .detail(.destination(.presented(.note(.open))))))) {
      $0.path[id: 0, case: \.detail]?.destination?[case: \.note]?.inner = Alarm.State(id: 1, rings: 0)
    }
    await store.send(
      .path(.element(id: 0, action: .detail(.destination(.presented(.note(.inner(.presented(.ring))))))))
    ) {
      $0.path[id: 0, case: \.detail]?.destination?[case: \.note]?.inner = Alarm.State(id: 1, rings: 1)
    }
    await store.send(.path(.element(id: 0, action: .detail(.destination(.presented(.note(.inner(.dismiss)))))))) {
      $0.path[id: 0, case: \.detail]?.destination?[case: \.note]?.inner = nil
    }
    await store.send(.path(.popFrom(id: 1))) {
      $0.path[id: 1] = nil
    }
    await store.send(.path(.element(id: 0, action: .detail(.load))))
    await store.receive(\.path[id: 0].detail.loaded, "x") {
      $0.path[id: 0, case: \.detail]?.tags.insert("x")
    }
    await store.send(.path(.push(id: 1, state: .alarm(Alarm.State(id: 9, rings: 0))))) {
      $0.path[id: 1] = .alarm(Alarm.State(id: 9, rings: 0))
    }
    await store.send(.path(.element(id: 1, action: .alarm(.ring)))) {
      $0.path[id: 1, case: \.alarm] = Alarm.State(id: 9, rings: 1)
    }
    await store.send(.open("c")) {
      $0.sheet = Detail.State(title: "c", alarm: nil, alert: nil, destination: nil, tags: [])
    }
    await store.send(.sheet(.presented(.dest2))) {
      $0.sheet?.destination = .alarm(Alarm.State(id: 1, rings: 0))
    }
    await store.send(.sheet(.presented(.destination(.presented(.alarm(.ring)))))) {
      $0.sheet?.destination?[case: \.alarm] = Alarm.State(id: 1, rings: 1)
    }
    await store.send(.sheet(.presented(.alertTapped))) {
      $0.sheet?.alert = AlertState {
        TextState("Sure?")
      } actions: {
        ButtonState(action: .yes) { TextState("Yes") }
      }
    }
    await store.send(.sheet(.presented(.alert(.presented(.yes))))) {
      $0.sheet?.alert = nil
    }
    await store.send(.sheet(.presented(.alarmTapped))) {
      $0.sheet?.alarm = Alarm.State(id: 1, rings: 0)
    }
    await store.send(.sheet(.presented(.alarm(.presented(.done))))) {
      $0.sheet?.alarm = nil
    }
    await store.send(.replace) {
      $0.path[id: 0] = .alarm(Alarm.State(id: 3, rings: 0))
      $0.sheet?.title = "s"
      $0.sheet?.alarm = Alarm.State(id: 4, rings: 0)
      $0.sheet?.destination = .note(Note.State(text: "x", inner: Alarm.State(id: 5, rings: 0)))
    }
    await store.send(.sheet(.presented(.destination(.dismiss)))) {
      $0.sheet?.destination = nil
    }
    await store.send(.reset) {
      $0.path[id: 0] = nil
      $0.path[id: 1] = nil
      $0.path[id: 2] = .detail(
        Detail.State(title: "d", alarm: nil, alert: nil, destination: .alarm(Alarm.State(id: 6, rings: 0)), tags: [])
      )
      $0.path[id: 3] = .alarm(Alarm.State(id: 8, rings: 0))
      $0.sheet?.destination = .alarm(Alarm.State(id: 6, rings: 0))
    }
    await store.send(.hidden) {
      $0 = replay.steps[21].state  // Asserts nothing: write this line by hand.
    }
    await store.send(.grow) {
      $0 = replay.steps[22].state  // Asserts nothing: write this line by hand.
    }
  }

  private func record(to file: URL) async throws {
    let recorder = try CounterpointRecording.Recorder(at: file)
    let store = Store(initialState: Screens.State()) {
      Screens()
    } withDependencies: {
      $0.recorder = recorder
    }
    func send(_ action: Detail.Action) { store.send(.sheet(.presented(action))) }
    store.send(.push("a"))
    store.send(.push("b"))
    let ids = store.withState { $0.path.ids.map(\.self) }
    func send(_ action: Detail.Action, to id: StackElementID) {
      store.send(.path(.element(id: id, action: .detail(action))))
    }
    send(.noteTapped, to: ids[0])
    send(.destination(.presented(.note(.open))), to: ids[0])
    send(.destination(.presented(.note(.inner(.presented(.ring))))), to: ids[0])
    send(.destination(.presented(.note(.inner(.dismiss)))), to: ids[0])
    store.send(.path(.popFrom(id: ids[1])))
    await store.send(.path(.element(id: ids[0], action: .detail(.load)))).finish()
    store.send(.path(.push(id: ids[1], state: .alarm(Alarm.State(id: 9)))))
    store.send(.path(.element(id: ids[1], action: .alarm(.ring))))
    store.send(.open("c"))
    send(.dest2)
    send(.destination(.presented(.alarm(.ring))))
    send(.alertTapped)
    send(.alert(.presented(.yes)))
    send(.alarmTapped)
    send(.alarm(.presented(.done)))
    store.send(.replace)
    store.send(.sheet(.presented(.destination(.dismiss))))
    store.send(.reset)
    store.send(.hidden)
    store.send(.grow)
    recorder.flush()
  }
}
