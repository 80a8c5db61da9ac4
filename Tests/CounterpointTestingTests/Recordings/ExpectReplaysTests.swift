import Counterpoint
import CounterpointRecording
import CounterpointTestSupport
import CounterpointTesting
import Foundation
import Testing

/// Recordings of a folder, which newer code repeats or not.
@Suite(.ends) @MainActor struct ExpectReplaysTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "replays-\(UUID().uuidString)")

  /// The folder, relative to that of this file.
  private var path: String {
    let own = URL(filePath: #filePath).deletingLastPathComponent()
    return String(repeating: "../", count: own.pathComponents.count - 1) + folder.path.dropFirst()
  }

  /// Records a dice game, whose rolls are read, and which rolls again by an effect.
  private func record() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let recorder = try CounterpointRecording.Recorder(at: folder.appending(path: "game.recording.jsonl"))
    for name in ["Ada", "Bob"] {
      let store = Store(initialState: Dice.State()) {
        Dice()
      } withDependencies: {
        $0.recorder = recorder
        $0.recordingLabel = name
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
      }
      await store.send(.rollTwice).finish()
    }
    recorder.flush()
  }

  @Test func aDivergenceIsAccepted() async throws {
    try await record()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(issues { expectReplays(path) { Dice() } }.isEmpty)

    let failures = issues { expectReplays(path) { Dice(bonus: 1) } }.map(\.message)
    #expect(failures.count == 2)
    #expect(failures[0].contains("'game.recording.jsonl', store 1, is not repeated by today's code"))
    #expect(failures[1].contains("'game.recording.jsonl', store 2, is not repeated by today's code"))
    #expect(failures[0].contains("The replay diverges at action 1, .rollTwice"))
    #expect(failures[0].contains("pass 'record: true' once"))

    let rewritten = issues { expectReplays(path, record: true) { Dice(bonus: 1) } }.map(\.message)
    #expect(rewritten.count == 2)
    #expect(rewritten[0].contains("remove 'record: true'"))

    #expect(issues { expectReplays(path) { Dice(bonus: 1) } }.isEmpty)
    let old = issues { expectReplays(path) { Dice() } }.map(\.message)
    #expect(old.count == 2)
    let recording = try Recording(contentsOf: folder.appending(path: "game.recording.jsonl"))
    #expect(recording.stores.map(\.label) == ["Ada", "Bob"])
    #expect(Replay(recording, store: 1) { Dice(bonus: 1) }.run().steps.count == 2)
    #expect(Replay(recording, store: 2) { Dice(bonus: 1) }.run().steps.count == 2)
  }

  @Test(arguments: [100, 1_000, 2_000, 10_000, 1_000_000], [1, 3, 5])
  func aDifferenceOfALargeStateIsAFailure(_ size: Int, _ broken: Int) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let recorder = try CounterpointRecording.Recorder(at: folder.appending(path: "pages.recording.jsonl"))
    let store = Store(initialState: Pages.State(text: String(repeating: "x", count: size))) {
      Pages()
    } withDependencies: {
      $0.recorder = recorder
    }
    for number in 1...5 { store.send(.turn(number)) }
    recorder.flush()
    #expect(issues { expectReplays(path) { Pages() } }.isEmpty)

    let failures = issues { expectReplays(path) { Pages(broken: broken) } }.map(\.message)
    #expect(failures.count == 1)
    #expect(failures[0].contains("at action \(broken), .turn:"))
    // A rewritten file is compared at its end, too.
    _ = issues { expectReplays(path, record: true) { Pages(broken: broken) } }
    #expect(issues { expectReplays(path) { Pages(broken: broken) } }.isEmpty)
    #expect(issues { expectReplays(path) { Pages() } }.count == 1)
    withExtendedLifetime(store) {}
  }

  @Test func aRecordingBecomesATest() async throws {
    try await record()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "game.recording.jsonl")
    let recording = try Recording(contentsOf: file)
    let sums = Replay(recording) { Dice() }.run().steps.map(\.state.sum)
    let source = try await TestStore.source(of: file) { Dice() }
    #expect(
      source.contains(
        """
          await store.send(.rollTwice) {
            $0.sum = \(sums[0])
          }
          await store.receive(\\.roll) {
            $0.sum = \(sums[1])
          }
        """
      )
    )
    #expect(source.contains("RecordedAnswers(recording) { Dice() }"))
    // The statements of the test.
    let store = TestStore(initialState: Dice.State(sum: 0)) {
      RecordedAnswers(recording) { Dice() }
    }
    await store.send(.rollTwice) { $0.sum = sums[0] }
    await store.receive(\.roll) { $0.sum = sums[1] }
  }
}

@Reducer struct Dice {
  @ObservableState struct State: Codable, Equatable {
    var sum = 0
  }
  enum Action: Codable {
    case rollTwice
    case roll
  }
  var bonus = 0

  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.sum += bonus + withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      return action == .rollTwice ? .run { await $0(.roll) } : .none
    }
  }
}

@Reducer private struct Pages {
  @ObservableState struct State: Codable, Equatable {
    var text: String
    var sum = 0
  }
  enum Action: Codable {
    case turn(Int)
  }
  /// The page whose number is counted twice.
  var broken = 0

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .turn(let number) = action { state.sum += number == broken ? 2 * number : number }
      return .none
    }
  }
}
