import CounterpointHTML
import CustomDump
import Foundation
import PrimeTimeWeb
import Testing

/// Compares a page with the recorded one, or records it when `RECORD_SCREENS` is set: `Scripts/record-screens`.
///
/// - Parameters:
///   - state: What is shown.
///   - name: The name of the recording, a file in `Pages`.
func expectPage(
  _ state: PrimeTimePage.State,
  named name: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws {
  // A line for each element, so that a difference can be read.
  let text = state.html.markup.replacing("><", with: ">\n<") + "\n"
  let recording = URL(fileURLWithPath: "\(filePath)")
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(components: "Pages", "\(name).html")
  if ProcessInfo.processInfo.environment["RECORD_SCREENS"] != nil {
    try Data(text.utf8).write(to: recording)
    return
  }
  expectNoDifference(
    try? String(contentsOf: recording, encoding: .utf8),
    text,
    "The page '\(name)' differs from the recorded one (−). If it is meant to (+), run Scripts/record-screens.",
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}
