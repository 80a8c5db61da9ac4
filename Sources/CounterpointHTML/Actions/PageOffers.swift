/// The actions and fields that a page offers to its visitor: what can be clicked, pressed, submitted or written.
///
/// Elements that are disabled, in a disabled fieldset or in an inert or hidden part of the page offer nothing. Markup
/// that is not escaped is not read, so it offers nothing either.
package struct PageOffers: Sendable {
  /// Whether an element can be used. Of two elements for one action, the better one counts.
  package enum Availability: Int, Comparable, Sendable {
    /// Shown, but not usable.
    case disabled
    /// A field that is shown and sent with its form, but can't be written.
    case readOnly
    /// Usable.
    case enabled

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The actions, under their texts as ``ActionCode`` writes them.
  package private(set) var actions: [String: Availability] = [:]
  /// The fields, under their names.
  package private(set) var fields: [String: Availability] = [:]

  /// Reads a page. Costs as much as the page is big.
  package init(_ page: [HTML]) {
    for piece in page { add(piece, isDisabled: false) }
  }

  private mutating func add(_ piece: HTML, isDisabled: Bool) {
    guard case .element(let element) = piece else { return }
    let isCovered = isDisabled || element.has("inert")
    // The default button of a form is hidden in any case, because it stands for Enter.
    let isDefaultButton = element.name == "input" && element.value(of: "type") == "submit"
    let isHidden = element.has("hidden")
    let isOff = isCovered || element.has("disabled") || isHidden && !isDefaultButton
    for attribute in element.attributes {
      switch attribute.name {
      case "data-click", "data-dblclick", "data-escape":
        raise(&actions[attribute.value], to: isOff ? .disabled : .enabled)
      default: break
      }
    }
    if let name = element.value(of: "name"), !name.isEmpty {
      if name == Element.actionName {
        if let code = element.value(of: "value") { raise(&actions[code], to: isOff ? .disabled : .enabled) }
      } else {
        raise(&fields[name], to: isOff ? .disabled : element.has("readonly") ? .readOnly : .enabled)
      }
    }
    let isFieldset = element.name == "fieldset"
    let isFieldsetOff = isFieldset && element.has("disabled")
    var isFirstLegend = true
    for child in element.children {
      var isChildOff = isCovered || isHidden || isFieldsetOff
      // Browsers leave the first legend of a disabled fieldset usable.
      if isFieldsetOff, isFirstLegend, case .element(let legend) = child, legend.name == "legend" {
        isFirstLegend = false
        isChildOff = isCovered || isHidden
      }
      add(child, isDisabled: isChildOff)
    }
  }

  private func raise(_ availability: inout Availability?, to other: Availability) {
    availability = Swift.max(availability ?? other, other)
  }
}

extension Element {
  fileprivate func has(_ name: String) -> Bool { value(of: name) != nil }
}
