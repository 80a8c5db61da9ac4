import Counterpoint
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
      let script = try command.options.readScript(of: StatsIntent.self)
      let stats = command.stats.map { Shared(.stats(in: URL(fileURLWithPath: $0))) } ?? Shared(Stats())
      let store = Store(initialState: SharedState.State(stats: stats)) { SharedState() }
      let screen = SharedStatsScreen(store: store)
      guard let script else { return try await play(screen) }

      do throws(ScriptError) {
        try await script.play(
          size: command.options.size,
          perform: screen.perform,
          screen: screen.screen,
          output: { print($0) }
        )
      } catch {
        throw Failure(error.description)
      }
      return 0
    }
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
