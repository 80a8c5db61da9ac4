import CounterpointHTML
import CounterpointSessions

extension InspectorPage.State {
  /// The open prompt, in front of all other elements.
  var dialog: Element? {
    guard let prompt, prompt != .help else { return nil }
    return Element(.div, .class("backdrop"), key: "dialog") {
      Element(
        .div,
        .role("dialog"),
        .aria("modal", "true"),
        .labelled(by: "dialog-title"),
        .on(.escape, InspectorPage.Action.promptDismissed)
      ) {
        Element(.h2, .id("dialog-title")) { prompt.title }
        if prompt.hasText {
          Element.form(submit: InspectorPage.Action.promptSubmitted) {
            Element.field("draft", value: draft, .labelled(by: "dialog-title"), .autofocus())
            for candidate in candidates { Element(.pre, .class("quiet")) { candidate } }
            buttons(of: prompt)
          }
        } else {
          Element(.p) { "Later moments are forgotten, and effects are canceled." }
          buttons(of: prompt)
        }
      }
    }
  }

  private func buttons(of prompt: Prompt) -> Element {
    Element(.div, .class("buttons")) {
      Element.button(InspectorPage.Action.promptSubmitted) { prompt == .resume ? "Resume" : "OK" }
      if prompt == .send {
        Element.button(InspectorPage.Action.completeButtonTapped, .disabled(candidates.isEmpty)) { "Complete" }
      }
      Element.button(InspectorPage.Action.promptDismissed) { "Cancel" }
    }
  }
}

extension Prompt {
  fileprivate var title: String {
    switch self {
    case .filter: "Filter by name, source location or changed field"
    case .note: "Note at the selected action"
    case .send: "Send an action as JSON"
    case .resume: "Go on from the selected moment?"
    case .help: "Help"
    }
  }
}
