import Counterpoint
@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import CounterpointTerminal
import ExampleCommand
import Foundation
import SharedStats
import SharedStatsTerminal

@main
struct Main {
  private static let program = Program(SharedStatsCommand.self)

  static func main() async {
    await program.main { command throws(Failure) in
      if let code = try command.recording.replay(reducer: { SharedState() }) { return code }
      let lines = try command.options.lines(of: StatsIntent.self)
      let recorder = try command.recording.recorder()
      let inspector = try command.recording.inspector()
      let stats = try await stats(of: command)
      let store = Store(initialState: SharedState.State(stats: stats)) {
        SharedState()
      } withDependencies: {
        $0.recorder = recorder
        $0.inspector = inspector
      }
      let screen = SharedStatsScreen(store: store)
      guard let lines else {
        let code = try await play(screen)
        try await finish(command, stats)
        return code
      }

      try await play(lines, on: screen)
      try await finish(command, stats)
      return 0
    }
  }

  /// Returns the stats that the command line names, with their stored value.
  @MainActor
  private static func stats(of command: SharedStatsCommand) async throws(Failure) -> Shared<Stats> {
    guard let name = command.etcd else {
      return command.stats.map { Shared(.stats(in: URL(fileURLWithPath: $0))) } ?? Shared(Stats())
    }
    let stats = Shared(.stats(named: name))
    do { try await stats.load() } catch { throw Failure("can't load '\(name)': \(error)", code: .unavailable) }
    return stats
  }

  /// Waits until the last changes are stored in the cluster. A change of a file is stored at once.
  @MainActor
  private static func finish(_ command: SharedStatsCommand, _ stats: Shared<Stats>) async throws(Failure) {
    guard command.etcd != nil else { return }
    do {
      try await stats.save(timeout: .seconds(5))
    } catch {
      throw Failure("the last changes are not stored: \(error)", code: .inputOutput)
    }
  }

  /// Plays lines. No frame of a screen is late meanwhile, so a slow disk is no problem.
  @MainActor
  private static func play(_ lines: PlayedLines<StatsIntent>, on screen: SharedStatsScreen) async throws(Failure) {
    let result: Result<Void, Failure> = await SharedTransaction.$patienceOfMainThread.withValue(.seconds(10)) {
      do throws(Failure) {
        try await lines.play(perform: screen.perform, screen: screen.screen)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Plays with the keyboard until the user quits.
  @MainActor
  private static func play(_ screen: SharedStatsScreen) async throws(Failure) -> Int32 {
    let session = try program.openTerminal()
    defer { session.close() }
    return await session.run {
      screen.screen(size: $0)
    } command: {
      screen.command(for: $0)
    }.code
  }
}
