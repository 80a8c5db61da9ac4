import Board
import BoardTerminal
import Counterpoint
import CounterpointTerminal
import ExampleCommand
import Foundation

@main
struct Main {
  private static let program = Program(BoardCommand.self)

  static func main() async {
    // A change of a long board in a file takes longer than the 100 ms that are fine for a frame.
    await SharedTransaction.$patienceOfMainThread.withValue(.seconds(10)) { await play() }
  }

  private static func play() async {
    await program.main { command throws(Failure) in
      let lines = try command.options.lines(of: BoardIntent.self)
      let board = try await board(of: command)
      let store = Store(initialState: BoardFeature.State(board: board)) { BoardFeature() }
      store.send(.joined)
      let screen = BoardScreen(store: store)
      guard let lines else { return try await play(screen) }
      try await lines.play(perform: screen.perform, screen: screen.screen)
      return 0
    }
  }

  @MainActor
  private static func board(of command: BoardCommand) async throws(Failure) -> Shared<CardBoard> {
    do {
      return try await openBoard(in: command.board.map { URL(fileURLWithPath: $0) }, cards: command.cards)
    } catch {
      throw Failure("can't open the board: \(error)", code: .inputOutput)
    }
  }

  /// Plays with the keyboard until the user quits.
  @MainActor
  private static func play(_ screen: BoardScreen) async throws(Failure) -> Int32 {
    let session = try program.openTerminal()
    defer { session.close() }
    return await session.run {
      screen.screen(size: $0)
    } command: {
      screen.command(for: $0)
    }.code
  }
}
