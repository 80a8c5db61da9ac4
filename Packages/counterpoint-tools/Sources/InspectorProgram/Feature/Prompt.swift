@_spi(Internals) import CounterpointInspector

/// A question that covers the screen.
package enum Prompt: String, Codable, Hashable, Sendable {
  /// The text of the filter.
  case filter
  /// The text of a note at the selected moment.
  case note
  /// An action as JSON.
  case send
  /// Whether to forget all later moments.
  case resume
  case help

  /// Whether it concerns the selected moment, which stays selected as long as the prompt is open.
  var isAboutSelection: Bool {
    switch self {
    case .note, .send, .resume: true
    case .filter, .help: false
    }
  }

  /// Whether the user types a text.
  var hasText: Bool {
    switch self {
    case .filter, .note, .send: true
    case .resume, .help: false
    }
  }
}

/// The actions that complete what the user has typed.
struct Completion: Equatable, Sendable {
  /// The typed text; `nil` until the user asks for a completion.
  var typed: String?
  /// The number of the next candidate.
  var next = 0

  /// Returns the actions whose text begins with a typed text, or whose name contains it, in the order of their names.
  ///
  /// - Parameter examples: Actions as JSON, by their names.
  static func candidates(for typed: String, in examples: [String: String]) -> [String] {
    examples.sorted { $0.key < $1.key }.filter { name, action in
      typed.isEmpty || action.hasPrefix(typed) || name.lowercased().contains(typed.lowercased())
    }
    .map(\.value)
  }
}
