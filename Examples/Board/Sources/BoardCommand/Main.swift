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
    await program.main { command throws(Failure) in
      let lines = try command.options.lines(of: BoardIntent.self)
      let board = sharedBoard(of: command)
      if let error = board.loadError { throw Failure("can't load the board: \(error)", code: .inputOutput) }
      let store = Store(initialState: BoardFeature.State(board: board)) { BoardFeature() }
      store.send(.joined)
      let screen = BoardScreen(store: store)
      let code: Int32
      if let lines {
        try await lines.play(perform: screen.perform, screen: screen.screen)
        code = 0
      } else {
        code = try await play(screen)
      }
      guard command.board != nil else { return code }
      do {
        try await board.save()
      } catch {
        throw Failure("can't save the board: \(error)", code: .inputOutput)
      }
      return code
    }
  }

  private static func sharedBoard(of command: BoardCommand) -> Shared<CardBoard> {
    let initial = CardBoard.filled(command.cards)
    guard let board = command.board else { return Shared(value: initial) }
    return Board.sharedBoard(in: URL(fileURLWithPath: board), initial: initial)
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
