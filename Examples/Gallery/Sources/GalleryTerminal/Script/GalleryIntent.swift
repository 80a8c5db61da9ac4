public import CounterpointTerminal
public import Counterpoint

/// A user's intent, as a line of a script.
public enum GalleryIntent: ScriptIntent {
  case press(Key)
  case quit
  case type(String)
  case work
}

extension GalleryIntent {
  /// The keys that a script presses, by their labels.
  private static let keys: [String: Key] = {
    var keys: [Key] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .tab, .backTab, .backspace, .delete,
      " ",
    ]
    keys += (1...12).map(Key.function)
    keys += "abcdefghijklmnopqrstuvwxyz_".map(Key.control)
    keys += [Key.up, .down, .left, .right].map { $0.with(.shift) }
    let names: [Key: String] = [.up: "up", .down: "down", .left: "left", .right: "right"]
    return Dictionary(uniqueKeysWithValues: keys.map { (names[$0] ?? $0.label, $0) })
  }()

  /// Whether the intent quits the program.
  public var endsScript: Bool { self == .quit }

  /// Parses an intent.
  ///
  /// - Parameter text: A line of a script without its comment, as in `press f2` or `type hello`.
  /// - Throws: ``GalleryIntentError`` with the correction.
  public init(_ text: String) throws(GalleryIntentError) {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("quit", nil): self = .quit
    case ("work", nil): self = .work
    case ("type", let typed?): self = .type(typed)
    case ("press", let label?):
      let character = label.count == 1 ? label.first.map { Key(.character($0)) } : nil
      guard let key = Self.keys[label] ?? character else { throw .unknown(label, among: Self.keys.keys.sorted()) }
      self = .press(key)
    default: throw .unknown(text, among: ["press KEY", "quit", "type TEXT", "work"])
    }
  }
}

/// An error in a line of a script.
public enum GalleryIntentError: Error, Equatable, Sendable {
  /// There is no such intent or key.
  case unknown(String, among: [String])
}

extension GalleryIntentError: CustomStringConvertible {
  /// The error and its correction, in one line.
  public var description: String {
    switch self {
    case .unknown(let text, let words):
      let near = nearestWords(to: text, among: words)
      let advice =
        near.isEmpty
        ? "use \(words.joined(separator: ", "))"
        : "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
      return "unknown intent or key '\(text)'; \(advice)"
    }
  }
}

extension GalleryScreen {
  /// Performs the intent of a line through the same screen as the keyboard.
  ///
  /// - Parameter line: The line.
  /// - Returns: The started work, for which a script waits.
  public func perform(_ line: Script<GalleryIntent>.Line) throws(ScriptError) -> [StoreTask] {
    switch line.intent {
    case .quit: return []
    case .work: return [startWork()]
    case .press(let key): _ = command(for: .key(key))
    case .type(let text): for character in text { _ = command(for: .key(.character(character))) }
    }
    return []
  }
}
