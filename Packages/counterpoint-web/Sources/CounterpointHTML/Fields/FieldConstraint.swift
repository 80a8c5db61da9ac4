import Foundation

/// The texts that a control of a page accepts.
///
/// A browser keeps to the attributes of a control, another client may send anything.
package enum FieldConstraint: Hashable, Sendable {
  /// Any text up to a maximum length in UTF-16 code units, of one or of several lines.
  case text(isMultiline: Bool, maxLength: Int?)
  /// A number in a range.
  case number(min: Double?, max: Double?, isWhole: Bool, isRequired: Bool)
  /// A day in a range. Days are compared by their texts, because years have four digits.
  case date(min: String?, max: String?, isRequired: Bool)
  /// One of these texts.
  case options(Set<String>)
  /// No text, but files.
  case files(FileRules)

  /// The decision about a text.
  package enum Decision: Hashable, Sendable {
    /// The field gets a text: the same, or the nearest one that the page offers.
    case write(String)
    /// The field keeps its value.
    case ignore
    /// The text is not one of the options.
    case notOffered
    /// No control of this kind has this text.
    case invalid
  }

  /// Decides about a text of a request. O(length of the text).
  package func decision(on text: String) -> Decision {
    switch self {
    case .text(let isMultiline, let maxLength):
      // Browsers remove line breaks from a single line.
      let lines = isMultiline ? text : String(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" })
      return .write(maxLength.map { lines.prefix(utf16: $0) } ?? lines)
    case .number(let min, let max, let isWhole, let isRequired):
      guard !text.isEmpty else { return isRequired ? .ignore : .write("") }
      guard let number = Double(fieldText: text) else { return .invalid }
      var nearest = isWhole ? number.rounded() : number
      if let max { nearest = Swift.min(nearest, max) }
      if let min { nearest = Swift.max(nearest, min) }
      return .write(nearest == number ? text : nearest.fieldText)
    case .date(let min, let max, let isRequired):
      guard !text.isEmpty else { return isRequired ? .ignore : .write("") }
      guard Date(fieldText: text) != nil else { return .invalid }
      return .write(Swift.max(Swift.min(text, max ?? text), min ?? text))
    case .options(let options):
      return options.contains(text) ? .write(text) : .notOffered
    case .files: return .invalid
    }
  }

  /// Returns what one of two controls of the same name accepts.
  func union(_ other: Self) -> Self {
    guard case .options(let options) = self, case .options(let others) = other else { return self }
    return .options(options.union(others))
  }
}

extension FieldConstraint {
  /// Creates the constraint of a control; `nil` if the element is not a control with a value.
  init?(_ element: Element) {
    let maxLength = element.value(of: "maxlength").flatMap { Int($0) }
    switch element.name {
    case "textarea": self = .text(isMultiline: true, maxLength: maxLength)
    case "select": self = .options(Set(element.children.options))
    case "input":
      let isRequired = element.value(of: "required") != nil
      let (min, max) = (element.value(of: "min"), element.value(of: "max"))
      switch element.value(of: "type") {
      case "submit", "button", "image", "reset": return nil
      case "file": self = .files(FileRules(element))
      case "checkbox": self = .options(["on", "off"])
      // The user can't edit a hidden input.
      case "radio", "hidden": self = .options([element.value(of: "value") ?? "on"])
      case "number", "range":
        self = .number(
          min: min.flatMap { Double(fieldText: $0) },
          max: max.flatMap { Double(fieldText: $0) },
          isWhole: element.value(of: "step") ?? "1" == "1",
          isRequired: isRequired
        )
      case "date": self = .date(min: min, max: max, isRequired: isRequired)
      default: self = .text(isMultiline: false, maxLength: maxLength)
      }
    default: return nil
    }
  }
}

extension [HTML] {
  /// The texts of the enabled options in a list.
  fileprivate var options: [String] {
    flatMap { node -> [String] in
      guard case .element(let element) = node, element.value(of: "disabled") == nil else { return [] }
      return element.name == "option" ? [element.value(of: "value") ?? element.text] : element.children.options
    }
  }
}

extension String {
  /// Returns the longest beginning of whole characters with at most a number of UTF-16 code units.
  fileprivate func prefix(utf16 count: Int) -> String {
    guard utf16.count > count else { return self }
    var (end, length) = (startIndex, 0)
    while end < endIndex {
      // Characters: a text is not cut inside of one.
      let next = index(after: end)
      length += utf16.distance(from: end, to: next)
      if length > count { break }
      end = next
    }
    return String(self[..<end])
  }
}
