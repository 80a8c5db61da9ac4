import Counterpoint
import CounterpointInspector
import CounterpointRecording
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
      let stats = command.stats.map { Shared(.stats(in: URL(fileURLWithPath: $0))) } ?? Shared(Stats())
      let store = Store(initialState: SharedState.State(stats: stats)) {
        SharedState()
      } withDependencies: {
        $0.recorder = recorder
        $0.inspector = inspector
      }
      let screen = SharedStatsScreen(store: store)
      guard let lines else { return try await play(screen) }

      try await play(lines, on: screen)
      return 0
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
