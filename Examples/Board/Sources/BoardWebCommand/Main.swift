import ExampleCommand
import Foundation

import Board
import BoardWeb
import Counterpoint
import CounterpointSessions
import CounterpointWeb

@main
struct Main {
  static func main() async {
    await Program(BoardWebCommand.self).main { command throws(Failure) in
      try await serve(command)
      return 0
    }
  }

  private static func serve(_ command: BoardWebCommand) async throws(Failure) {
    let board: Shared<CardBoard>
    do {
      board = try await openBoard(in: command.board.map { URL(fileURLWithPath: $0) }, cards: command.cards)
    } catch {
      throw Failure("can't open the board: \(error)", code: .inputOutput)
    }
    let site = WebSite(
      .board(board),
      limits: WebLimits(
        actionsPerSession: RateLimit(burst: command.actions * 10, perSecond: Double(command.actions)),
        // A form without the script has up to 9 bytes for each unit of UTF-16 of the notes.
        bodySize: 64 << 10,
        timeToLive: .seconds(command.remember),
        heartbeat: .seconds(min(command.remember, 15))
      ),
      publicOrigin: command.publicOrigin.flatMap { WebOrigin($0) },
      hosts: command.hosts.isEmpty ? nil : Set(command.hosts)
    )
    do {
      try await WebServer(site, host: command.host, port: command.port).run { port in
        print("Board is on http://\(command.host):\(port)/")
        // A script may wait for this line.
        fflush(nil)
      }
    } catch {
      throw Failure("can't serve on \(command.host), port \(command.port): \(error)", code: .unavailable)
    }
  }
}
