import Counterpoint
import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

/// The fields of a state of any size are compared after each action, so a replay finds each difference at its action.
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
    #expect(divergence.actions == index + 1...index + 1)
    #expect(divergence.number == index + 1)
    #expect(divergence.fields.map(\.path) == ["balance"])
  }

  @Test func aDivergenceNamesTheAction() throws {
    let recording = try record(10_000)
    #expect(
      Replay(recording) { Account(broken: .transfer) }.run().divergence?.description == """
        The replay diverges at action 4, .transfer:
          balance: recorded 170, replayed 1070
        """
    )
  }

  /// A line follows each action, also if nothing has changed.
  @Test(arguments: [100, 10_000]) func eachActionIsFollowedByItsChanges(_ size: Int) throws {
    let lines = try record(size).lines
    let actions = lines.compactMap { if case .action(let line) = $0 { line } else { nil } }
    let results = lines.compactMap { if case .result(let line) = $0 { line } else { nil } }
    #expect(actions.allSatisfy { !$0.isUncompared })
    #expect(results.map(\.number) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9])
    #expect(results.map(\.isEnd) == Array(repeating: false, count: 9) + [true])
    let fields = ["balance", "isLoading", "alert", "balance", "alert", "", "isLoading", "", "balance", ""]
    #expect(results.map { $0.changes.map(\.path).joined() } == fields)
  }

  /// The program does nothing more after the last line that is in the file.
  @Test(arguments: [Account.Action.open, .close])
  func aKilledRecorderHasComparedEachAction(_ broken: Account.Action) throws {
    let (recorder, store) = try makeStore(10_000, durability: .mapped)
    for action in Self.session { store.send(action) }
    let recording = try Recording(contentsOf: file)
    let result = Replay(recording) { Account() }.run()
    #expect(result.divergence == nil)
    #expect(result.uncomparedActions == nil)
    #expect(result.notices == [])
    let number = broken == .open ? 1 : 9
    #expect(Replay(recording) { Account(broken: broken) }.run().divergence?.actions == number...number)
    withExtendedLifetime((recorder, store)) {}
  }

  /// The reducer of the last action has stopped the program.
  @Test func anActionWithoutItsChangesIsNotCompared() throws {
    _ = try record(10_000)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let last = try #require(lines.lastIndex { $0.contains(#""n":9,"t":"#) })
    try Data((lines[...last].joined(separator: "\n") + "\n").utf8).write(to: file)
    let result = Replay(try Recording(contentsOf: file)) { Account(broken: .close) }.run()
    #expect(result.divergence == nil)
    #expect(result.uncomparedActions == 9...9)
    #expect(
      result.notices == [
        """
        Action 9 was not compared, because the recording does not have the state at its end: the recorder was killed, \
        or the program was still running.
        """
      ]
    )
  }

  /// The state may be read on the store's actor only, but each action has been compared there.
  @Test func aFlushOffTheActorLosesNothing() async throws {
    let (recorder, store) = try makeStore(10_000)
    for action in Self.session { store.send(action) }
    await Task.detached { recorder.flush() }.value
    let recording = try Recording(contentsOf: file)
    #expect(Replay(recording) { Account() }.run().uncomparedActions == nil)
    #expect(Replay(recording) { Account(broken: .close) }.run().divergence?.actions == 9...9)
    recorder.flush()
    recorder.flush()
    #expect(
      try Recording(contentsOf: file).lines.count { if case .result(let line) = $0 { line.isEnd } else { false } } == 1
    )
    withExtendedLifetime(store) {}
  }

  /// An object may change unseen, behind a struct that encodes it.
  @Test func aHiddenObjectIsComparedAtTheEnd() throws {
    let recorder = try Recorder(at: file)
    let store = Store(initialState: Hiding.State(text: String(repeating: "x", count: 10_000))) {
      Hiding()
    } withDependencies: {
      $0.recorder = recorder
    }
    for _ in 0..<3 { store.send(.increment) }
    recorder.flush()
    let results = try Recording(contentsOf: file).lines.compactMap { line in
      if case .result(let line) = line { line } else { nil }
    }
    // The list is remembered from its second encoding on.
    let fields = results.map { $0.changes.map(\.path) }
    #expect(fields == [["count", "counters"], ["count", "counters"], ["count"], ["counters"]])
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
  }

  /// The field is `nil` in the recording whenever it is compared.
  @Test func aFieldThatIsAlwaysNilIsCompared() throws {
    let (recorder, store) = try makeStore(10_000)
    for action in [Account.Action.load, .fail, .dismiss, .cancel] { store.send(action) }
    recorder.flush()
    let recording = try Recording(contentsOf: file)
    #expect(Replay(recording) { Account() }.run().divergence == nil)
    let divergence = Replay(recording) { Account(broken: .dismiss) }.run().divergence
    #expect(divergence?.actions == 3...3)
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

/// A feature with a list of structs that hide an object.
@Reducer
private struct Hiding {
  struct Counter: Codable, Equatable {
    final class Storage: @unchecked Sendable { var count = 0 }
    let storage = Storage()

    init() {}
    init(from decoder: any Decoder) throws { storage.count = try decoder.singleValueContainer().decode(Int.self) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(storage.count)
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage.count == rhs.storage.count }
  }

  @ObservableState
  struct State: Codable, Equatable {
    var text: String
    var count = 0
    var counters = Array(repeating: Counter(), count: 3_000)
  }

  enum Action: Codable { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      state.counters[0].storage.count += 1
      return .none
    }
  }
}
