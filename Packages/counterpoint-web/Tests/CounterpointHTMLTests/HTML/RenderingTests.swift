import CounterpointHTML
import Testing

@Suite struct RenderingTests {
  @Test func elementsAttributesAndTexts() {
    let page = html {
      Element(.p, .id("a"), .class("b c")) {
        "One "
        Element(.strong) { "two" }
      }
      Element(.br)
      Element(.input, .type("text"), .disabled())
    }
    #expect(
      page.markup == #"<p id="a" class="b c">One <strong>two</strong></p><br><input type="text" disabled>"#
    )
  }

  @Test(
    arguments: [
      ("a & b", "<p>a &amp; b</p>"), ("<script>", "<p>&lt;script&gt;</p>"), ("\"'", "<p>\"'</p>"),
      ("a\r\nb", "<p>a&#13;\nb</p>"), ("\0", "<p>\u{FFFD}</p>"), ("7 − ∞ 🎉", "<p>7 − ∞ 🎉</p>"),
    ]
  )
  func textsAreEscaped(text: String, markup: String) {
    #expect(Element(.p) { text }.markup == markup)
  }

  @Test func attributesAreEscaped() {
    let element = Element(.p, Attribute("title", "\"><script>alert('x')</script>&"))
    #expect(
      element.markup == "<p title=\"&#34;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;\"></p>"
    )
  }

  @Test(
    arguments: [
      ("/a?b=c:d", "/a?b=c:d"), ("#x", "#x"), ("https://example.org/", "https://example.org/"),
      ("MAILTO:a@example.org", "MAILTO:a@example.org"), ("javascript:alert(1)", "about:invalid"),
      ("JaVaScRiPt:alert(1)", "about:invalid"), ("java\nscript:alert(1)", "about:invalid"),
      (" javascript:alert(1)", "about:invalid"), ("data:text/html,x", "about:invalid"),
    ]
  )
  func unsafeAddressesAreReplaced(address: String, value: String) {
    #expect(Element(.a, .href(address)).markup == "<a href=\"\(value)\"></a>")
    #expect(Element(.img, .src(address)).markup == "<img src=\"\(value)\">")
    #expect(Element(.a, Attribute("href", address)).markup == "<a href=\"\(value)\"></a>")
    #expect(Element(.img, Attribute("src", address)).markup == "<img src=\"\(value)\">")
    #expect(Element(.form, Attribute("action", address)).markup == "<form action=\"\(value)\"></form>")
    #expect(Element(.button, Attribute("formaction", address)).markup == "<button formaction=\"\(value)\"></button>")
  }

  @Test(arguments: [
    ("javascript:alert(1)", "about:invalid"), ("/a;javascript:alert(1)", "about:invalid"),
    ("/a; java\nscript:alert(1)", "about:invalid"), ("javascript:\u{301}alert(1)", "about:invalid"),
    ("0; 1.5;10", "0; 1.5;10"), ("#ff0000;rgb(0, 0, 0)", "#ff0000;rgb(0, 0, 0)"), ("M0 0 L10 10", "M0 0 L10 10"),
    ("/a;https://example.org", "/a;https://example.org"),
  ])
  func animationsGiveLinksNoUnsafeAddress(value: String, shown: String) {
    for attribute in [
      Attribute("values", value), Attribute("to", value), Attribute("from", value), Attribute("by", value),
    ] {
      let animation = Element(Tag("animate"), Attribute("attributename", "href"), attribute)
      #expect(animation.markup.contains("=\"\(shown)\">"), "\(attribute)")
    }
  }

  /// The marks form one `Character` with the sign before them, and U+0600 does so with the sign after it. Browsers know
  /// no characters.
  @Test(arguments: ["\u{0E33}", "\u{FF9E}", "\u{0301}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{0600}"])
  func combiningMarksHideNoScheme(mark: String) {
    let attributes: [(name: String, attribute: (String) -> Attribute)] = [
      ("href", Attribute.href), ("src", Attribute.src), ("action", { Attribute("action", $0) }),
      ("background", { Attribute("background", $0) }), ("cite", { Attribute("cite", $0) }),
      ("data", { Attribute("data", $0) }), ("formaction", { Attribute("formaction", $0) }),
      ("href", { Attribute("href", $0) }), ("manifest", { Attribute("manifest", $0) }),
      ("poster", { Attribute("poster", $0) }), ("src", { Attribute("src", $0) }),
    ]
    let unsafe = [
      "javascript:\(mark)=alert(1)", "JavaScript:\(mark)/alert(1)", "javascript\(mark):alert(1)", "data:\(mark),x",
      "java\tscript:\(mark)=alert(1)", "\u{1}javascript:\(mark)=alert(1)", "\(mark)javascript:\(mark)//",
      "vbscript:\(mark)?:/#",
    ]
    let safe = [
      "/\(mark)a:b", "?\(mark)a:b", "#\(mark)a:b", "\(mark)/a:b", "a\(mark)?:", "https:\(mark)//example.org",
      "mailto:\(mark)a@example.org",
    ]
    for (name, attribute) in attributes {
      for address in unsafe {
        #expect(Element(.a, attribute(address)).markup == "<a \(name)=\"about:invalid\"></a>", "\(address)")
      }
      for address in safe { #expect(Element(.a, attribute(address)).markup == "<a \(name)=\"\(address)\"></a>") }
    }
  }

  @Test func unescapedMarkupIsInsertedUnchanged() {
    #expect(Element(.p, unescaped: "<b>x</b>").markup == "<p><b>x</b></p>")
  }

  @Test func firstAttributeOfANameWins() {
    #expect(Element(.p, .id("a"), .none, .id("b"), .hidden(false)).markup == #"<p id="a"></p>"#)
  }

  @Test func leadingLineBreakIsDoubled() {
    #expect(Element(.textarea) { "\na" }.markup == "<textarea>\n\na</textarea>")
  }

  @Test func buildersSupportConditionsAndLoops() {
    func page(_ isLong: Bool, _ name: String?) -> [HTML] {
      html {
        if isLong { Element(.hr) } else { "short" }
        if let name { name }
        for number in 1...2 { Element(.i) { "\(number)" } }
      }
    }
    #expect(page(true, nil).markup == "<hr><i>1</i><i>2</i>")
    // Adjacent texts are one text in a browser.
    #expect(page(false, "!").first == "short!")
  }

  @Test(arguments: ["x", ""])
  func emptyTextsAreRemoved(text: String) {
    let element = Element(.p) {
      text
      Element(.br)
      ""
    }
    #expect(html { element }.changes(to: html { Element(.p) { Element(.br) } }).count == text.count)
  }

  #if os(Linux) || os(macOS)
  @Test func unsafeNamesStopTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = Attribute("onclick", "alert(1)") }
    await #expect(processExitsWith: .failure) { _ = Tag("script") }
    await #expect(processExitsWith: .failure) { _ = Attribute("a b", "") }
    await #expect(processExitsWith: .failure) { _ = Attribute("srcdoc", "<script>alert(1)</script>") }
    await #expect(processExitsWith: .failure) { _ = Attribute("style", "background: url(//example.org)") }
  }
  #endif
}
