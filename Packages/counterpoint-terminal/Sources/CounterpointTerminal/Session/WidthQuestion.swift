/// The question for the widths of ``ClusterWidths/samples``, and the terminal's answers.
///
/// The program writes each sample and asks for the position of the cursor. A last question, which every terminal
/// answers, marks the end. A terminal that doesn't answer changes nothing.
struct WidthQuestion {
  /// The time after which no answer is expected.
  static let timeout = Duration.seconds(1)

  private var answers: [Int] = []

  /// Returns the output that asks the question, after the codes that begin a session.
  ///
  /// - Parameters:
  ///   - display: The part of the terminal that shows the screens. The question uses the second row of the alternate
  ///     screen, because an answer in the first row is also a key. An inline display has only the row of the cursor.
  ///   - size: The terminal's size.
  /// - Returns: The output; `nil` if the terminal is too small for the samples.
  static func bytes(for display: TerminalDisplay, size: TerminalSize) -> [UInt8]? {
    let isInline = display != .alternateScreen
    guard size.columns > 16, isInline || size.rows > 1 else { return nil }
    let samples = ClusterWidths.samples.map { "\r\($0)\u{1B}[6n" }.joined()
    return Array("\(isInline ? "" : "\u{1B}[2H")\(samples)\r\(EscapeCodes.clearToEndOfLine)\u{1B}[c".utf8)
  }

  /// Takes a reply.
  ///
  /// - Returns: The widths after the last reply; the standard widths if answers are missing. `nil` before.
  mutating func take(_ reply: TerminalReply) -> ClusterWidths? {
    switch reply {
    case .cursor(_, let column):
      answers.append(column - 1)
      return nil
    case .deviceAttributes:
      return ClusterWidths(answers: answers) ?? ClusterWidths()
    }
  }
}
