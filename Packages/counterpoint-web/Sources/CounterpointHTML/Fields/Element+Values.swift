extension [HTML] {
  /// Returns the page with another value in a field, as the browser shows it after the user has edited the field.
  /// O(size of the page).
  ///
  /// - Parameters:
  ///   - text: The text of the value: `on` or `off` for a checkbox, and that of the option in a list.
  ///   - name: The name of the field. Other elements are unchanged.
  package func writing(_ text: String, inField name: String) -> Self {
    writing([name: text])
  }

  /// Returns the page with other values in several fields, by their names. O(size of the page).
  package func writing(_ texts: [String: String]) -> Self {
    map { node in
      guard case .element(let element) = node else { return node }
      if let text = element.value(of: "name").flatMap({ texts[$0] }), let written = element.writing(text) {
        return .element(written)
      }
      if element.children.isEmpty { return node }
      return .element(element.replacing(children: element.children.writing(texts)))
    }
  }
}

extension Element {
  /// Returns the control with another value; `nil` if the element is not a control.
  fileprivate func writing(_ text: String) -> Element? {
    switch name {
    case "textarea": replacing(children: text.isEmpty ? [] : [.text(text)])
    case "select": replacing(children: children.selecting(text))
    case "input":
      switch value(of: "type") {
      case "checkbox": setting("checked", to: text == "on" ? "" : nil)
      case "radio": setting("checked", to: text == value(of: "value") ? "" : nil)
      default: setting("value", to: text)
      }
    default: nil
    }
  }

  /// Returns the element with another value of an attribute, or without the attribute.
  fileprivate func setting(_ name: String, to value: String?) -> Element {
    var attributes = attributes
    let index = attributes.firstIndex { $0.name == name }
    switch (index, value.map { Attribute(changed: name, to: $0) }) {
    case (let index?, let attribute?): attributes[index] = attribute
    case (let index?, nil): attributes.remove(at: index)
    case (nil, let attribute?): attributes.append(attribute)
    case (nil, nil): return self
    }
    return replacing(attributes: attributes)
  }
}

extension [HTML] {
  fileprivate func selecting(_ text: String) -> Self {
    map { node in
      guard case .element(let element) = node else { return node }
      guard element.name == "option" else {
        return .element(element.replacing(children: element.children.selecting(text)))
      }
      let isSelected = (element.value(of: "value") ?? element.text) == text
      return .element(element.setting("selected", to: isSelected ? "" : nil))
    }
  }
}
