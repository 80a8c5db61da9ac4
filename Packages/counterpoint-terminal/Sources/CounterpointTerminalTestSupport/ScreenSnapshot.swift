public import CounterpointTerminal
import CustomDump
import Foundation
import Testing

/// Compares a screen with the recorded one, or records it when `RECORD_SCREENS` is set: `Scripts/record-screens`.
///
/// - Parameters:
///   - screen: What is shown.
///   - name: The name of the recording, a file in the folder `Screens` beside the caller's folder.
///   - size: The terminal's size.
///   - fileID: The place of this call, for failures.
///   - filePath: The place of this call, for failures and for the folder.
///   - line: The place of this call, for failures.
///   - column: The place of this call, for failures.
public func expectScreen(
  _ screen: Screen,
  named name: String,
  size: TerminalSize = .standard,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws {
  let text = screen.plainText(size: size) + "\n"
  let recording = URL(fileURLWithPath: "\(filePath)")
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(components: "Screens", "\(name).txt")
  if ProcessInfo.processInfo.environment["RECORD_SCREENS"] != nil {
    try Data(text.utf8).write(to: recording)
    return
  }
  guard let recorded = try? String(contentsOf: recording, encoding: .utf8) else {
    Issue.record(
      "There is no recording \(recording.path). Look at the screen, then run Scripts/record-screens.",
      sourceLocation: Testing.SourceLocation(
        fileID: "\(fileID)",
        filePath: "\(filePath)",
        line: Int(line),
        column: Int(column)
      )
    )
    return
  }
  expectNoDifference(
    recorded,
    text,
    "The screen '\(name)' differs from the recorded one (−). If it is meant to (+), run Scripts/record-screens.",
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}
