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

      try await play(script, on: screen, size: command.options.size)
      return 0
    }
  }

  /// Plays a script. Nobody waits for the screen meanwhile, so a slow disk is no problem.
  @MainActor
  private static func play(
    _ script: Script<StatsIntent>,
    on screen: SharedStatsScreen,
    size: TerminalSize
  ) async throws(Failure) {
    let result: Result<Void, ScriptError> = await SharedTransaction.$patienceOfMainThread.withValue(.seconds(10)) {
      do throws(ScriptError) {
        try await script.play(size: size, perform: screen.perform, screen: screen.screen, output: { print($0) })
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    if case .failure(let error) = result { throw Failure(error.description) }
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
