import Counterpoint
import CounterpointTerminal
import SignUp

/// The summary, with a selected part.
struct SummaryPage {
  let store: StoreOf<Summary>
  let selection: UIBinding<ScrollingList>

  /// The selected part.
  var part: SummaryPart {
    SummaryPart.allCases[selection.wrappedValue.selectedRow(count: SummaryPart.allCases.count) ?? 0]
  }

  func screen(size: TerminalSize) -> Screen {
    selection.wrappedValue.screen(of: SummaryPart.allCases, size: size) { part in
      StyledText(part.title).dim().padded(to: 11) + StyledText(text(of: part))
    }
  }

  /// Returns whether the list of parts handles the event.
  func handle(_ event: TerminalEvent) -> Bool {
    let count = SummaryPart.allCases.count
    return selection.wrappedValue.handle(event, count: count, height: count) != nil
  }

  private func text(of part: SummaryPart) -> String {
    let draft = store.draft
    switch part {
    case .basics:
      return "\(draft.email), password of \(draft.password.count) characters"
    case .personalInfo:
      return [draft.name, draft.phone, draft.picture?.summary].compactMap(\.self).joined(separator: ", ")
    case .topics:
      return Topic.allCases.filter(draft.topics.contains).map(\.title).joined(separator: ", ")
    }
  }
}

extension SummaryPart {
  var title: String {
    switch self {
    case .basics: "Account"
    case .personalInfo: "About you"
    case .topics: "Topics"
    }
  }
}
