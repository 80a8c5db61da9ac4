import Counterpoint
import CounterpointTerminal
import SignUp

/// The top screen below a prompt.
enum Page {
  /// The first screen.
  case start
  /// A form. With `isEditing`, it was opened from the summary, and returns there.
  case form(FormPage, isEditing: Bool)
  case summary(SummaryPage)
}

extension SignUpScreen {
  /// The top screen below a prompt.
  var page: Page {
    guard let screen else { return .start }
    switch screen {
    case .basics(let store): return .form(FormPage(store, cursor: $local.cursor), isEditing: false)
    case .personalInfo(let store): return .form(FormPage(store, cursor: $local.cursor), isEditing: false)
    case .topics(let store): return .form(FormPage(store, cursor: $local.cursor), isEditing: false)
    case .summary(let store):
      switch destination(of: store) {
      case .basics(let store): return .form(FormPage(store, cursor: $local.cursor), isEditing: true)
      case .personalInfo(let store): return .form(FormPage(store, cursor: $local.cursor), isEditing: true)
      case .topics(let store): return .form(FormPage(store, cursor: $local.cursor), isEditing: true)
      case .alert, nil: return .summary(SummaryPage(store: store, selection: $local.part))
      }
    }
  }

  /// The current prompt; `nil` if there is none.
  var prompt: PromptPage? {
    if let dialog = store.dialog {
      return PromptPage(
        Prompt(dialog, selection: local.button),
        buttons: dialog.buttons,
        selection: $local.button
      ) { [store] in
        store.send(.dialog(.presented($0)))
      } dismiss: { [store] in
        store.send(.dialog(.dismiss))
      }
    }
    guard case .summary(let store) = screen, case .alert(let alert) = destination(of: store) else { return nil }
    return PromptPage(
      Prompt(alert, selection: local.button),
      buttons: alert.buttons,
      selection: $local.button
    ) {
      store.send(.destination(.presented(.alert($0))))
    } dismiss: {
      store.send(.destination(.dismiss))
    }
  }

  /// The line above the screen.
  var header: NavigationHeader {
    var titles: [StyledText] = ["Sign up"]
    for store in store.scope(\.path, action: \.path) as StoreCollection {
      switch store.case {
      case .basics: titles.append("Account")
      case .personalInfo: titles.append("About you")
      case .topics: titles.append("Topics")
      case .summary: titles.append("Summary")
      }
    }
    if case .form(let form, isEditing: true) = page { titles.append(StyledText("Edit: \(form.title)")) }
    return NavigationHeader(titles)
  }

  /// Removes the top screen.
  func goBack() {
    if case .summary(let summary) = screen, destination(of: summary) != nil {
      summary.send(.destination(.dismiss))
    } else {
      let path = $store.scope(\.path, action: \.path).pathView()
      if !path.wrappedValue.isEmpty { path.wrappedValue.removeLast() }
    }
  }

  /// The top screen of the stack.
  private var screen: SignUpFeature.Path.CaseScope? {
    (store.scope(\.path, action: \.path) as StoreCollection).last?.case
  }

  private func destination(of store: StoreOf<Summary>) -> Summary.Destination.CaseScope? {
    store.scope(\.destination, action: \.destination.presented)?.case
  }
}
