import ArgumentParser
import Counterpoint
import CounterpointTerminal
import Foundation
import PrimeTime
import PrimeTimeTerminal

@main
struct Main {
  @MainActor
  static func main() async {
    do {
      exit(try await run(parse()))
    } catch let failure as Failure {
      FileHandle.standardError.write(Data("primetime: \(failure.message)\n".utf8))
      exit(failure.code.rawValue)
    } catch {
      // Help, or what only the parser can explain.
      PrimeTimeCommand.exit(withError: error)
    }
  }

  private static func parse() throws -> PrimeTimeCommand {
    do {
      return try PrimeTimeCommand.parse()
    } catch {
      guard PrimeTimeCommand.exitCode(for: error) == .success else {
        throw Failure(PrimeTimeCommand.message(for: error))
      }
      throw error
    }
  }

  @MainActor
  private static func run(_ command: PrimeTimeCommand) async throws(Failure) -> Int32 {
    let path = try command.favoritesPath(environment: ProcessInfo.processInfo.environment)
    let script = try command.readScript()
    let app = AppFeature.State(counter: CounterFeature.State(count: command.count))
    let store = Store(initialState: TerminalFeature.State(app: app)) {
      TerminalFeature()
    } withDependencies: {
      $0.favorites = .file(path)
    }
    let viewStore = store.terminalView
    guard let script else { return try await play(viewStore) }

    let player = ScriptPlayer(viewStore: viewStore, size: command.size) { print($0) }
    do throws(ScriptError) {
      try await player.play(script)
    } catch {
      throw Failure(error.description)
    }
    return 0
  }

  /// Plays with the keyboard until the user quits.
  @MainActor
  private static func play(
    _ viewStore: ViewStore<PrimeTimeView.State, PrimeTimeView.Action>
  ) async throws(Failure) -> Int32 {
    guard TerminalSession.isTerminal(STDIN_FILENO) else {
      throw Failure(
        "standard input is not a terminal; run it in one, or play a script: primetime --script FILE ('-' reads it here)"
      )
    }
    let session: TerminalSession
    do throws(TerminalError) {
      session = try TerminalSession()
    } catch {
      throw Failure("\(error)", code: .unavailable)
    }
    defer { session.close() }
    let exit = await session.run(viewStore, screen: { $0.screen(size: $1) }, command: { $0.command(for: $1) })
    // What the user told the program to keep is kept even when they leave at once.
    await viewStore.yield(while: \.isSaving)
    return exit.code
  }
}
