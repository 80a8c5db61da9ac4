import Counterpoint
@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import CounterpointTerminal
import ExampleCommand
import SignUp
import SignUpTerminal

@main
struct Main {
  private static let program = Program(SignUpCommand.self)

  static func main() async {
    await program.main { command throws(Failure) in
      // A recording of a sign-up may be passed on, for example with a report of a fault.
      let redaction = Redaction().redact(\SignUpDraft.password) { String(repeating: "x", count: $0.count) }
      let replayed = try command.recording.replay(redacting: redaction) {
        SignUpFeature()
      } withDependencies: {
        $0.signUp = .inMemory()
      }
      if let replayed { return replayed }
      let lines = try command.options.lines(of: SignUpIntent.self)
      let recorder = try command.recording.recorder(redacting: redaction)
      let inspector = try command.recording.inspector(redacting: redaction)
      let store = Store(initialState: SignUpFeature.State()) {
        SignUpFeature()
      } withDependencies: {
        $0.recorder = recorder
        $0.inspector = inspector
        $0.signUp = command.accounts.map(SignUpClient.file) ?? .inMemory()
      }
      let screen = SignUpScreen(store: store)
      guard let lines else { return try await play(screen) }

      try await lines.play(perform: screen.perform, screen: screen.screen)
      return 0
    }
  }

  /// Plays with the keyboard until the user quits.
  @MainActor
  private static func play(_ screen: SignUpScreen) async throws(Failure) -> Int32 {
    let session = try program.openTerminal()
    defer { session.close() }
    return await session.run {
      screen.screen(size: $0)
    } command: {
      screen.command(for: $0)
    }.code
  }
}
