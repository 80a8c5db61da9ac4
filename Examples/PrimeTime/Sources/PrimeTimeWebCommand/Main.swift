import ExampleCommand
import Foundation
import PrimeTimeWeb

import Counterpoint
@_spi(Internals) import CounterpointInspector
import CounterpointSessions
import CounterpointSessionsEtcd
import CounterpointWeb
import Logging
import StateSharing
import StateSharingEtcd

@main
struct Main {
  static func main() async {
    await Program(PrimeTimeWebCommand.self).main { command throws(Failure) in
      if let code = try command.recording.replay(reducer: { WebFeature() }) { return code }
      try await serve(command)
      return 0
    }
  }

  private static func serve(_ command: PrimeTimeWebCommand) async throws(Failure) {
    if let inspector = try command.recording.inspector(allowing: [.look]) {
      prepareDependencies { $0.inspector = inspector }
    }
    let environment = ProcessInfo.processInfo.environment
    let key = try command.sessionKey(environment: environment)
    let path = try command.favoritesPath(environment: environment)
    let (visitors, favorites) = try storage(of: command, favorites: path)
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
      key: key,
      monitor: logger.map { WebMonitor(logger: $0) },
      visitors: visitors,
      saving: command.saving
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

  /// Returns the storage of the visitors, and the favorites.
  private static func storage(
    of command: PrimeTimeWebCommand,
    favorites path: String
  ) throws(Failure) -> ((any VisitorStore)?, Shared<[Int]>) {
    switch command.sessions {
    case nil: return (nil, sharedFavorites(in: URL(fileURLWithPath: path)))
    case "etcd":
      let cluster: EtcdCluster
      do {
        cluster = try .fromEnvironment()
      } catch {
        throw Failure("can't use the etcd cluster: \(error)")
      }
      prepareDependencies { $0.etcd = cluster }
      return (EtcdVisitorStore(cluster), Shared(wrappedValue: [], .etcd("favorites")))
    case let folder?:
      let store = FolderVisitorStore(URL(fileURLWithPath: folder))
      return (store, sharedFavorites(in: URL(fileURLWithPath: path)))
    }
  }
}

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
