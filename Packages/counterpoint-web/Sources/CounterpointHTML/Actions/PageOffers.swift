/// The actions and fields that a page offers: those that the user can click, press, submit or edit.
///
/// Disabled elements offer nothing, and neither do elements in a disabled fieldset or in an inert or hidden part of
/// the page. Browsers send the fields of inert and hidden parts with their form, so these count as read-only.
/// Unescaped markup is not parsed, so it offers nothing.
package struct PageOffers: Sendable {
  /// The availability of an element. Of several elements for one action, the most available one counts.
  package enum Availability: Int, Comparable, Sendable {
    /// The element is shown, but can't be used.
    case disabled
    /// The field is shown and sent with its form, but can't be edited.
    case readOnly
    /// The element can be used.
    case enabled

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The actions by their texts, which ``ActionCode`` encodes, and the events of hooks by ``text(ofHookEvent:)``.
  package private(set) var actions: [String: Availability] = [:]
  /// The fields by their names.
  package private(set) var fields: [String: Availability] = [:]
  /// The texts that the fields accept, by the names of the fields. Disabled controls accept nothing.
  package private(set) var constraints: [String: FieldConstraint] = [:]

  /// Returns the text that stands for a hook's event. It is no JSON, so no action has it.
  package static func text(ofHookEvent event: String) -> String { "hook \(event)" }

  /// Collects what a page offers. O(size of the page).
  package init(_ page: [HTML]) {
    for node in page { add(node, isCovered: false, isDisabled: false) }
  }

  /// - Parameters:
  ///   - node: A part of the page.
  ///   - isCovered: Whether the part is inert or hidden.
  ///   - isDisabled: Whether the part is in a disabled fieldset.
  private mutating func add(_ node: HTML, isCovered: Bool, isDisabled: Bool) {
    guard case .element(let element) = node else { return }
    let isInert = isCovered || element.has("inert")
    // The default button of a form is always hidden, because it only stands for Enter.
    let isDefaultButton = element.name == "input" && element.value(of: "type") == "submit"
    let isHidden = element.has("hidden")
    let isUnusable = isInert || isHidden && !isDefaultButton
    let isOff = isUnusable || isDisabled || element.has("disabled")
    for attribute in element.attributes {
      switch attribute.name {
      case "data-click", "data-dblclick", "data-escape":
        raise(&actions[attribute.value], to: isOff ? .disabled : .enabled)
      case "data-hook-sends":
        for event in element.hookEvents {
          raise(&actions[Self.text(ofHookEvent: event)], to: isOff ? .disabled : .enabled)
        }
      default: break
      }
    }
    if let name = element.value(of: "name"), !name.isEmpty {
      if name == Element.actionName {
        if let code = element.value(of: "value") { raise(&actions[code], to: isOff ? .disabled : .enabled) }
      } else {
        addField(name, element, isUnusable: isUnusable, isDisabled: isDisabled || element.has("disabled"))
      }
    }
    let isFieldset = element.name == "fieldset"
    let isFieldsetOff = isFieldset && element.has("disabled")
    var isFirstLegend = true
    for child in element.children {
      var isChildDisabled = isDisabled || isFieldsetOff
      // In browsers, the first legend of a disabled fieldset stays usable.
      if isFieldsetOff, isFirstLegend, case .element(let legend) = child, legend.name == "legend" {
        isFirstLegend = false
        isChildDisabled = isDisabled
      }
      add(child, isCovered: isInert || isHidden, isDisabled: isChildDisabled)
    }
  }

  private mutating func addField(_ name: String, _ element: Element, isUnusable: Bool, isDisabled: Bool) {
    let isReadOnly = isUnusable || element.has("readonly")
    raise(&fields[name], to: isDisabled ? .disabled : isReadOnly ? .readOnly : .enabled)
    guard !isDisabled, let constraint = FieldConstraint(element) else { return }
    constraints[name] = constraints[name].map { $0.union(constraint) } ?? constraint
  }

  private func raise(_ availability: inout Availability?, to other: Availability) {
    availability = Swift.max(availability ?? other, other)
  }
}

extension Element {
  fileprivate func has(_ name: String) -> Bool { value(of: name) != nil }
}
