/// An attribute of an element. Its value is escaped when the page is rendered.
public struct Attribute: Hashable, Sendable {
  /// Empty if there is no attribute after all.
  let name: String
  /// Empty for an attribute such as `disabled`, which is there or not.
  let value: String

  /// Creates an attribute.
  ///
  /// - Parameters:
  ///   - name: The name, in lower case. Names whose values a browser runs or parses stop the program: those that
  ///     begin with `on`, `srcdoc` and `style`.
  ///   - value: Any text. An address, such as that of `href`, `src`, `action` or `formaction`, is checked as in
  ///     ``href(_:)``.
  public init(_ name: StaticString, _ value: String) {
    let name = name.description
    precondition(Self.isAllowed(name), "'\(name)' is not the name of an attribute that a page can have.")
    self.init(name: name, value: Self.addressNames.contains(name) ? Self.checkedAddress(value) : value)
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
    !name.isEmpty && !name.hasPrefix("on") && name != "srcdoc" && name != "style"
      && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
  }
}

extension Attribute {
  /// The attributes whose value is one address that a browser may open, load or send a form to.
  private static let addressNames: Set<String> = [
    "action", "background", "cite", "data", "formaction", "href", "manifest", "poster", "src",
  ]

  /// Returns an address if its scheme can't run code, else `about:invalid`.
  private static func checkedAddress(_ address: String) -> String {
    // Browsers remove control characters and blanks before they read the scheme, so an address with any of them is
    // refused.
    guard address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else { return "about:invalid" }
    let start = address.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let colon = start.firstIndex(of: ":") else { return address }
    return ["http", "https", "mailto"].contains(start[..<colon].lowercased()) ? address : "about:invalid"
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
