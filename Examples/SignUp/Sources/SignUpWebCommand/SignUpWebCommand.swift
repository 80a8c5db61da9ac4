import ArgumentParser
import CounterpointSessions
import ExampleCommand
import Foundation

/// The command line of the program.
struct SignUpWebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signup-web",
    abstract: "Sign up in browsers, page by page. All visitors share the accounts."
  )

  @Option(help: "The file of the accounts. (default: they are forgotten at the end)")
  var accounts: String?

  @Option(help: "The number of seconds that creating an account takes at least, to look at the busy state.")
  var delay = 0.0

  @Option(help: "The address to listen on. Any but a loopback address needs --public-origin or --hosts.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any free port.")
  var port = 8080

  @Option(help: "The origin in browsers, such as https://example.org: required behind a proxy.")
  var publicOrigin: String?

  @Option(
    help: "The allowed host names of requests, separated by commas. (default: this computer's and the origin's)",
    transform: { $0.split(separator: ",").map { String($0).trimmingCharacters(in: .whitespaces) } }
  )
  var hosts: [String] = []

  @OptionGroup
  var recording: RecordingOptions

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("'\(port)' is not a port from 0 to 65535.") }
    guard (0...3600).contains(delay) else {
      throw ValidationError("'\(delay)' is not a number of seconds from 0 to an hour.")
    }
    if let publicOrigin, WebOrigin(publicOrigin) == nil {
      throw ValidationError("'\(publicOrigin)' is not an origin such as https://example.org.")
    }
    guard publicOrigin != nil || !hosts.isEmpty || ["127.0.0.1", "localhost", "::1"].contains(host) else {
      throw ValidationError(
        "Other computers can reach --host \(host): specify the names that they use with --public-origin or --hosts."
      )
    }
  }
}
