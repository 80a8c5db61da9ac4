/// A part of what was entered, as the summary shows and edits it.
public enum SummaryPart: String, CaseIterable, Codable, Sendable {
  case basics, personalInfo = "personal-info", topics
}
