import CounterpointTestSupport
import Counterpoint
@_spi(Internals) @testable import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import Foundation
import Testing

@Suite(.ends) struct InspectedProgramTests {
  @Test func aRecordingMayOnlyBeLookedAt() {
    #expect(InspectedProgram.Description(name: "a").permissions == [.look])
  }

  @MainActor @Test func aClientSeesWhatHasHappenedAndWhatHappens() async throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    let store = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
    }
    store.send(.increment)

    let program = try InspectedProgram(named: "test", in: folder.folder)
    var events = EventIterator(program)
    #expect(try await events.next() == .store(InspectedStore(number: 1, feature: "CounterpointInspectorTests.Counter")))
    #expect(try await events.nextAction()?.action == .object(["increment": .object([:])]))
    #expect(try await events.nextResult()?.changedFields == ["count"])
    store.send(.decrement)
    let action = try #require(try await events.nextAction())
    #expect(action.number == 2)
    #expect(action.action == .object(["decrement": .object([:])]))
    #expect(try await events.nextResult()?.duration != nil)
  }

  @MainActor @Test func effectsAreReportedWithTheirAction() async throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    let store = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
    }
    await store.send(.run).finish()
    let program = try InspectedProgram(named: "test", in: folder.folder)
    var events = EventIterator(program)
    var began: InspectedEffect?
    while let event = try await events.next() {
      if case .effectBegan(let effect) = event { began = effect }
      if case .effectEnded(_, let id, _) = event {
        #expect(id == began?.id)
        break
      }
    }
    #expect(began?.action == 1)
    #expect(began?.name == "work")
  }

  @MainActor @Test func cancellationsAreReportedWithTheirAction() async throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    let store = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
    }
    let program = try InspectedProgram(named: "test", in: folder.folder)
    var events = EventIterator(program)
    store.send(.watch)
    var texts: [String] = []
    while let event = try await events.next() {
      switch event {
      case .action(let action): texts.append("action \(action.number)")
      case .effectBegan(let effect):
        texts.append("began of \(effect.action), \(effect.cancellationIDs)")
        store.send(.stopWatching)
      case .effectCanceled: texts.append("canceled")
      case .effectEnded: texts.append("ended")
      default: break
      }
      if texts.last == "ended" { break }
    }
    #expect(texts == ["action 1", "began of 1, [\"watch\"]", "action 2", "canceled", "ended"])
  }

  @MainActor @Test func withNothingKeptAClientSeesWhatHappensFromNowOn() async throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen(keeping: 0)
    let store = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
    }
    store.send(.increment)
    let program = try InspectedProgram(named: "test", in: folder.folder)
    var events = EventIterator(program)
    #expect(try await events.next() == .store(InspectedStore(number: 1, feature: "CounterpointInspectorTests.Counter")))
    // The first action is the one after which the snapshot is written.
    store.send(.increment)
    store.send(.increment)
    #expect(try await events.nextAction()?.number == 3)
    #expect(try await program.state(1, 3).value == .object(["count": 3, "secret": ""]))
  }

  @MainActor @Test func aReleasedStoreIsReported() async throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    var store: StoreOf<Counter>? = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
      $0.recordingLabel = "a visitor"
    }
    store?.send(.increment)
    store = nil
    let program = try InspectedProgram(named: "test", in: folder.folder)
    var last: InspectedEvent?
    var events = EventIterator(program)
    while let event = try await events.next() {
      last = event
      if case .storeEnded = event { break }
    }
    #expect(last == .storeEnded(1))
  }

  @MainActor @Test func notesReachTheOtherClients() async throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    let store = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
    }
    store.send(.increment)
    let program = try InspectedProgram(named: "test", in: folder.folder)
    let other = try InspectedProgram(named: "test", in: folder.folder)
    try await program.perform(.note(store: 1, number: 1, text: "here \"it\" breaks"))
    var events = EventIterator(other)
    var note: InspectedEvent?
    while note == nil, let event = try await events.next() { if case .note = event { note = event } }
    #expect(note == .note(store: 1, number: 1, text: "here \"it\" breaks"))
    await #expect(throws: InspectionError.self) { try await program.perform(.note(store: 2, number: 1, text: "")) }
    _ = store
  }

  @MainActor @Test func whatIsNotAllowedIsRefused() async throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    let store = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
    }
    let program = try InspectedProgram(named: "test", in: folder.folder)
    #expect(program.description.permissions == [.look])
    for request: InspectorRequest in [
      .show(store: 1, number: 0), .goLive(store: 1), .resume(store: 1, number: 0), .send(store: 1, action: .null),
    ] {
      let error = await #expect(throws: InspectionError.self) { try await program.perform(request) }
      #expect(error?.description.contains("does not allow") == true)
    }
    #expect(store.count == 0)
  }

  @MainActor @Test func theFilesOfAnEndedProgramAreRemoved() throws {
    let folder = try TemporaryProgramFolder()
    let stale = folder.folder.program("test", process: 77)
    try folder.folder.create()
    // A socket that nothing listens at any more.
    try folder.leaveSocket(stale)
    #expect(folder.folder.programs == [stale])
    #expect(folder.folder.listening == [])
    #expect(folder.folder.programs == [])
  }

  @Test func aProgramAnswersFromTheFirstMomentInWhichItIsSeen() async throws {
    let folder = try TemporaryProgramFolder()
    let programs = folder.folder
    let processes: ClosedRange<Int32> = 1...200
    async let inspectors = processes.map { process in
      try Inspector(.unixSocket, "test", [.look], limit: 0, Redaction(), folder: programs, process: process)
    }
    for program in processes.map({ programs.program("test", process: $0) }) {
      while true {
        do throws(SystemCallError) {
          _ = try SocketAddress.file(program.socket).connect()
          break
        } catch {
          // A client that is refused takes the program for one that has ended, and removes its files.
          #expect(!error.isRefused)
          await Task.yield()
        }
      }
      #expect(try programs.token(of: program).count == 64)
    }
    #expect(try await inspectors.count == processes.count)
  }

  @MainActor @Test func aRecordingShowsWhatALiveProgramShows() async throws {
    let folder = try TemporaryProgramFolder()
    let url = URL(filePath: folder.folder.path + ".jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let recorder = try Recorder(at: url)
    let store = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.recorder = recorder
    }
    for _ in 0..<10 { store.send(.increment) }
    recorder.flush()
    let program = try InspectedProgram(recording: url)
    var events = EventIterator(program)
    var numbers: [Int] = []
    while let action = try await events.nextAction() { numbers.append(action.number) }
    #expect(numbers == Array(1...10))
    for number in 0...10 {
      #expect(try await program.state(1, number).value == .object(["count": .integer(Int64(number)), "secret": ""]))
    }
  }

  @MainActor @Test func anExportIsARecording() async throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    let stores = (1...2).map { _ in
      Store(initialState: Counter.State()) {
        Counter()
      } withDependencies: {
        $0.inspector = inspector
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
      }
    }
    for store in stores {
      store.send(.increment)
      store.send(.random)
    }
    let file = folder.folder.path + "/export.recording.jsonl"
    let (address, token) = try folder.folder.find("test")
    for (store, actions) in [(nil, 4), (2, 2)] {
      _ = FileManager.default.createFile(atPath: file, contents: nil)
      var export = ProgramExport(to: { try #require(FileHandle(forWritingAtPath: file)) }, store: store)
      try export.run(at: address, token: token)
      #expect(export.actions == actions)
      let recording = try Recording(contentsOf: URL(filePath: file))
      #expect(recording.stores.map(\.number) == (store.map { [$0] } ?? [1, 2]))
      let result = Replay(recording, store: 2) { Counter() }.run()
      #expect(result.divergence == nil)
      #expect(result.state == stores[1].withState { $0 })
    }
    // A store that does not exist, and a wrong token, leave the file as it is.
    let before = try Data(contentsOf: URL(filePath: file))
    for (store, token) in [(99, token), (1, "wrong")] {
      var export = ProgramExport(to: { try #require(FileHandle(forWritingAtPath: file)) }, store: store)
      #expect(throws: InspectionError.self) { try export.run(at: address, token: token) }
    }
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
  }

  @MainActor @Test func aRecordingIsTheSameWithAnInspector() throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen()
    let url = URL(filePath: folder.folder.path + ".jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let recorder = try Recorder(at: url)
    let store = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
      $0.recorder = recorder
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    }
    for _ in 0..<5 { store.send(.random) }
    recorder.flush()
    let result = Replay(try Recording(contentsOf: url)) { Counter() }.run()
    #expect(result.divergence == nil)
    #expect(result.steps.last?.state.count == store.count)
  }

  @MainActor @Test func secretsDoNotLeaveTheProgram() async throws {
    let folder = try TemporaryProgramFolder()
    let inspector = try folder.listen(redacting: Redaction().redact(\Counter.State.secret) { _ in "***" })
    let store = Store(initialState: Counter.State(secret: "hunter2")) {
      Counter()
    } withDependencies: {
      $0.inspector = inspector
    }
    store.send(.increment)
    let client = try RawClient(inspector)
    client.write(ClientLine.hello(versions: [1], token: inspector.token).bytes)
    var lines: [String] = []
    while lines.last?.contains("\"took\"") != true { lines.append(client.readLine()) }
    #expect(lines.contains { $0.contains("***") })
    #expect(!lines.contains { $0.contains("hunter2") })
  }
}
