import CounterpointHTML

extension Element {
  /// The text by which users find a button or a link.
  var label: String { value(of: "aria-label") ?? text }
}

extension [HTML] {
  /// Returns the elements with a name, at any depth.
  func elements(named name: String) -> [HTML.Child] {
    flatMap { node -> [HTML.Child] in
      guard case .element(let element) = node else { return [] }
      return (element.name == name ? [element] : []) + element.children.elements(named: name)
    }
  }
}

extension [HTML] {
  /// The links that are neither hidden nor inert.
  var visibleLinks: [HTML.Child] {
    flatMap { node -> [HTML.Child] in
      guard case .element(let element) = node else { return [] }
      if element.value(of: "hidden") != nil || element.value(of: "inert") != nil { return [] }
      return (element.name == "a" ? [element] : []) + element.children.visibleLinks
    }
  }
}

/// A button or a field of a page, with the form that owns it.
struct PageControl {
  /// The id of the form that owns the controls outside of all other forms.
  static let outside = "actions"

  let element: Element
  /// The text of the label around the control.
  let caption: String
  /// The form: its id, or its position on the page if it has none.
  let form: String
  let isEnabled: Bool

  var name: String { element.value(of: "name") ?? "" }
  var label: String { element.label }
  var isButton: Bool { name == "action" && !isDefaultButton }
  /// Whether the control only stands for Enter in a field of its form.
  var isDefaultButton: Bool { element.name == "input" && element.value(of: "type") == "submit" }
  var isField: Bool { !name.isEmpty && name != "action" && element.value(of: "type") != "hidden" }
  /// Whether a browser sends the control with its form, without a click on it.
  var isSent: Bool {
    guard !name.isEmpty, !isButton, !isDefaultButton, !isFile, element.value(of: "disabled") == nil else {
      return false
    }
    // A browser does not send a selected option that is disabled.
    if element.name == "select" { return shownOption?.isEnabled == true }
    let isChecked = element.value(of: "checked") != nil
    return isChecked || !["checkbox", "radio"].contains(element.value(of: "type") ?? "")
  }
  /// The value that a browser sends.
  var value: String {
    switch element.name {
    case "textarea": element.text
    case "select": shownOption?.value ?? ""
    default: element.value(of: "value") ?? (isBox ? "on" : "")
    }
  }
  var isText: Bool { isField && !isBox && !isFile && element.name != "select" }
  var isFile: Bool { element.name == "input" && element.value(of: "type") == "file" }
  var isBox: Bool { ["checkbox", "radio"].contains(element.value(of: "type") ?? "") }
  /// Whether the script sends the value with the form only.
  var isSentWithForm: Bool { ["data-bound", "data-upload"].contains { element.value(of: $0) == "submit" } }

  /// The option that a browser shows in a list.
  private var shownOption: Option? {
    let options = element.children.options(isEnabled: true)
    return options.first(where: \.isSelected) ?? options.first { $0.isEnabled }
  }

  /// An option of a list, or a radio button.
  struct Option {
    let value: String
    let title: String
    let isSelected: Bool
    let isEnabled: Bool
  }

  /// The options of a list; the one option of a radio button.
  var options: [Option] {
    if element.value(of: "type") == "radio" {
      let title = caption.trimmed
      return [Option(value: value, title: title, isSelected: element.value(of: "checked") != nil, isEnabled: isEnabled)]
    }
    return element.children.options(isEnabled: isEnabled)
  }

  /// Returns the controls of a page in their order.
  static func all(in page: [HTML]) -> [PageControl] {
    var controls: [PageControl] = []
    var formCount = 0
    collect(page, form: nil, caption: "", isOff: false, &controls, &formCount)
    return controls
  }

  private static func collect(
    _ nodes: [HTML],
    form: String?,
    caption: String,
    isOff: Bool,
    _ controls: inout [PageControl],
    _ formCount: inout Int
  ) {
    for case .element(let element) in nodes {
      let has = { element.value(of: $0) != nil }
      let isControl = ["button", "input", "textarea", "select"].contains(element.name)
      if isControl {
        let isDefault = element.name == "input" && element.value(of: "type") == "submit"
        let isEnabled = !isOff && !has("disabled") && !has("readonly") && !has("inert") && (isDefault || !has("hidden"))
        let owner = element.value(of: "form") ?? form ?? outside
        controls.append(PageControl(element: element, caption: caption, form: owner, isEnabled: isEnabled))
      }
      var own = form
      if element.name == "form" {
        formCount += 1
        own = element.value(of: "id") ?? "form \(formCount)"
      }
      let covers = has("inert") || has("hidden") || element.name == "fieldset" && has("disabled")
      let text = element.name == "label" ? element.text : caption
      // In browsers, the first legend of a disabled fieldset stays usable.
      let isOnlyDisabled = covers && !has("inert") && !has("hidden")
      let legend = isOnlyDisabled ? element.children.firstIndex { $0.isLegend } : nil
      for (index, child) in element.children.enumerated() {
        let isChildOff = isOff || covers && index != legend
        collect([child], form: own, caption: text, isOff: isChildOff, &controls, &formCount)
      }
    }
  }
}

extension HTML {
  fileprivate var isLegend: Bool {
    guard case .element(let element) = self else { return false }
    return element.name == "legend"
  }
}

extension [HTML] {
  fileprivate func options(isEnabled: Bool) -> [PageControl.Option] {
    flatMap { node -> [PageControl.Option] in
      guard case .element(let element) = node else { return [] }
      let isEnabled = isEnabled && element.value(of: "disabled") == nil
      guard element.name == "option" else { return element.children.options(isEnabled: isEnabled) }
      let isSelected = element.value(of: "selected") != nil
      let value = element.value(of: "value") ?? element.text
      return [PageControl.Option(value: value, title: element.text, isSelected: isSelected, isEnabled: isEnabled)]
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    // Characters: this is the text of a label, as a person reads it.
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
