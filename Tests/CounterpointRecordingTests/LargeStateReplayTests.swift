import Counterpoint
import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

/// The fields of a large state are not compared after each action. A replay finds each difference nevertheless, and
/// names the actions that may have made it.
@Suite(.ends) @MainActor struct LargeStateReplayTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("account.recording.jsonl")
  }

  private static let session: [Account.Action] = [
    .open, .load, .fail, .transfer, .dismiss, .load, .cancel, .dismiss, .close,
  ]

  private func makeStore(
    _ size: Int,
    durability: CounterpointRecording.Recorder.Durability = .batched,
    limit: Int = 64 << 20
  ) throws -> (recorder: CounterpointRecording.Recorder, store: StoreOf<Account>) {
    let recorder = try Recorder(at: file, durability: durability, limit: limit)
    let store = Store(initialState: Account.State(text: String(repeating: "x", count: size))) {
      Account()
    } withDependencies: {
      $0.recorder = recorder
    }
    return (recorder, store)
  }

  private func record(_ size: Int) throws -> Recording {
    let (recorder, store) = try makeStore(size)
    for action in Self.session { store.send(action) }
    recorder.flush()
    return try Recording(contentsOf: file)
  }

  @Test(arguments: [100, 1_000, 2_000, 10_000, 1_000_000], [nil, Account.Action.open, .transfer, .close])
  func aBrokenReducerIsFound(_ size: Int, _ broken: Account.Action?) throws {
    let result = Replay(try record(size)) { Account(broken: broken) }.run()
    #expect(result.notices == [])
    #expect(result.uncomparedActions == nil)
    guard let broken, let index = Self.session.firstIndex(of: broken) else {
      #expect(result.divergence == nil)
      #expect(result.steps.count == Self.session.count)
      return
    }
    let divergence = try #require(result.divergence)
    #expect(divergence.actions.contains(index + 1))
    #expect(divergence.actions.upperBound == divergence.number)
    #expect(divergence.fields.map(\.path) == ["balance"])
    if size == 100 { #expect(divergence.actions == index + 1...index + 1) }
    if size >= 10_000 { #expect(divergence.actions == 1...Self.session.count) }
  }

  @Test func aDivergenceNamesTheActionsThatMayHaveMadeIt() throws {
    let recording = try record(10_000)
    #expect(
      Replay(recording) { Account(broken: .transfer) }.run().divergence?.description == """
        The replay diverges between action 1, .open, and action 9, .close:
          balance: recorded 130, replayed 1030
          Not compared, because the recording does not have them: the states after actions 1 to 8.
        """
    )
  }

  /// A send costs no comparison, and the lines say it.
  @Test func eachActionSaysWhetherItsFieldsAreCompared() throws {
    func compared(_ recording: Recording) -> [Bool] {
      recording.lines.compactMap { if case .action(let line) = $0 { !line.isUncompared } else { nil } }
    }
    func results(_ recording: Recording) -> [RecordingLine.Result] {
      recording.lines.compactMap { if case .result(let line) = $0 { line } else { nil } }
    }
    let small = try record(100)
    #expect(compared(small).allSatisfy { $0 })
    let large = try record(10_000)
    #expect(compared(large).allSatisfy { !$0 })
    #expect(results(large).map(\.isEnd) == [true])
    #expect(results(large).map { $0.changes.map(\.path) } == [["balance"]])
  }

  /// The program does nothing more after the last line that is in the file.
  @Test(arguments: [Account.Action.open, .close])
  func aKilledRecorderDoesNotSayTheStateAtTheEnd(_ broken: Account.Action) throws {
    let (recorder, store) = try makeStore(10_000, durability: .mapped)
    for action in Self.session { store.send(action) }
    let result = Replay(try Recording(contentsOf: file)) { Account(broken: broken) }.run()
    #expect(result.divergence == nil)
    #expect(result.uncomparedActions == 1...9)
    #expect(
      result.notices == [
        """
        Actions 1 to 9 were not compared, because the recording does not have the state at its end: the recorder was \
        killed, or the program was still running.
        """
      ]
    )
    withExtendedLifetime((recorder, store)) {}
  }

  @Test func whatFollowsTheLastComparisonOfAKilledRecorderIsNotCompared() throws {
    let (recorder, store) = try makeStore(10_000, durability: .mapped)
    for action in Self.session.prefix(4) { store.send(action) }
    recorder.flush()
    for action in Self.session.dropFirst(4) { store.send(action) }
    let recording = try Recording(contentsOf: file)
    #expect(Replay(recording) { Account() }.run().uncomparedActions == 5...9)
    #expect(Replay(recording) { Account(broken: .open) }.run().divergence?.actions == 1...4)
    #expect(Replay(recording) { Account(broken: .close) }.run().divergence == nil)
    withExtendedLifetime(store) {}
  }

  @Test func theReleaseOfAStoreIsItsEnd() throws {
    let recorder: CounterpointRecording.Recorder
    do {
      let store: StoreOf<Account>
      (recorder, store) = try makeStore(10_000, durability: .mapped)
      for action in Self.session { store.send(action) }
    }
    let recording = try Recording(contentsOf: file)
    #expect(Replay(recording) { Account() }.run().uncomparedActions == nil)
    #expect(Replay(recording) { Account(broken: .close) }.run().divergence?.actions == 1...9)
    withExtendedLifetime(recorder) {}
  }

  /// The state may be read on the store's actor only.
  @Test func aFlushOffTheActorComparesNothing() async throws {
    let (recorder, store) = try makeStore(10_000)
    for action in Self.session { store.send(action) }
    await Task.detached { recorder.flush() }.value
    #expect(Replay(try Recording(contentsOf: file)) { Account() }.run().uncomparedActions == 1...9)
    recorder.flush()
    recorder.flush()
    let recording = try Recording(contentsOf: file)
    #expect(Replay(recording) { Account() }.run().uncomparedActions == nil)
    #expect(recording.lines.count { if case .result(let line) = $0 { line.isEnd } else { false } } == 1)
    withExtendedLifetime(store) {}
  }

  @Test func theEndOfEachSegmentIsCompared() throws {
    let (recorder, store) = try makeStore(3_000, limit: 8 * 8_000)
    for _ in 0..<60 { for action in Self.session { store.send(action) } }
    recorder.flush()
    let names = RecordingFileNames(file.path)
    #expect(names.segments.count == 7)
    for path in names.segments.map(\.path) + [names.current] {
      let recording = try Recording(contentsOf: URL(filePath: path))
      let result = Replay(recording) { Account() }.run()
      #expect(result.divergence == nil)
      #expect(result.uncomparedActions == nil)
      #expect(result.steps.count > 10)
      #expect(Replay(recording) { Account(broken: .close) }.run().divergence != nil)
    }
    // Without the next one, the end of a segment is compared only if it ends with a comparison.
    let alone = try names.segments.map { segment in
      let copy = folder.file("alone-\(segment.number).recording.jsonl")
      try FileManager.default.copyItem(atPath: segment.path, toPath: copy.path)
      return Replay(try Recording(contentsOf: copy)) { Account() }.run()
    }
    #expect(alone.allSatisfy { $0.divergence == nil })
    #expect(alone.contains { $0.uncomparedActions != nil })
  }

  /// Recordings that do not say which actions were compared, and that have no end.
  @Test(arguments: [100, 10_000]) func anOlderRecordingReplays(_ size: Int) throws {
    _ = try record(size)
    let text = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n").filter { !$0.contains(#""end":1"#) }
      .map { $0.replacing(#/,"c":[01]}$/#, with: "}") }.joined(separator: "\n")
    #expect(!text.contains(#""c":"#))
    try Data((text + "\n").utf8).write(to: file)
    let recording = try Recording(contentsOf: file)
    let result = Replay(recording) { Account() }.run()
    #expect(result.divergence == nil)
    #expect(result.steps.count == Self.session.count)
    let broken = Replay(recording) { Account(broken: .transfer) }.run()
    if size == 100 {
      #expect(result.uncomparedActions == nil)
      #expect(broken.divergence?.actions == 4...4)
    } else {
      #expect(result.uncomparedActions == 1...9)
      #expect(broken.divergence == nil)
      #expect(broken.uncomparedActions == 1...9)
    }
  }

  /// The field is `nil` in the recording whenever it is compared.
  @Test func aFieldThatIsAlwaysNilIsCompared() throws {
    let (recorder, store) = try makeStore(10_000)
    for action in [Account.Action.load, .fail, .dismiss, .cancel] { store.send(action) }
    recorder.flush()
    let recording = try Recording(contentsOf: file)
    #expect(Replay(recording) { Account() }.run().divergence == nil)
    let divergence = Replay(recording) { Account(broken: .dismiss) }.run().divergence
    #expect(divergence?.actions == 1...4)
    #expect(
      divergence?.fields == [ReplayDivergence.Field(path: "alert", recorded: "absent", replayed: "\"failed\"")]
    )
    withExtendedLifetime(store) {}
  }

  @Test(arguments: [true, false]) func aFieldThatIsNilInASnapshotIsCompared(_ isNilAtTheEnd: Bool) throws {
    let absent = #"{"text":"x","isLoading":false,"balance":100},"nil":["alert"]"#
    let present = #"{"text":"x","isLoading":false,"alert":"failed","balance":100}"#
    let (first, last) = isNilAtTheEnd ? (present, absent) : (absent, present)
    let lines = [
      #"{"v":1,"s":1,"feature":"Account","at":1,"c":1}"#, #"{"s":1,"n":0,"stack":0,"state":\#(first)}"#,
      #"{"s":1,"n":1,"t":1,"by":["u","A.swift:1"],"a":{"load":{}},"c":0}"#,
      #"{"s":1,"n":2,"t":2,"by":["u","A.swift:1"],"a":{"cancel":{}},"c":0}"#,
      #"{"s":1,"n":2,"stack":0,"state":\#(last)}"#,
    ]
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    let divergence = try #require(Replay(try Recording(contentsOf: file)) { Account() }.run().divergence)
    #expect(divergence.actions == 1...2)
    let texts = ["\"failed\"", "absent"]
    let (recorded, replayed) = isNilAtTheEnd ? (texts[1], texts[0]) : (texts[0], texts[1])
    #expect(divergence.fields == [ReplayDivergence.Field(path: "alert", recorded: recorded, replayed: replayed)])
  }
}

/// An account with a text of any size.
@Reducer
struct Account {
  @ObservableState
  struct State: Codable, Equatable {
    var text: String
    var isLoading = false
    var alert: String?
    var balance = 100
  }

  enum Action: Codable, Equatable, Sendable {
    case open, load, cancel, fail, dismiss, transfer, close
  }

  /// The action that does something else than in the recording.
  var broken: Action?

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let factor = action == broken ? 10 : 1
      switch action {
      case .open: state.balance += 20 * factor
      case .transfer: state.balance += 100 * factor - 50
      case .close: state.balance -= 40 * factor
      case .load: state.isLoading = true
      case .cancel: state.isLoading = false
      case .fail: state.alert = "failed"
      case .dismiss: if action != broken { state.alert = nil }
      }
      return .none
    }
  }
}
