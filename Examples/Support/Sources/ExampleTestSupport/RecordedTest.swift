import CustomDump
import Foundation
import Testing

/// Compares the source of a recorded test with the compiled file, or writes the file when `RECORD_TESTS` is set:
/// `Scripts/record-tests`.
///
/// - Parameters:
///   - source: The result of `TestStore.record`.
///   - name: The name of the file, in the caller's folder.
/// - Throws: An error if the file can't be read or written.
public func expectRecordedTest(
  _ source: String,
  in name: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws {
  let header = "// Recorded by Scripts/record-tests: don't edit it.\n// swift-format-ignore-file\n\n"
  let file = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent().appending(component: name)
  if ProcessInfo.processInfo.environment["RECORD_TESTS"] != nil {
    try Data((header + source).utf8).write(to: file)
    return
  }
  expectNoDifference(
    try String(contentsOf: file, encoding: .utf8),
    header + source,
    "The test in '\(name)' (−) differs from what is recorded now (+). If it is meant to, run Scripts/record-tests.",
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}
