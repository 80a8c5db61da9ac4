/// Text with a style for each piece of it.
///
/// ```swift
/// let line: StyledText = "Count: \(StyledText("\(count)").bold().foreground(.green))"
/// ```
///
/// Whatever the text comes from, it can't do more than be shown: control characters, escape codes and characters that
/// change the direction of writing are replaced when the text is made (see ``init(_:style:)``). Equal texts are equal
/// however they were put together.
public struct StyledText: Hashable, Sendable {
  /// A piece of text in one style.
  public struct Run: Hashable, Sendable {
    /// The characters; never empty, and free of control characters other than line breaks.
    public fileprivate(set) var text: String
    /// Their style.
    public let style: Style
  }

  /// The pieces from left to right. Neighbors differ in style.
  public private(set) var runs: [Run]

  /// Makes an empty text.
  public init() { runs = [] }

  /// Creates a text of one style.
  ///
  /// - Parameters:
  ///   - text: Any text. Line breaks of all kinds become `\n`, a tab becomes four blanks, other control characters
  ///     become their pictures (`␛` for escape) or `U+FFFD`, as do the characters that override the direction of
  ///     writing. A character keeps its first 31 code points: a letter has at most 30 combining marks.
  ///   - style: How it looks.
  public init(_ text: some StringProtocol, style: Style = .plain) {
    let harmless = ControlCharacters.replaced(in: text)
    runs = harmless.isEmpty ? [] : [Run(text: harmless, style: style)]
  }

  /// Whether there is nothing to show.
  public var isEmpty: Bool { runs.isEmpty }

  /// The characters without their styles.
  public var plainText: String { runs.reduce(into: "") { $0 += $1.text } }

  /// The columns that the widest line of the text takes. Costs a walk over the whole text.
  public var width: Int {
    hasLineBreaks ? lines.reduce(0) { max($0, $1.width) } : runs.reduce(0) { $0 + DisplayWidth.of($1.text) }
  }

  /// Adds a text to the end.
  public mutating func append(_ other: StyledText) {
    for run in other.runs { append(harmless: run.text, style: run.style) }
  }

  /// The left text followed by the right one.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum.append(right)
    return sum
  }

  /// Adds the right text to the end of the left one.
  public static func += (left: inout StyledText, right: StyledText) { left.append(right) }

  /// Adds text that is known to hold no control characters, and keeps the runs in their one normal form.
  mutating func append(harmless text: String, style: Style) {
    guard !text.isEmpty else { return }
    if runs.last?.style == style {
      let last = runs.count - 1
      // A letter and the marks that begin the next text become one character, which has to stay within the limit.
      let joint = (runs[last].text.last?.utf8.count ?? 0) + (text.first?.utf8.count ?? 0)
      runs[last].text += text
      if joint > ControlCharacters.longestCharacter {
        runs[last].text = ControlCharacters.withoutEndlessCharacters(runs[last].text)
      }
    } else {
      runs.append(Run(text: text, style: style))
    }
  }
}
