import IssueReporting

/// Whether the program is a test.
var isTesting: Bool { IssueReporting.isTesting }
