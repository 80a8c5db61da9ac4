import ExampleCommand
import Foundation

#if os(Linux)
import Counterpoint
import CounterpointRecording
import CounterpointSessions
import CounterpointWeb
import Logging
import Members
import MembersPasswords
import MembersWeb
import StateSharing
#endif

@main
struct Main {
  static func main() async {
    await Program(MembersCommand.self).main { command throws(Failure) in
      #if os(Linux)
      try await serve(command)
      return 0
      #endif
    }
  }

  #if os(Linux)
  private static func serve(_ command: MembersCommand) async throws(Failure) {
    let file = URL(fileURLWithPath: command.members)
    let members = Shared(wrappedValue: [:], .fileStorage(file, mode: .transactional)) as Shared<AccountsClient.Members>
    if let error = members.loadError { throw Failure("can't read \(command.members): \(error)", code: .inputOutput) }
    // A hash takes a core for some 50 ms, so half of them are for everything else.
    let cores = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
    let hasher = PasswordHasher.yescrypt(cost: command.cost)
    let decoy: String
    do {
      decoy = try await hasher.hash(Password(UUID().uuidString))
    } catch {
      throw Failure("can't hash passwords: \(error)", code: .unavailable)
    }
    let accounts = AccountsClient.live(
      members: members,
      hasher: hasher.limited(concurrent: cores, waiting: 32),
      limiter: AttemptLimiter(clock: ContinuousClock()),
      decoy: decoy
    )
    var recorder: Recorder?
    do {
      recorder = try command.record.map { try Recorder(at: URL(filePath: $0)) }
    } catch {
      throw Failure("can't record: \(error)", code: .inputOutput)
    }
    let logger = command.log ? Logger(label: "members-web", factory: StreamLogHandler.standardError(label:)) : nil
    let site = WebSite(
      .members(accounts, recorder: recorder),
      limits: WebLimits(timeToLive: .seconds(command.idle), sessionAge: .seconds(command.age)),
      publicOrigin: command.publicOrigin.flatMap { WebOrigin($0) },
      monitor: logger.map { WebMonitor(logger: $0) }
    )
    do {
      let options = WebServerOptions(trustedProxies: Set(command.trustedProxies))
      try await WebServer(site, port: command.port, options: options, logger: logger).run { port in
        print("Members is on http://127.0.0.1:\(port)/")
        // A script may wait for this line.
        fflush(nil)
      }
    } catch {
      throw Failure("can't serve on port \(command.port): \(error)", code: .unavailable)
    }
  }
  #endif
}
