import Counterpoint
import SignUp

extension SignUpFeature.State {
  /// The route of the top screen.
  var route: SignUpRoute {
    switch path.last {
    case nil: .start
    case .basics: .basics
    case .personalInfo: .personalInfo
    case .topics: .topics
    case .summary(let summary):
      switch summary.destination {
      case .basics: .edit(.basics)
      case .personalInfo: .edit(.personalInfo)
      case .topics: .edit(.topics)
      case .alert, nil: .summary
      }
    }
  }

  /// Whether the account is being created.
  var isSubmitting: Bool {
    if case .summary(let summary) = path.last { summary.isSubmitting } else { false }
  }

  /// The number of screens that the user may have on the stack: all up to the first one with a problem.
  private var reachableDepth: Int {
    if draft.firstInvalid(of: Basics.fields) != nil { return 1 }
    if draft.firstInvalid(of: PersonalInfo.fields) != nil { return 2 }
    return draft.problem(with: .topics) == nil ? 4 : 3
  }

  /// Leads the stack to a route, as far as the entered data allows.
  ///
  /// A visitor can open any address, so the stack ends at the first screen with a problem. While the account is being
  /// created, the visitor stays at the summary, because leaving it would cancel the answer but not the account.
  ///
  /// - Parameter route: The route.
  /// - Returns: The action that opens or closes a part of the summary; `nil` if there is nothing to do.
  mutating func open(_ route: SignUpRoute) -> SignUpFeature.Action? {
    guard route != self.route, !isSubmitting else { return nil }
    // Without the script, the page of the summary loads again until the account exists, and then leads to the welcome.
    guard account == nil || route.depth <= 1 else { return nil }
    dialog = nil
    let depth = Swift.min(route.depth, reachableDepth)
    if depth > 0 { account = nil }
    while path.count > depth { path.removeLast() }
    while path.count < depth { path.append(screen(at: path.count)) }
    guard depth == route.depth, let id = path.ids.last, case .summary(let summary) = path.last else { return nil }
    switch route {
    case .edit(let part): return .path(.element(id: id, action: .summary(.editButtonTapped(part))))
    default:
      return summary.destination == nil
        ? nil : .path(.element(id: id, action: .summary(.destination(.dismiss))))
    }
  }

  private func screen(at index: Int) -> SignUpFeature.Path.State {
    switch index {
    case 0: .basics(Basics.State(draft: draft))
    case 1: .personalInfo(PersonalInfo.State(draft: draft))
    case 2: .topics(Topics.State(draft: draft))
    default: .summary(Summary.State(draft: draft))
    }
  }
}

extension SignUpFeature.State {
  /// The screen that has the fields of the page.
  enum Form {
    case basics(Basics.State)
    case personalInfo(PersonalInfo.State)
    case topics(Topics.State)
  }

  /// The form at the top: a screen of the stack, or a part of the summary.
  var form: Form? {
    switch path.last {
    case .basics(let state): .basics(state)
    case .personalInfo(let state): .personalInfo(state)
    case .topics(let state): .topics(state)
    case .summary(let summary):
      switch summary.destination {
      case .basics(let state): .basics(state)
      case .personalInfo(let state): .personalInfo(state)
      case .topics(let state): .topics(state)
      case .alert, nil: nil
      }
    case nil: nil
    }
  }

  /// Returns the flow's action for one of the form at the top; `nil` if that form is another one.
  func action(_ action: Basics.Action) -> SignUpFeature.Action? {
    guard case .basics = form else { return nil }
    return top(.basics(action), .basics(action))
  }

  /// Returns the flow's action for one of the form at the top; `nil` if that form is another one.
  func action(_ action: PersonalInfo.Action) -> SignUpFeature.Action? {
    guard case .personalInfo = form else { return nil }
    return top(.personalInfo(action), .personalInfo(action))
  }

  /// Returns the flow's action for one of the form at the top; `nil` if that form is another one.
  func action(_ action: Topics.Action) -> SignUpFeature.Action? {
    guard case .topics = form else { return nil }
    return top(.topics(action), .topics(action))
  }

  /// Returns the flow's action for one of the summary; `nil` if the summary is not there.
  func action(_ action: Summary.Action) -> SignUpFeature.Action? {
    guard let id = path.ids.last, case .summary = path.last else { return nil }
    return .path(.element(id: id, action: .summary(action)))
  }

  private func top(
    _ screen: SignUpFeature.Path.Action,
    _ part: Summary.Destination.Action
  ) -> SignUpFeature.Action? {
    if case .summary = path.last { return action(Summary.Action.destination(.presented(part))) }
    return path.ids.last.map { .path(.element(id: $0, action: screen)) }
  }
}
