public import CustomDump

/// A text as data: what a prompt says, with how it shall look where that can be shown.
///
/// ```swift
/// TextState("Delete ") + TextState(item.name).bold() + TextState("?")
/// ```
///
/// It holds characters exactly as they came, hostile ones too; each rendering makes them harmless in its own way:
/// `String(state:)` gives the characters alone, ``html`` escapes what HTML would obey, and the terminal's `StyledText`
/// replaces control characters.
///
/// Texts are compared part by part: `TextState("a") + TextState("b")` is not equal to `TextState("ab")`.
public struct TextState: Hashable, Sendable {
  /// A piece of a text that looks the same throughout.
  public struct Part: Hashable, Sendable {
    /// The characters, exactly as they came.
    public let text: String
    /// Their style.
    public internal(set) var style: Style
  }

  /// The pieces from left to right: one for each text that was put together.
  public internal(set) var parts: [Part]

  /// Makes a text without any style.
  ///
  /// - Parameter content: Any characters.
  public init(_ content: some StringProtocol) {
    self.init(verbatim: String(content))
  }

  /// Makes a text without any style; the same as ``init(_:)``, because nothing is ever looked up or translated.
  ///
  /// - Parameter content: Any characters.
  public init(verbatim content: String) {
    parts = [Part(text: content, style: Style())]
  }

  /// The left text followed by the right one, each with its own style.
  public static func + (left: TextState, right: TextState) -> TextState {
    var sum = left
    sum.parts += right.parts
    return sum
  }
}

extension TextState: CustomDumpRepresentable {
  /// The characters alone, as a string.
  public var customDumpValue: Any { String(state: self) }
}
