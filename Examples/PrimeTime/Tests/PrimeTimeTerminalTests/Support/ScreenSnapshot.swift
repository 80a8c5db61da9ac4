import CounterpointTerminal
import CounterpointTerminalTestSupport
import PrimeTimeTerminal

/// Compares a screen with the recorded one, or records it.
///
/// - Parameters:
///   - state: What is shown.
///   - name: The name of the recording, a file in `Screens`.
///   - size: The terminal's size.
func expectScreen(
  _ state: PrimeTimeView.State,
  named name: String,
  size: TerminalSize = .standard,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws {
  try expectScreen(
    state.screen(size: size),
    named: name,
    size: size,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}
