extension Attribute {
  /// The unique identifier of the element on the page.
  public static func id(_ value: String) -> Self { Self("id", value) }
  /// Classes for the style sheet, separated by blanks.
  public static func `class`(_ value: String) -> Self { Self("class", value) }
  /// The kind of a button or of an input.
  public static func type(_ value: String) -> Self { Self("type", value) }
  /// The name that the value of an input is sent under.
  public static func name(_ value: String) -> Self { Self("name", value) }
  /// The value of an input, a button or a progress bar.
  public static func value(_ value: String) -> Self { Self("value", value) }
  /// The most that a progress bar shows.
  public static func max(_ value: String) -> Self { Self("max", value) }
  /// The input that a label is for.
  public static func `for`(_ id: String) -> Self { Self("for", id) }
  /// The form that an input belongs to although it isn't in it.
  public static func form(_ id: String) -> Self { Self("form", id) }
  /// The role of the element for assistive technology.
  public static func role(_ value: String) -> Self { Self("role", value) }
  /// The text for assistive technology, instead of the visible one.
  public static func label(_ value: String) -> Self { aria("label", value) }
  /// The element whose text is the name of this one.
  public static func labelled(by id: String) -> Self { aria("labelledby", id) }
  /// Whether an input or a button can't be used.
  public static func disabled(_ isDisabled: Bool = true) -> Self { flag("disabled", isDisabled) }
  /// Whether the element and what is in it can't be reached, because something lies over it.
  public static func inert(_ isInert: Bool = true) -> Self { flag("inert", isInert) }
  /// Whether the element isn't shown.
  public static func hidden(_ isHidden: Bool = true) -> Self { flag("hidden", isHidden) }
  /// The element gets the focus when it appears.
  public static func autofocus(_ isFocused: Bool = true) -> Self { flag("autofocus", isFocused) }

  /// The address of a link: one on this server, or one that begins with `http:`, `https:` or `mailto:`.
  ///
  /// - Parameter address: Any other address, `javascript:` above all, is replaced by `about:invalid`, which leads
  ///   nowhere.
  public static func href(_ address: String) -> Self { Self("href", address) }

  /// The address of an image; the allowed addresses are those of ``href(_:)``.
  public static func src(_ address: String) -> Self { Self("src", address) }
}
