import ExampleCommand
import Foundation
import PrimeTimeWeb

#if Web
import Counterpoint
import CounterpointInspector
import CounterpointSessions
import CounterpointWeb
import Logging
import StateSharing
#endif

@main
struct Main {
  static func main() async {
    await Program(PrimeTimeWebCommand.self).main { command throws(Failure) in
      if let code = try command.recording.replay(reducer: { WebFeature() }) { return code }
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
    if let inspector = try command.recording.inspector(allowing: [.look]) {
      prepareDependencies { $0.inspector = inspector }
    }
    let path = try command.favoritesPath(environment: ProcessInfo.processInfo.environment)
    let favorites = sharedFavorites(in: URL(fileURLWithPath: path))
    let connections = command.connections ?? WebServerOptions.availableConnections()
    let options = WebServerOptions(
      shutdownDeadline: .seconds(command.deadline),
      connections: connections,
      connectionsPerAddress: command.connectionsPerAddress,
      healthPath: command.health,
      trustedProxies: Set(command.trustedProxies)
    )
    let logger = command.log.flatMap(PrimeTimeWebCommand.LogLevel.init).map { level in
      var logger = Logger(label: "primetime-web", factory: { StreamLogHandler.standardError(label: $0) })
      logger.logLevel = level.level
      return logger
    }
    if let error = favorites.loadError {
      logger?.error("The favorites can't be loaded", metadata: ["path": "\(path)", "error": "\(error)"])
    }
    let recorder = try command.recording.recorder()
    let site = WebSite(
      .primeTime(favorites: favorites, count: command.count, recorder: recorder),
      limits: WebLimits(
        sessions: command.visitors ?? min(connections, 10_000),
        actionsPerSession: RateLimit(burst: command.actions * 10, perSecond: Double(command.actions)),
        timeToLive: .seconds(command.remember)
      ),
      publicOrigin: command.publicOrigin.flatMap { WebOrigin($0) },
      hosts: command.allowedHosts,
      monitor: logger.map { WebMonitor(logger: $0) }
    )
    do {
      let server = WebServer(site, host: command.host, port: command.port, options: options, logger: logger)
      try await server.run { port in
        print("PrimeTime is on http://\(command.host):\(port)/")
        // A script may wait for this line.
        fflush(nil)
      }
    } catch {
      throw Failure("can't serve on \(command.host), port \(command.port): \(error)", code: .unavailable)
    }
    do {
      // Saves the last changes even if the server ended by force.
      try await favorites.save()
    } catch {
      throw Failure("can't save the favorites: \(error)", code: .inputOutput)
    }
  }
  #endif
}

#if Web
extension PrimeTimeWebCommand.LogLevel {
  fileprivate var level: Logger.Level {
    switch self {
    case .trace: .trace
    case .debug: .debug
    case .info: .info
    case .notice: .notice
    case .warning: .warning
    case .error: .error
    case .critical: .critical
    }
  }
}
#endif
