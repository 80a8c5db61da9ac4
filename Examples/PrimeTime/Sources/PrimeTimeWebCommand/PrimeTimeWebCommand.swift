import ArgumentParser
import CounterpointSessions
import ExampleCommand
import Foundation

/// The command line of the program.
struct PrimeTimeWebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "primetime-web",
    abstract: "PrimeTime in browsers: each visitor counts for themselves, and all share their favorite primes."
  )

  @Option(parsing: .unconditional, help: "The number that each visitor begins with.")
  var count = 0

  @Option(
    help: "The address to listen on. Any but the default lets other computers in, and needs --public-origin or --hosts."
  )
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any that is free.")
  var port = 8080

  @Option(help: "The file of the favorites. (default: primetime/shared-favorites.json in $XDG_DATA_HOME)")
  var favorites: String?

  @Option(help: "The origin that browsers show, such as https://example.org: required behind a proxy.")
  var publicOrigin: String?

  @Option(
    help:
      "The names that browsers may call the server by, with commas between. (default: this computer's and the origin's)",
    transform: { text in text.split(separator: ",").map { String($0).trimmingCharacters(in: .whitespaces) } }
  )
  var hosts: [String] = []

  @Option(help: "How many actions a visitor may do each second, and ten times as many at once.")
  var actions = 50

  @Option(help: "How many visitors there is room for.")
  var visitors = 10_000

  @Option(parsing: .unconditional, help: "How many seconds a visitor is remembered who has left.")
  var remember = 300

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("'\(port)' is not a port from 0 to 65535.") }
    guard visitors > 0 else { throw ValidationError("There has to be room for a visitor: --visitors is \(visitors).") }
    guard (1...1_000_000).contains(actions) else {
      throw ValidationError("'\(actions)' is not a number of actions from 1 to 1000000.")
    }
    if let publicOrigin, WebOrigin(publicOrigin) == nil {
      throw ValidationError("'\(publicOrigin)' is not an origin such as https://example.org.")
    }
    guard publicOrigin != nil || !hosts.isEmpty || ["127.0.0.1", "localhost", "::1"].contains(host) else {
      throw ValidationError(
        "With --host \(host) other computers get in: give the names that they use with --public-origin or --hosts."
      )
    }
    guard remember > 0 else { throw ValidationError("'\(remember)' is not a number of seconds from 1 on.") }
  }

  /// The allowed hosts of requests; `nil` for those of this computer and of the public origin.
  var allowedHosts: Set<String>? { hosts.isEmpty ? nil : Set(hosts) }

  /// The path of the favorites.
  func favoritesPath(environment: [String: String]) throws(Failure) -> String {
    if let favorites { return favorites }
    if let data = environment["XDG_DATA_HOME"], !data.isEmpty { return data + "/primetime/shared-favorites.json" }
    guard let home = environment["HOME"], !home.isEmpty else {
      throw Failure("there is no $XDG_DATA_HOME and no $HOME to keep the favorites in: give --favorites PATH")
    }
    return home + "/.local/share/primetime/shared-favorites.json"
  }
}
