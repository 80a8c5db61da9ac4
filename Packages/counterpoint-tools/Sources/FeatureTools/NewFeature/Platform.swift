/// A platform that a new feature gets a view for.
package enum Platform: String, CaseIterable, Sendable {
  case terminal, web

  /// The products that the view imports beside `Counterpoint`.
  var products: [String] {
    switch self {
    case .terminal: ["CounterpointTerminal"]
    case .web: ["CounterpointHTML", "CounterpointSessions"]
    }
  }

  /// The package of these products.
  var package: String {
    switch self {
    case .terminal: "counterpoint-terminal"
    case .web: "counterpoint-web"
    }
  }
}
