public import Counterpoint

extension SignUpFeature {
  /// The screens that lie on the flow's stack.
  @Reducer
  public enum Path {
    case basics(Basics)
    case personalInfo(PersonalInfo)
    case topics(Topics)
    case summary(Summary)
  }
}

extension SignUpFeature.Path.State: Codable, Equatable, Sendable {}
extension SignUpFeature.Path.Action: Codable, Equatable, Sendable {}

extension SignUpFeature.Path.State {
  /// The screen's draft.
  var draft: SignUpDraft {
    get {
      switch self {
      case .basics(let state): state.draft
      case .personalInfo(let state): state.draft
      case .topics(let state): state.draft
      case .summary(let state): state.draft
      }
    }
    set {
      switch self {
      case .basics: modify(\.basics) { $0.draft = newValue }
      case .personalInfo: modify(\.personalInfo) { $0.draft = newValue }
      case .topics: modify(\.topics) { $0.draft = newValue }
      case .summary: modify(\.summary) { $0.draft = newValue }
      }
    }
  }
}
