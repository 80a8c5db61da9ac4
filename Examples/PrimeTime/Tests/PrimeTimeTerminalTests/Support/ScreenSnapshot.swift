import CounterpointTerminal
import CustomDump
import Foundation
import PrimeTimeTerminal
import Testing

/// Compares a screen with the recorded one, or records it when `PRIMETIME_RECORD` is set: `Scripts/record-screens`.
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
  let screen = state.screen(size: size).plainText(size: size) + "\n"
  let recording = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(components: "Screens", "\(name).txt")
  if ProcessInfo.processInfo.environment["PRIMETIME_RECORD"] != nil {
    try Data(screen.utf8).write(to: recording)
    return
  }
  guard let recorded = try? String(contentsOf: recording, encoding: .utf8) else {
    Issue.record("There is no recording \(recording.path). Look at the screen, then run Scripts/record-screens.")
    return
  }
  expectNoDifference(
    recorded,
    screen,
    "The screen '\(name)' differs from the recorded one (−). If it is meant to (+), run Scripts/record-screens.",
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}
