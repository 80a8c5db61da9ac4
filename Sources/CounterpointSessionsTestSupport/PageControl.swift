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

/// A button or a field of a page, with the form that owns it.
struct PageControl {
  /// The id of the form that owns the controls outside of all other forms.
  static let outside = "actions"

  let element: Element
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
    guard !name.isEmpty, !isButton, !isDefaultButton, element.value(of: "disabled") == nil else { return false }
    let isChecked = element.value(of: "checked") != nil
    return isChecked || !["checkbox", "radio"].contains(element.value(of: "type") ?? "")
  }
  var value: String { element.name == "textarea" ? element.text : element.value(of: "value") ?? "" }

  /// Returns the controls of a page in their order.
  static func all(in page: [HTML]) -> [PageControl] {
    var controls: [PageControl] = []
    var formCount = 0
    collect(page, form: nil, isOff: false, &controls, &formCount)
    return controls
  }

  private static func collect(
    _ nodes: [HTML],
    form: String?,
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
        controls.append(PageControl(element: element, form: owner, isEnabled: isEnabled))
      }
      var own = form
      if element.name == "form" {
        formCount += 1
        own = element.value(of: "id") ?? "form \(formCount)"
      }
      let covers = has("inert") || has("hidden") || element.name == "fieldset" && has("disabled")
      collect(element.children, form: own, isOff: isOff || covers, &controls, &formCount)
    }
  }
}
