import Counterpoint
import CounterpointTerminal
import ExampleCommand
import GalleryTerminal

@main
struct Main {
  private static let program = Program(GalleryCommand.self)

  static func main() async {
    await program.main { command throws(Failure) in
      let lines = try command.options.lines(of: GalleryIntent.self)
      let store = Store(initialState: Work.State(log: logLines(count: max(command.lines, 0)))) { Work() }
      guard let lines else { return try await play(store, command) }
      let screen = GalleryScreen(store: store)
      _ = screen.command(for: .resize(command.options.size))
      try await lines.play { line throws(ScriptError) in
        try screen.perform(line)
      } screen: {
        screen.screen(size: $0)
      }
      return 0
    }
  }

  /// Plays with the keyboard and the mouse until the user quits.
  @MainActor
  private static func play(_ store: StoreOf<Work>, _ command: GalleryCommand) async throws(Failure) -> Int32 {
    var options = TerminalOptions(environment: TerminalCapabilities.processEnvironment)
    options.reportsMouse = true
    options.display = command.inline.map { .inline(rows: $0) } ?? .alternateScreen
    let session = try program.openTerminal(options: options)
    defer { session.close() }
    let screen = GalleryScreen(store: store, theme: options.theme) { text in
      await session.released { await edited(text) }
    }
    return await session.run {
      screen.screen(size: $0)
    } command: {
      screen.command(for: $0)
    }.code
  }
}
