import Foundation
import Synchronization
import Testing

/// Expands the input of a case, and records an issue for each section that differs from the result.
///
/// With `RECORD_EXPANSIONS` in the environment (`Scripts/record-expansions`) the result is also written to the data
/// file.
func expectExpansion(_ expansion: ExpansionArgument) throws {
  let isRecording = ProcessInfo.processInfo.environment["RECORD_EXPANSIONS"] != nil
  for failure in try expansion.failures(isRecording: isRecording) {
    Issue.record(
      Comment(rawValue: failure.message),
      sourceLocation: SourceLocation(
        fileID: "CounterpointMacrosTests/\(expansion.file.lastPathComponent)",
        filePath: expansion.file.path,
        line: failure.line,
        column: 1
      )
    )
  }
}

/// A difference between a case and the result of its expansion.
struct ExpansionFailure: Equatable {
  /// The line in the data file.
  let line: Int
  let message: String
}

extension ExpansionArgument {
  /// Expands the input, and returns a failure for each section that differs from the result.
  ///
  /// If `isRecording`, the result is also written to the data file. The failures remain, because otherwise a recorded
  /// run would pass for a comparison.
  func failures(isRecording: Bool) throws -> [ExpansionFailure] {
    let actual = ExpandedSource(of: expected.sections[.input] ?? "")
    if let errors = actual.syntaxErrors {
      return [failure("The expansion has syntax errors. They can't be recorded.\n\(errors)", line: expected.line)]
    }
    let differences = expected.differences(from: actual)
    if isRecording, !differences.isEmpty {
      try record(actual)
    }
    let advice =
      isRecording
      ? "The file contains the result now. Review 'git diff', then run the test again."
      : "If the result is correct, run Scripts/record-expansions, and review 'git diff'."
    return differences.map { failure("\($0.message)\n\(advice)", line: $0.line) }
  }

  private func failure(_ message: String, line: Int) -> ExpansionFailure {
    let folder = file.deletingLastPathComponent().lastPathComponent
    return ExpansionFailure(
      line: line,
      message: "\(folder)/\(file.lastPathComponent), '\(expected.name)'\n\(message)"
    )
  }

  /// Test cases run in parallel, and several may write the same file.
  private static let recordingLock = Mutex(())

  /// Replaces the expected sections of the case in its file.
  private func record(_ actual: ExpandedSource) throws {
    try Self.recordingLock.withLock { _ in
      var content = try ExpansionFile(contentsOf: file)
      guard let index = content.cases.firstIndex(where: { $0.name == expected.name }) else { return }
      content.cases[index] = expected.replacingSections(with: actual)
      guard (try? ExpansionFile(content.text))?.cases.map(\.sections) == content.cases.map(\.sections) else {
        throw ExpansionFileError(
          file: file.path,
          line: expected.line,
          message: "The result can't be recorded: it is empty, or a line begins with '---' or '==='."
        )
      }
      try Data(content.text.utf8).write(to: file)
    }
  }
}
