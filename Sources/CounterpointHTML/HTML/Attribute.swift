/// An attribute of an element. Its value is escaped when the page is rendered.
public struct Attribute: Hashable, Sendable {
  /// Empty if there is no attribute after all.
  let name: String
  /// Empty for an attribute such as `disabled`, which is there or not.
  let value: String

  /// Makes an attribute.
  ///
  /// - Parameters:
  ///   - name: The name, in lower case. It belongs to the program; names that begin with `on`, which are code to a browser, stop it.
  ///   - value: Any text.
  public init(_ name: StaticString, _ value: String) {
    self.init(name: name.description, value: value)
    precondition(Self.isAllowed(self.name), "'\(name)' is not the name of an attribute that a page can have.")
  }

  private init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// An attribute of a page as a change names it, whose name has been checked when the page was made.
  init(changed name: String, to value: String) {
    self.init(name: name, value: value)
  }

  /// No attribute: for one that is there in some states only.
  public static let none = Attribute(name: "", value: "")

  /// An attribute that is there or not, such as `disabled`.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - isPresent: Whether it is there.
  public static func flag(_ name: StaticString, _ isPresent: Bool = true) -> Self {
    isPresent ? Self(name, "") : none
  }

  /// An attribute that begins with `data-`.
  ///
  /// - Parameters:
  ///   - name: The rest of the name.
  ///   - value: Any text.
  public static func data(_ name: StaticString, _ value: String) -> Self {
    precondition(isAllowed(name.description), "'data-\(name)' is not the name of an attribute.")
    return Self(name: "data-\(name)", value: value)
  }

  /// An attribute that begins with `aria-`.
  ///
  /// - Parameters:
  ///   - name: The rest of the name.
  ///   - value: Any text.
  public static func aria(_ name: StaticString, _ value: String) -> Self {
    precondition(isAllowed(name.description), "'aria-\(name)' is not the name of an attribute.")
    return Self(name: "aria-\(name)", value: value)
  }

  private static func isAllowed(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("on")
      && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
  }
}

extension [Attribute] {
  /// Without those that are none, and without the second of a name.
  fileprivate var isUnique: Bool {
    for (index, attribute) in enumerated() {
      if attribute.name.isEmpty { return false }
      for other in self[..<index] where other.name == attribute.name { return false }
    }
    return true
  }

  func unique() -> Self {
    guard !isUnique else { return self }
    var result: Self = []
    for attribute in self where !attribute.name.isEmpty && !result.contains(where: { $0.name == attribute.name }) {
      result.append(attribute)
    }
    return result
  }
}
