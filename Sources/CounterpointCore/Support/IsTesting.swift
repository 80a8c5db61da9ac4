import IssueReporting

/// Whether tests are running.
var isTesting: Bool { IssueReporting.isTesting }
