import ArgumentParser
import CounterpointSessions
import Foundation

/// The command line of the program.
struct MembersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "members-web",
    abstract: "A site with accounts: registering, signing in and out, and pages for members."
  )

  @Option(help: "The port to listen on; 0 for any free port.")
  var port = 8080

  @Option(help: "The file of the members. Several processes can use it at once.")
  var members = "members.json"

  @Option(help: "A file to record all visitors in. It has no passwords, so it can't be replayed.")
  var record: String?

  @Option(help: "The origin in browsers, such as https://example.org: required behind a proxy.")
  var publicOrigin: String?

  @Option(
    help: "The IP addresses of proxies in front of the server, separated by commas. (default: none)",
    transform: { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
  )
  var trustedProxies: [String] = []

  @Option(help: "The number of seconds after which a session that is not used ends.")
  var idle = 1800

  @Option(help: "The number of seconds after which a session ends that is in use.")
  var age = 43_200

  @Option(help: "The cost of a hash, from 1 to 11: each step doubles the time and the memory. 6 takes 32 MiB.")
  var cost = 6

  @Flag(help: "Log each request to standard error.")
  var log = false

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("'\(port)' is not a port from 0 to 65535.") }
    guard idle > 0, age > 0 else { throw ValidationError("'\(min(idle, age))' is not a number of seconds from 1 on.") }
    guard (1...11).contains(cost) else { throw ValidationError("'\(cost)' is not a cost from 1 to 11.") }
    if let publicOrigin, WebOrigin(publicOrigin) == nil {
      throw ValidationError("'\(publicOrigin)' is not an origin such as https://example.org.")
    }
  }
}
