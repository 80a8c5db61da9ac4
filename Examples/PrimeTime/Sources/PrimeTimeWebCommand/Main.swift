import ExampleCommand
import Foundation
import PrimeTimeWeb

#if Web
import CounterpointSessions
import CounterpointWeb
import StateSharing
#endif

@main
struct Main {
  static func main() async {
    await Program(PrimeTimeWebCommand.self).main { command throws(Failure) in
      #if Web
      try await serve(command)
      return 0
      #else
      throw Failure(
        "this program was built without its server: swift run --traits Web primetime-web",
        code: .unavailable
      )
      #endif
    }
  }

  #if Web
  private static func serve(_ command: PrimeTimeWebCommand) async throws(Failure) {
    let path = try command.favoritesPath(environment: ProcessInfo.processInfo.environment)
    let favorites = sharedFavorites(in: URL(fileURLWithPath: path))
    let site = WebSite(
      .primeTime(favorites: favorites, count: command.count),
      limits: WebLimits(
        sessions: command.visitors,
        actionsPerSession: RateLimit(burst: command.actions * 10, perSecond: Double(command.actions)),
        timeToLive: .seconds(command.remember)
      ),
      publicOrigin: command.publicOrigin.flatMap { WebOrigin($0) },
      hosts: command.allowedHosts
    )
    do {
      try await WebServer(site, host: command.host, port: command.port).run { port in
        print("PrimeTime is on http://\(command.host):\(port)/")
        // It may be read by a script that waits for it.
        fflush(nil)
      }
      // What visitors saved last is kept even when the server ends at once.
      try await favorites.save()
    } catch {
      throw Failure("can't serve on \(command.host), port \(command.port): \(error)", code: .unavailable)
    }
  }
  #endif
}
