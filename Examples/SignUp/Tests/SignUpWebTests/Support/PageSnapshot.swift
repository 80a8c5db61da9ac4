import CounterpointHTML
import CustomDump
import Foundation
import SignUpWeb
import Testing

/// Compares a page with its recording, or records it if `RECORD_SCREENS` is set: `Scripts/record-screens`.
///
/// - Parameters:
///   - state: The state of the page.
///   - name: The name of the recording, a file in `Pages`.
func expectPage(
  _ state: SignUpPage.State,
  named name: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws {
  // One line per element makes differences readable.
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
    "The page '\(name)' differs from its recording (−). If the change (+) is intended, run Scripts/record-screens.",
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}
