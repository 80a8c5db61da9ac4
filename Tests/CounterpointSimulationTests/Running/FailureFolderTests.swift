import Counterpoint
import CounterpointRecording
import CounterpointSimulation
import CounterpointTestSupport
import Foundation
import StateSharing
import Testing

/// The rest of a failure can be read: the files of all disks, and the recordings of stores.
@Suite struct FailureFolderTests {
  @Reducer
  struct Counter {
    struct State: Equatable, Codable {
      var count = 0
    }

    enum Action: Equatable, Codable {
      case incremented
    }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  /// Counts, and writes each number into a file.
  @MainActor private static func count(into file: URL) async throws {
    let store = Store(initialState: Counter.State()) { Counter() }
    @Shared(.fileStorage(file, mode: .throttled)) var stored = 0
    while true {
      await store.send(.incremented).finish()
      $stored.withLock { $0 = store.withState(\.count) }
      try await $stored.save()
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private static let file = URL(fileURLWithPath: "/data/count.json")

  private static let story: @Sendable (World) async throws -> Void = { world in
    let shop = world.machine("shop") { dependencies in
      dependencies.recorder = world.recordingFile("shop").flatMap { try? Recorder(at: $0, durability: .mapped) }
    } program: {
      try await Self.count(into: Self.file)
    }
    await world.run(for: .milliseconds(250))
    shop.kill()
    shop.restart()
    await world.run(for: .milliseconds(550))
    try world.expect("the count is 100", shop.disk.contents(of: Self.file.path) == Data("100".utf8))
  }

  private func failure(in folder: URL?) async throws -> String {
    do {
      try await simulate(seeds: [1], patience: 20, folder: folder, Self.story)
    } catch let failure as SimulationFailure {
      return "\(failure)"
    }
    Issue.record("The simulation has not failed.")
    throw CancellationError()
  }

  @Test func aFailureLeavesDisksAndRecordings() async throws {
    let parent = FileManager.default.temporaryDirectory.appendingPathComponent("simulation \(UUID())")
    defer { try? FileManager.default.removeItem(at: parent) }
    for number in 1...2 {
      let text = try await failure(in: parent)
      let folder = parent.appendingPathComponent("\(number)")
      #expect(text.contains("are in '\(folder.path)'.\n"), "\(text)")
      let count = try Data(contentsOf: folder.appendingPathComponent("shop/data/count.json"))
      // The program has started twice, and what it had counted before is in a recording of its own.
      let counts = try (1...2).map { start in
        let recording = try Recording(contentsOf: folder.appendingPathComponent("shop-\(start).recording.jsonl"))
        let result = Replay(recording) { Counter() }.run()
        #expect(result.divergence == nil)
        return result.state?.count ?? 0
      }
      #expect(counts.allSatisfy { $0 > 1 }, "\(counts)")
      #expect(String(decoding: count, as: UTF8.self) == "\(counts[1])")
    }
  }

  @Test func aFailureLeavesNothingByDefault() async throws {
    #expect(try await !failure(in: nil).contains("recordings"))
  }
}
