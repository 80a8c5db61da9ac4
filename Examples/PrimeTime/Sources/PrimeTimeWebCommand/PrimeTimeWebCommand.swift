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

  @Option(parsing: .unconditional, help: "The number that each visitor starts with.")
  var count = 0

  @Option(
    help: "The address to listen on. Any but a loopback address needs --public-origin or --hosts."
  )
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any free port.")
  var port = 8080

  @OptionGroup
  var recording: RecordingOptions

  @Option(help: "The file of the favorites. (default: primetime/shared-favorites.json in $XDG_DATA_HOME)")
  var favorites: String?

  @Option(
    help: """
      Where visitors are stored, so that they survive a restart: a folder, or 'etcd' for the cluster of \
      $ETCD_ENDPOINTS, where the favorites are then, too. Needs $SESSION_KEY. (default: nowhere)
      """
  )
  var sessions: String?

  @Option(
    parsing: .unconditional,
    help: "The number of seconds after which a visitor's changes are stored; 0 for before each response."
  )
  var saveEvery = 5.0

  @Option(help: "The origin in browsers, such as https://example.org: required behind a proxy.")
  var publicOrigin: String?

  @Option(
    help:
      "The allowed host names of requests, separated by commas. (default: this computer's and the origin's)",
    transform: list
  )
  var hosts: [String] = []

  @Option(help: "The number of actions per second that a visitor can do, and ten times as many at once.")
  var actions = 50

  @Option(help: "The maximum number of sessions. (default: as many as connections, at most 10000)")
  var visitors: Int?

  @Option(parsing: .unconditional, help: "The number of seconds after which an unused session expires.")
  var remember = 300

  @Option(help: "The maximum number of connections. (default: as many as the limit of file descriptors allows)")
  var connections: Int?

  @Option(help: "The maximum number of connections of one address. (default: 256, at most a quarter of all)")
  var connectionsPerAddress: Int?

  @Option(
    help: "The IP addresses of proxies in front of the server, separated by commas. (default: none)",
    transform: list
  )
  var trustedProxies: [String] = []

  @Option(parsing: .unconditional, help: "The number of seconds until the server ends by force after a signal.")
  var deadline = 10.0

  @Option(help: "The path of the health checks, as in /health for /health/live and /health/ready. (default: none)")
  var health: String?

  @Option(help: "Log to standard error from this level on: \(LogLevel.list). (default: no log)")
  var log: String?

  /// The levels of swift-log.
  enum LogLevel: String, CaseIterable {
    case trace, debug, info, notice, warning, error, critical

    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
  }

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("'\(port)' is not a port from 0 to 65535.") }
    if let log, LogLevel(rawValue: log) == nil {
      throw ValidationError("'\(log)' is not one of the levels \(LogLevel.list).")
    }
    if let visitors, visitors <= 0 {
      throw ValidationError("'\(visitors)' is not a number of visitors from 1 on.")
    }
    guard (1...1_000_000).contains(actions) else {
      throw ValidationError("'\(actions)' is not a number of actions from 1 to 1000000.")
    }
    if let publicOrigin, WebOrigin(publicOrigin) == nil {
      throw ValidationError("'\(publicOrigin)' is not an origin such as https://example.org.")
    }
    guard publicOrigin != nil || !hosts.isEmpty || ["127.0.0.1", "localhost", "::1"].contains(host) else {
      throw ValidationError(
        "Other computers can reach --host \(host): specify the names that they use with --public-origin or --hosts."
      )
    }
    guard saveEvery >= 0, saveEvery <= 3600 else {
      throw ValidationError("'\(saveEvery)' is not a number of seconds from 0 to an hour.")
    }
    guard remember > 0 else { throw ValidationError("'\(remember)' is not a number of seconds from 1 on.") }
    if let connections, connections <= 0 {
      throw ValidationError("'\(connections)' is not a number of connections from 1 on.")
    }
    if let connectionsPerAddress, connectionsPerAddress <= 0 {
      throw ValidationError("'\(connectionsPerAddress)' is not a number of connections from 1 on.")
    }
    for proxy in trustedProxies where !isAddress(proxy) {
      throw ValidationError("'\(proxy)' is not an IP address.")
    }
    guard deadline > 0, deadline <= 86_400 else {
      throw ValidationError("'\(deadline)' is not a number of seconds above 0, up to a day.")
    }
    if let health, !health.hasPrefix("/") || health.hasSuffix("/") || !health.utf8.allSatisfy(isOfPath) {
      throw ValidationError("'\(health)' is not a path such as /health.")
    }
  }

  private func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) { return true }
    return text.count(where: { $0 == ":" }) >= 2 && text.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
  }

  private func isOfPath(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The allowed hosts of requests; `nil` for those of this computer and of the public origin.
  var allowedHosts: Set<String>? { hosts.isEmpty ? nil : Set(hosts) }

  /// The moments at which visitors are stored.
  var saving: VisitorSaving { saveEvery == 0 ? .everyAction : .quiet(every: .seconds(saveEvery)) }

  /// The key of the cookies, which all processes with the same visitors need.
  func sessionKey(environment: [String: String]) throws(Failure) -> SessionKey {
    guard let text = environment["SESSION_KEY"] else {
      guard sessions == nil else {
        throw Failure("--sessions needs $SESSION_KEY, the same in all processes: SESSION_KEY=$(openssl rand -hex 16)")
      }
      return SessionKey()
    }
    guard let key = SessionKey(text) else {
      throw Failure("$SESSION_KEY is not a key of 32 lowercase hexadecimal digits: use openssl rand -hex 16")
    }
    return key
  }

  /// The path of the favorites.
  func favoritesPath(environment: [String: String]) throws(Failure) -> String {
    if let favorites { return favorites }
    if let data = environment["XDG_DATA_HOME"], !data.isEmpty { return data + "/primetime/shared-favorites.json" }
    guard let home = environment["HOME"], !home.isEmpty else {
      throw Failure("neither $XDG_DATA_HOME nor $HOME is set: specify the file of the favorites with --favorites PATH")
    }
    return home + "/.local/share/primetime/shared-favorites.json"
  }
}

/// Splits a list of values that are separated by commas.
private func list(_ text: String) -> [String] {
  text.split(separator: ",").map { String($0).trimmingCharacters(in: .whitespaces) }
}
