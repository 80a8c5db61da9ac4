import Counterpoint
@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import CounterpointTerminal
import ExampleCommand
import Foundation
import PrimeTime
import PrimeTimeTerminal

@main
struct Main {
  private static let program = Program(PrimeTimeCommand.self)

  static func main() async {
    await program.main { command throws(Failure) in
      if let code = try command.recording.replay(reducer: { TerminalFeature() }) { return code }
      try command.checkFavorites(environment: ProcessInfo.processInfo.environment)
      let lines = try command.options.lines(of: Intent.self)
      let recorder = try command.recording.recorder()
      let inspector = try command.recording.inspector()
      let app = AppFeature.State(counter: CounterFeature.State(count: command.count))
      let store = Store(initialState: TerminalFeature.State(app: app)) {
        TerminalFeature()
      } withDependencies: {
        $0.recorder = recorder
        $0.inspector = inspector
        if let path = command.favorites { $0.favorites = .file(path) }
      }
      let viewStore = store.terminalView
      guard let lines else { return try await play(viewStore) }

      let player = ScriptPlayer(viewStore)
      try await lines.play(perform: player.perform, screen: player.screen)
      await viewStore.yield(while: \.isSaving)
      return 0
    }
  }

  /// Plays with the keyboard until the user quits.
  @MainActor
  private static func play(
    _ viewStore: ViewStore<PrimeTimeView.State, PrimeTimeView.Action>
  ) async throws(Failure) -> Int32 {
    let session = try program.openTerminal()
    defer { session.close() }
    let exit = await session.run(viewStore, screen: { $0.screen(size: $1) }, command: { $0.command(for: $1) })
    // What the user told the program to keep is kept even when they leave at once.
    await viewStore.yield(while: \.isSaving)
    return exit.code
  }
}
