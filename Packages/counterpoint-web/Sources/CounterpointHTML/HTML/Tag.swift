/// The name of an element that can have content.
public struct Tag: Hashable, Sendable {
  let name: String

  /// Creates a tag that is not predefined.
  ///
  /// - Parameter name: The name, in lower case. `script` and `style` stop the program: their content is code, which
  ///   escaping does not make safe.
  public init(_ name: StaticString) {
    self.name = name.description
    let isPlain = self.name.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || $0 == UInt8(ascii: "-")
    }
    precondition(
      isPlain && self.name.utf8.first.map { $0 > UInt8(ascii: "9") } == true
        && !["script", "style", "iframe", "noscript", "plaintext", "template", "xmp"].contains(self.name)
        && VoidTag.all[self.name] == nil,
      "'\(name)' is not the name of an element that can have texts in it."
    )
  }

  /// Predefined tags.
  public static let a = Tag("a"), abbr = Tag("abbr"), address = Tag("address"), article = Tag("article"),
    aside = Tag("aside")
  /// Predefined tags.
  public static let b = Tag("b"), blockquote = Tag("blockquote"), button = Tag("button"), caption = Tag("caption")
  /// Predefined tags.
  public static let cite = Tag("cite"), code = Tag("code"), dd = Tag("dd"), details = Tag("details"),
    dialog = Tag("dialog")
  /// Predefined tags.
  public static let div = Tag("div"), dl = Tag("dl"), dt = Tag("dt"), em = Tag("em"), fieldset = Tag("fieldset")
  /// Predefined tags.
  public static let figcaption = Tag("figcaption"), figure = Tag("figure"), footer = Tag("footer"), form = Tag("form")
  /// Predefined tags.
  public static let h1 = Tag("h1"), h2 = Tag("h2"), h3 = Tag("h3"), h4 = Tag("h4"), header = Tag("header"), i = Tag("i")
  /// Predefined tags.
  public static let kbd = Tag("kbd"), label = Tag("label"), legend = Tag("legend"), li = Tag("li"), main = Tag("main")
  /// Predefined tags.
  public static let mark = Tag("mark"), meter = Tag("meter"), nav = Tag("nav"), ol = Tag("ol"), option = Tag("option")
  /// Predefined tags.
  public static let output = Tag("output"), p = Tag("p"), pre = Tag("pre"), progress = Tag("progress"), q = Tag("q")
  /// Predefined tags.
  public static let section = Tag("section"), select = Tag("select"), small = Tag("small"), span = Tag("span")
  /// Predefined tags.
  public static let strong = Tag("strong"), sub = Tag("sub"), summary = Tag("summary"), sup = Tag("sup"),
    table = Tag("table")
  /// Predefined tags.
  public static let tbody = Tag("tbody"), td = Tag("td"), textarea = Tag("textarea"), tfoot = Tag("tfoot"),
    th = Tag("th")
  /// Predefined tags.
  public static let thead = Tag("thead"), time = Tag("time"), tr = Tag("tr"), u = Tag("u"), ul = Tag("ul")
}

/// The name of a void element, which can't have content.
public struct VoidTag: Hashable, Sendable {
  let name: String

  /// Predefined tags.
  public static let br = VoidTag(name: "br"), hr = VoidTag(name: "hr"), img = VoidTag(name: "img")
  /// Predefined tags.
  public static let input = VoidTag(name: "input"), link = VoidTag(name: "link"), meta = VoidTag(name: "meta")
  /// Predefined tags.
  public static let source = VoidTag(name: "source"), wbr = VoidTag(name: "wbr")

  static let all: [String: VoidTag] = [
    "br": br, "hr": hr, "img": img, "input": input, "link": link, "meta": meta, "source": source, "wbr": wbr,
  ]
}
