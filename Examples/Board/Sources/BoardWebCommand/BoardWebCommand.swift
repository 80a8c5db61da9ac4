import ArgumentParser
import CounterpointSessions
import ExampleCommand
import Foundation

/// The command line of the program.
struct BoardWebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board-web",
    abstract: "A board of cards in browsers: all visitors see each change and each other."
  )

  @Option(help: "The file of the board. (default: the board is forgotten at the end)")
  var board: String?

  @Option(help: "The number of cards of a new board.")
  var cards = 0

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

  @Option(help: "The number of actions per second that a visitor can do, and ten times as many at once.")
  var actions = 50

  @Option(
    parsing: .unconditional,
    help: """
      The number of seconds after which a visitor without an open page is no longer present. Without the script, a \
      visitor has as long to fill in a form.
      """
  )
  var remember = 300

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("'\(port)' is not a port from 0 to 65535.") }
    guard (0...1_000_000).contains(cards) else {
      throw ValidationError("'\(cards)' is not a number of cards from 0 to 1000000.")
    }
    guard (1...1_000_000).contains(actions) else {
      throw ValidationError("'\(actions)' is not a number of actions from 1 to 1000000.")
    }
    guard (1...86_400).contains(remember) else {
      throw ValidationError("'\(remember)' is not a number of seconds from 1 to 86400.")
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
