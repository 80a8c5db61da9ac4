import CounterpointHTML
import CounterpointSessions
public import SignUp

/// The page with all that was entered.
public enum SummarySection {
  /// A part of the summary.
  public struct Row: Equatable, Sendable {
    /// The part.
    public let part: SummaryPart
    /// The entered data, without the password.
    public let text: String
  }

  /// Exactly what the page shows.
  public struct State: Equatable, Sendable {
    /// The parts.
    public let rows: [Row]
    /// Whether the account is being created.
    public let isSubmitting: Bool
  }
}

extension SummarySection.State {
  /// Creates the page's state from that of the screen.
  init(_ summary: Summary.State) {
    isSubmitting = summary.isSubmitting
    rows = SummaryPart.allCases.map { SummarySection.Row(part: $0, text: Self.text(of: $0, in: summary.draft)) }
  }

  private static func text(of part: SummaryPart, in draft: SignUpDraft) -> String {
    switch part {
    case .basics: "\(draft.email), password of \(draft.password.count) characters"
    case .personalInfo: [draft.name, draft.phone, draft.picture?.summary].compactMap(\.self).joined(separator: ", ")
    case .topics: Topic.allCases.filter(draft.topics.contains).map(\.title).joined(separator: ", ")
    }
  }

  @HTMLBuilder var section: [HTML] {
    Element(.dl) {
      for row in rows {
        Element(.div, key: row.part.rawValue) {
          Element(.dt) { row.part.title }
          Element(.dd) {
            Element(.span, .id("entered-\(row.part.rawValue)")) { row.text }
            if !isSubmitting {
              " "
              Element.link(to: .edit(row.part), in: SignUpRoute.routes, .label("Edit: \(row.part.title)")) { "Edit" }
            }
          }
        }
      }
    }
    // Always present, because assistive technology announces only changes inside a live region.
    Element(.p, .id("progress"), .role("status")) { isSubmitting ? "Signing up…" : "" }
    Element.form(submit: isSubmitting ? nil : SignUpPage.Action.submitButtonClicked) {
      Element.button(SignUpPage.Action.cancelButtonClicked) { "Cancel" }
      Element.button(SignUpPage.Action.submitButtonClicked, .disabled(isSubmitting)) { "Sign up" }
    }
  }
}
