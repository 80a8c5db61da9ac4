import CounterpointHTML

/// Something that a page offers.
private enum Offer {
  case click(PageControl)
  case follow(HTML.Child)
  case type(PageControl, texts: [String])
  case enter(value: String, title: String, PageControl)
  case goBack
}

/// Presses of anything that the page offers.
extension TestVisitor {
  /// Does one of the things that the page offers: clicks a button, follows a link of the site, types a text into a
  /// field, chooses an option, checks a box, or goes back.
  ///
  /// A test that calls it again and again does what its author has not thought of. In a simulation, the seed decides,
  /// and a failure is shrunk to the presses that it needs:
  ///
  /// ```swift
  /// let visitors = site.visitors(20) { visitor, _ in
  ///   try await visitor.open()
  ///   while true {
  ///     try await visitor.doAnything { world.choose(below: $0) }
  ///     try await Task.sleep(for: .seconds(1))
  ///   }
  /// }
  /// ```
  ///
  /// The page may have changed when the site receives a press. It then answers as it does to a slow user, and this
  /// function throws ``TestVisitorError/refused(status:text:)``.
  ///
  /// - Parameters:
  ///   - texts: The texts to type. A field gets those that it accepts as they are.
  ///   - labels: The labels of buttons, links, and options, and the names of fields, that are left alone: "Log out",
  ///     for example.
  ///   - choose: Returns a number below a limit. 0 does nothing.
  /// - Returns: What the visitor has done, in words; `nil` if it has done nothing.
  /// - Throws: ``TestVisitorError/refused(status:text:)``.
  @discardableResult
  public func doAnything(
    typing texts: [String] = ["", "a", "Two words", "ä🎈", "<b>&\"'", "-1", "2026-02-28"],
    except labels: Set<String> = [],
    choosing choose: @Sendable (_ limit: Int) -> Int
  ) async throws -> String? {
    let offers = offers(texts, except: labels)
    let choice = choose(offers.count + 1)
    guard choice > 0 else { return nil }
    switch offers[choice - 1] {
    case .click(let button):
      try await submit(button)
      return "clicks '\(button.label)'"
    case .follow(let link):
      try await follow(link)
      return "follows '\(link.label)'"
    case .type(let field, let texts):
      let text = texts[choose(texts.count)]
      try await enter(text, in: field)
      return "types '\(text)' into '\(field.name)'"
    case .enter(let value, let title, let field):
      try await enter(value, in: field)
      return "chooses '\(title)' in '\(field.name)'"
    case .goBack:
      try await goBack()
      return "goes back"
    }
  }

  private func offers(_ texts: [String], except labels: Set<String>) -> [Offer] {
    var offers: [Offer] = []
    let constraints = PageOffers(page).constraints
    for control in controls where control.isEnabled && !labels.contains(control.name) {
      if control.isButton {
        if !labels.contains(control.label) { offers.append(.click(control)) }
      } else if control.isText {
        let accepted = texts.filter { constraints[control.name]?.decision(on: $0) ?? .write($0) == .write($0) }
        if !accepted.isEmpty { offers.append(.type(control, texts: accepted)) }
      } else if control.element.value(of: "type") == "checkbox" {
        let isChecked = control.element.value(of: "checked") != nil
        offers.append(.enter(value: isChecked ? "off" : "on", title: isChecked ? "off" : "on", control))
      } else {
        for option in control.options where option.isEnabled && !option.isSelected && !labels.contains(option.title) {
          offers.append(.enter(value: option.value, title: option.title, control))
        }
      }
    }
    offers += links.filter { !labels.contains($0.label) }.map { .follow($0) }
    if history.count > 1 { offers.append(.goBack) }
    return offers
  }
}
