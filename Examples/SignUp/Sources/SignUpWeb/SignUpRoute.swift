public import Counterpoint
public import CounterpointRoutes
public import SignUp

/// The addresses of the site: one for each screen of the flow.
@CasePathable
public enum SignUpRoute: Codable, Hashable, Sendable {
  /// The first page.
  case start
  /// The form of the account.
  case basics
  /// The form of the user's name and phone number.
  case personalInfo
  /// The form of the topics.
  case topics
  /// The summary.
  case summary
  /// The form of a part, opened from the summary.
  case edit(SummaryPart)

  /// The routes of the site.
  public static let routes = Routes<Self> {
    Route(\.start)
    Route(\.basics) { "account" }
    Route(\.personalInfo) { "about-you" }
    Route(\.topics) { "topics" }
    Route(\.summary) { "summary" }
    Route(\.edit) {
      "summary"
      Component(SummaryPart.self)
    }
  }
}

extension SummaryPart: AddressValue {}

extension SignUpRoute {
  /// The number of screens on the stack.
  var depth: Int {
    switch self {
    case .start: 0
    case .basics: 1
    case .personalInfo: 2
    case .topics: 3
    case .summary, .edit: 4
    }
  }

  /// The page that the link "Back" leads to; `nil` on the first page.
  var previous: Self? {
    switch self {
    case .start: nil
    case .basics: .start
    case .personalInfo: .basics
    case .topics: .personalInfo
    case .summary: .topics
    case .edit: .summary
    }
  }

  /// The heading of the page.
  var title: String {
    switch self {
    case .start: "Sign up"
    case .basics: "Account"
    case .personalInfo: "About you"
    case .topics: "Topics"
    case .summary: "Summary"
    case .edit(let part): "Edit: \(part.title)"
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
