import CounterpointTestSupport
import Counterpoint
import Foundation
import OrderedCollections
import Testing

@_spi(Internals) @testable import CounterpointRecording

@Suite(.ends) @MainActor struct ReplayTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Records a session, and returns its states.
  private func record(
    to name: String = "notes.recording.jsonl",
    durability: CounterpointRecording.Recorder.Durability = .batched,
    limit: Int = 64 << 20,
    redacting redaction: Redaction = Redaction(),
    _ session: @MainActor (StoreOf<Notes>) async -> Void
  ) async throws -> (recording: Recording, final: Notes.State) {
    let url = folder.file(name)
    let recorder = try Recorder(at: url, durability: durability, limit: limit, redacting: redaction)
    let store = Store(initialState: Notes.State()) {
      Notes()
    } withDependencies: {
      $0.recorder = recorder
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0.1))
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    }
    await session(store)
    recorder.flush()
    return (try Recording(contentsOf: url), store.withState { $0 })
  }

  private func everything(_ store: StoreOf<Notes>) async {
    store.send(.binding(.set(\.draft.text, "first")))
    store.send(.addTapped)
    store.send(.openTapped)
    let id = store.withState { $0.path.ids[0] }
    store.send(.path(.element(id: id, action: .typed("a"))))
    await store.send(.askTapped).finish()
    for tag in 1...20 { store.send(.tag("\(tag)")) }
    store.send(.addTapped)
  }

  // The cases share the value in memory.
  @Test(.serialized, arguments: [CounterpointRecording.Recorder.Durability.batched, .mapped])
  func aReplayLeadsToTheSameState(_ durability: CounterpointRecording.Recorder.Durability) async throws {
    let (recording, final) = try await record(durability: durability, everything)
    #expect(!recording.isTruncated)
    let result = Replay(recording) { Notes() }.run()
    #expect(result.divergence == nil)
    #expect(result.notices == [])
    #expect(result.steps.count == 28)
    // Shared values of a replay have no storage, and compare by their values.
    #expect(result.state == final)
    #expect(final.notes.count == 2)
  }

  @Test func anActionIsWrittenBeforeItIsReduced() async throws {
    let url = folder.file("before.recording.jsonl")
    let recorder = try Recorder(at: url, durability: .mapped)
    let seen = LockIsolated<[String]>([])
    let store = Store<Int, Bool>(initialState: 0) {
      Reduce { state, action in
        state += 1
        let text = String(decoding: (try? Data(contentsOf: url))?.prefix { $0 != 0 } ?? Data(), as: UTF8.self)
        seen.withValue { $0.append(text.split(separator: "\n").last.map(String.init) ?? "") }
        return .none
      }
    } withDependencies: {
      $0.recorder = recorder
    }
    store.send(true)
    #expect(seen.value.count == 1)
    #expect(seen.value[0].hasSuffix("\"a\":true}"))
  }

  @Test func changedCodeDivergesAtTheFirstField() async throws {
    let (recording, _) = try await record(everything)
    let result = Replay(recording) {
      CombineReducers {
        Notes()
        Reduce<Notes.State, Notes.Action> { state, action in
          if case .tag("3") = action { state.draft.text = "changed" }
          return .none
        }
      }
    }.run()
    let divergence = try #require(result.divergence)
    #expect(divergence.number == 10)
    #expect(divergence.action == ".tag")
    #expect(
      divergence.fields == [ReplayDivergence.Field(path: "draft.text", recorded: "\"\"", replayed: "\"changed\"")]
    )
    #expect(
      "\(divergence)" == """
        The replay diverges at action 10, .tag:
          draft.text: recorded "", replayed "changed"
        """
    )
  }

  @Test func aFieldThatTheRecordedSessionNeverChangedIsCompared() async throws {
    let (recording, _) = try await record { $0.send(.tag("a")) }
    let result = Replay(recording) {
      CombineReducers {
        Notes()
        Reduce<Notes.State, Notes.Action> { state, _ in
          state.draft.password = "changed"
          return .none
        }
      }
    }.run()
    #expect(
      result.divergence?.fields
        == [ReplayDivergence.Field(path: "draft.password", recorded: "\"\"", replayed: "\"changed\"")]
    )
  }

  /// The recorder does not compute the digests of a large state after each action.
  @Test func aLargeStateWithReadsReplays() async throws {
    let (recording, final) = try await record { store in
      store.send(.binding(.set(\.draft.password, String(repeating: "a", count: 20_000))))
      for number in 1...60 {
        store.send(.addTapped)
        store.send(.tag("\(number)"))
      }
    }
    let result = Replay(recording) { Notes() }.run()
    #expect(result.divergence == nil)
    #expect(result.state == final)
  }

  @Test func snapshotsOfAStateThatGrowsReplay() async throws {
    let (recording, final) = try await record { store in
      for number in 1...400 {
        store.send(.tag(String(repeating: "\(number)", count: number)))
        store.send(.addTapped)
        if number % 7 == 0 { store.send(.binding(.set(\.draft.text, "\(number)"))) }
      }
    }
    let result = Replay(recording) { Notes() }.run()
    #expect(result.divergence == nil)
    #expect(result.state == final)
  }

  @Test func aFieldThatBecomesNilIsCompared() async throws {
    let (recording, _) = try await record { store in
      await store.send(.askTapped).finish()
    }
    let result = Replay(recording) {
      CombineReducers {
        Notes()
        Reduce<Notes.State, Notes.Action> { state, action in
          if case .answered = action { state.question = "still" }
          return .none
        }
      }
    }.run()
    #expect(
      result.divergence?.fields
        == [ReplayDivergence.Field(path: "question", recorded: "absent", replayed: "\"still\"")]
    )
  }

  @Test func readsThatDifferAreReported() async throws {
    let (recording, _) = try await record { $0.send(.addTapped) }
    @Dependency(\.uuid) var uuid
    let result = Replay(recording) {
      CombineReducers {
        Reduce<Notes.State, Notes.Action> { _, _ in
          _ = uuid()
          return .none
        }
        Notes()
      }
    } withDependencies: {
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0.1))
    }.run()
    let divergence = try #require(result.divergence)
    #expect(divergence.number == 1)
    #expect(divergence.reasons.contains { $0.contains("The reducer reads 'uuid', and the recorded one read 'random") })
  }

  @Test func anActionThatCantBeRecordedIsBridgedByASnapshot() async throws {
    let (recording, final) = try await record { store in
      store.send(.tag("a"))
      store.send(.handle(Handle(7)))
      store.send(.tag("b"))
    }
    let result = Replay(recording) { Notes() }.run()
    #expect(result.divergence == nil)
    #expect(result.steps.map(\.number) == [1, 3])
    #expect(result.state == final)
    // The action has changed the shared value, too.
    #expect(result.state?.total == 10)
    #expect(result.notices == ["Action 2 was not recorded: .handle(Handle(number: 7)): a live handle"])
  }

  @Test func sharedValuesThatOthersChangeAreReplayed() async throws {
    @Shared(.inMemory("total")) var total = 0
    let (recording, final) = try await record { store in
      store.send(.sum)
      $total.withLock { $0 = 5 }
      store.send(.sum)
      store.send(.addTapped)
      store.send(.sum)
    }
    #expect(final.fault == "6")
    let result = Replay(recording) { Notes() }.run()
    #expect(result.divergence == nil)
    #expect(result.steps.map(\.state.fault) == ["0", "5", "5", "6"])
    #expect(total == 6)
  }

  @Test func sharedValuesBeginWithTheirRecordedValues() async throws {
    @Shared(.inMemory("total")) var total = 0
    $total.withLock { $0 = 5 }
    let (recording, _) = try await record { $0.send(.sum) }
    let result = Replay(recording) { Notes() }.run()
    #expect(result.divergence == nil)
    #expect(result.steps.map(\.state.fault) == ["5"])
  }

  @Test func aRenamedCaseAndANewFieldNeedAMigration() async throws {
    let (recording, _) = try await record { store in
      store.send(.binding(.set(\.draft.text, "a")))
      store.send(.openTapped)
    }
    let old = Replay(recording) { NewNotes() }.run()
    #expect(old.divergence?.number == 0)
    let new = Replay(
      recording,
      migrations: [
        .renameCase("openTapped", to: "editTapped"), .renameField("text", to: "words"),
        .addField("color", "red", beside: "draft"),
      ]
    ) {
      NewNotes()
    }.run()
    #expect(new.divergence == nil)
    #expect(new.state?.draft.words == "a")
    #expect(new.state?.color == "red")
    #expect(new.state?.edits == 1)
  }

  @Test func eachPrefixOfAFileIsReadable() async throws {
    _ = try await record(everything)
    let url = folder.file("notes.recording.jsonl")
    let bytes = try Data(contentsOf: url)
    let cut = folder.file("cut.jsonl")
    let firstLine = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    for count in stride(from: 0, to: bytes.count, by: 7) {
      try bytes.prefix(count).write(to: cut)
      guard count > firstLine else {
        // Without the header of a store, it can be any file.
        #expect(throws: Recording.FormatError.self) { try Recording(contentsOf: cut) }
        continue
      }
      let recording = try Recording(contentsOf: cut)
      #expect(recording.isTruncated == (count > 0 && bytes[count - 1] != UInt8(ascii: "\n")))
      #expect(Replay(recording) { Notes() }.run().divergence == nil)
    }
  }

  @Test func aDamagedLineIsAnError() async throws {
    _ = try await record(everything)
    let url = folder.file("notes.recording.jsonl")
    var lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    lines[2] = "{\"s\":1,\"n\":"
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
    let error = #expect(throws: Recording.FormatError.self) { try Recording(contentsOf: url) }
    #expect(error?.line == 3)
  }

  @Test func anySegmentReplaysAlone() async throws {
    let (whole, final) = try await record(limit: 40_000) { store in
      for index in 1...2000 { store.send(.tag("\(index % 50)")) }
    }
    let names = RecordingFileNames(folder.file("notes.recording.jsonl").path)
    #expect(names.segments.count == 7)
    var size = 0
    for path in names.segments.map(\.path) + [names.current] {
      size += try Data(contentsOf: URL(filePath: path)).count
    }
    #expect(size <= 40_000)
    for segment in names.segments {
      let result = Replay(try Recording(contentsOf: URL(filePath: segment.path))) { Notes() }.run()
      #expect(result.divergence == nil)
      #expect(result.steps.count > 10)
    }
    let result = Replay(whole) { Notes() }.run()
    #expect(result.divergence == nil)
    #expect(result.state == final)
  }

  /// As the file that is kept of a run that was killed, whose older segments are deleted.
  @Test(arguments: Array(stride(from: 65_000, to: 75_000, by: 1_000)))
  func anySegmentIsReadAlone(size: Int) async throws {
    _ = try await record(limit: 8 * size) { store in
      store.send(.binding(.set(\.draft.text, String(repeating: "x", count: 5_000))))
      for index in 1...1_200 { store.send(.tag("\(index % 50)")) }
    }
    let names = RecordingFileNames(folder.file("notes.recording.jsonl").path)
    #expect(names.segments.count > 1)
    for (index, path) in (names.segments.map(\.path) + [names.current]).enumerated() {
      let alone = folder.file("\(index)/alone.recording.jsonl")
      try FileManager.default.createDirectory(at: alone.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: URL(filePath: path), to: alone)
      #expect(try Recording(contentsOf: alone).stores.count == 1, "\(path)")
    }
  }

  @Test func severalStoresAreRecordedInOneFile() async throws {
    let url = folder.file("two.recording.jsonl")
    let recorder = try Recorder(at: url)
    let stores = withDependencies {
      $0.recorder = recorder
    } operation: {
      ["Ada", "Bob"].map { name in
        Store(initialState: Notes.State()) {
          Notes()
        } withDependencies: {
          $0.recordingLabel = name
        }
      }
    }
    stores[0].send(.tag("a"))
    stores[1].send(.openTapped)
    stores[0].send(.openTapped)
    stores[1].send(.path(.element(id: stores[1].withState { $0.path.ids[0] }, action: .typed("x"))))
    recorder.flush()
    let recording = try Recording(contentsOf: url)
    #expect(recording.stores.map(\.label) == ["Ada", "Bob"])
    #expect(
      recording.stores.map(\.feature) == ["CounterpointRecordingTests.Notes", "CounterpointRecordingTests.Notes"]
    )
    for (index, store) in stores.enumerated() {
      let result = Replay(recording, store: index + 1) { Notes() }.run()
      #expect(result.divergence == nil)
      #expect(result.state == store.withState { $0 })
    }
  }

  @Test func secretsAreNowhereInTheFile() async throws {
    let redaction = Redaction().redact(\Notes.Draft.password) { String(repeating: "x", count: $0.count) }
    let secrets = (1...20).map { "secret-\($0)-\(UUID().uuidString)" }
    let (recording, _) = try await record(redacting: redaction) { store in
      for secret in secrets {
        store.send(.binding(.set(\.draft.password, secret)))
        store.send(.binding(.set(\.draft, Notes.Draft(text: "t", password: secret))))
        store.send(.handle(Handle(1)))
      }
    }
    let text = try String(contentsOf: folder.file("notes.recording.jsonl"), encoding: .utf8)
    for secret in secrets { #expect(!text.contains(secret)) }
    #expect(text.contains("xxxxxx"))
    let result = Replay(recording, redacting: redaction) { Notes() }.run()
    #expect(result.divergence == nil)
  }
}

/// The feature as newer code has it.
@Reducer
private struct NewNotes {
  @ObservableState
  struct State: Codable, Equatable {
    var draft = Draft()
    var color: String
    var edits = 0

    private enum CodingKeys: CodingKey { case draft, color }
  }

  @ObservableState
  struct Draft: Codable, Equatable {
    var words = ""
    var password = ""
  }

  enum Action: Codable, BindableAction {
    case binding(BindingAction<State>)
    case editTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .editTapped = action { state.edits += 1 }
      return .none
    }
  }
}
