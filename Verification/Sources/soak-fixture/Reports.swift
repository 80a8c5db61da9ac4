import IssueReporting
@_spi(Internals) import CounterpointSupport

/// The issues that the library reports about saving.
enum Reports {
  private static let texts = Locked<[String]>([])

  /// Collects the issues of every thread.
  static func install() {
    IssueReporters.current = [Collector()]
  }

  /// Returns the issues since the last call.
  static func take() -> [String] {
    texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
  }

  private struct Collector: IssueReporter {
    func reportIssue(
      _ message: @autoclosure () -> String?,
      severity: IssueSeverity,
      fileID: StaticString,
      filePath: StaticString,
      line: UInt,
      column: UInt
    ) {
      let text = oneLine(message() ?? "")
      if text.contains("could not be saved") { texts.withLock { $0.append(text) } }
    }
  }
}
