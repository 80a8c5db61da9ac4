/// An attribute of an element. Its value is escaped when the page is rendered.
public struct Attribute: Hashable, Sendable {
  /// Empty for ``none``.
  let name: String
  /// Empty for a boolean attribute such as `disabled`.
  let value: String

  /// Creates an attribute.
  ///
  /// - Parameters:
  ///   - name: The name, in lower case. Event handlers (`on…`), `srcdoc` and `style` stop the program, because a
  ///     browser runs or parses their values.
  ///   - value: Any text. An address, such as that of `href`, `src`, `action` or `formaction`, is checked as in
  ///     ``href(_:)``. So are the values of an animation in SVG, which can animate an address.
  public init(_ name: StaticString, _ value: String) {
    let name = name.description
    precondition(Self.isAllowed(name), "'\(name)' is not the name of an attribute that a page can have.")
    self.init(name: name, value: Self.checked(value, of: name))
  }

  private init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Creates an attribute from a change of a page. Its name was checked when the page was built.
  init(changed name: String, to value: String) {
    self.init(name: name, value: value)
  }

  /// Returns the attribute with another address, which is checked as in ``href(_:)``.
  func replacingValue(_ address: String) -> Self {
    Self(name: name, value: Self.checked(address, of: name))
  }

  /// No attribute: for an attribute that is present in some states only.
  public static let none = Attribute(name: "", value: "")

  /// A boolean attribute, such as `disabled`.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - isPresent: Whether the element has the attribute.
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
    !name.isEmpty && !name.hasBytes(prefix: "on") && name != "srcdoc" && name != "style"
      && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
  }
}

extension Attribute {
  /// The attributes whose value is one address that a browser may open, load or send a form to.
  private static let addressNames: Set<String> = [
    "action", "background", "cite", "data", "formaction", "href", "longdesc", "manifest", "ping", "poster", "src",
  ]

  /// The attributes of an animation in SVG. An animation gives them to an attribute that it names, such as `href`.
  private static let animatedNames: Set<String> = ["by", "from", "to", "values"]

  /// Returns the value of an attribute without addresses that can run code.
  private static func checked(_ value: String, of name: String) -> String {
    if addressNames.contains(name) { return checkedAddress(value) }
    guard animatedNames.contains(name) else { return value }
    // Numbers, colors and paths have no scheme. Browsers ignore blanks and control characters in one.
    let isSafe = value.splitBytes(at: ";").allSatisfy { part in
      let text = String(decoding: part.utf8.filter { $0 > 0x20 && $0 != 0x7F }, as: UTF8.self)
      return checkedAddress(text).hasBytes(of: text)
    }
    return isSafe ? value : "about:invalid"
  }

  /// Returns an address if its scheme can't run code, else `about:invalid`.
  ///
  /// Works on bytes, as browsers do: a `:` with a combining mark after it is another `Character`, but ends a scheme.
  private static func checkedAddress(_ address: String) -> String {
    let bytes = address.utf8
    // Browsers remove control characters and spaces before they parse the scheme, so an address that contains one is
    // rejected.
    guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return "about:invalid" }
    guard let end = bytes.firstIndex(where: { ":/?#".utf8.contains($0) }), bytes[end] == UInt8(ascii: ":") else {
      return address
    }
    return ["http", "https", "mailto"].contains(address[..<end].lowercasedASCII()) ? address : "about:invalid"
  }
}

extension [Attribute] {
  /// Whether the list contains no empty attribute and no duplicate name.
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

extension Attribute {
  /// The unique identifier of the element on the page.
  public static func id(_ value: String) -> Self { Self("id", value) }
  /// Classes for the style sheet, separated by blanks.
  public static func `class`(_ value: String) -> Self { Self("class", value) }
  /// The kind of a button or of an input.
  public static func type(_ value: String) -> Self { Self("type", value) }
  /// The field name of the input in requests.
  public static func name(_ value: String) -> Self { Self("name", value) }
  /// The value of an input, a button or a progress bar.
  public static func value(_ value: String) -> Self { Self("value", value) }
  /// The maximum of a progress bar.
  public static func max(_ value: String) -> Self { Self("max", value) }
  /// The input that a label is for.
  public static func `for`(_ id: String) -> Self { Self("for", id) }
  /// The form that owns an input outside of it.
  public static func form(_ id: String) -> Self { Self("form", id) }
  /// The role of the element for assistive technology.
  public static func role(_ value: String) -> Self { Self("role", value) }
  /// The text for assistive technology, instead of the visible one.
  public static func label(_ value: String) -> Self { aria("label", value) }
  /// The id of the element whose text labels this one.
  public static func labelled(by id: String) -> Self { aria("labelledby", id) }
  /// Whether an input or a button is disabled.
  public static func disabled(_ isDisabled: Bool = true) -> Self { flag("disabled", isDisabled) }
  /// Whether the element and its content are inert, for example because a dialog covers them.
  public static func inert(_ isInert: Bool = true) -> Self { flag("inert", isInert) }
  /// Whether the element is hidden.
  public static func hidden(_ isHidden: Bool = true) -> Self { flag("hidden", isHidden) }
  /// Whether the element gets the focus when it appears.
  public static func autofocus(_ isFocused: Bool = true) -> Self { flag("autofocus", isFocused) }

  /// The address of a link: an address on this server, or one with the scheme `http`, `https` or `mailto`.
  ///
  /// - Parameter address: The address. An address with any other scheme, such as `javascript`, is replaced by
  ///   `about:invalid`.
  public static func href(_ address: String) -> Self { Self("href", address) }

  /// The address of an image; the allowed addresses are those of ``href(_:)``.
  public static func src(_ address: String) -> Self { Self("src", address) }
}
