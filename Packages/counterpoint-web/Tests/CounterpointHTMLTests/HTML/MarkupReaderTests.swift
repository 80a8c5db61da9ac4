import CounterpointHTML
import Testing

@Suite struct MarkupReaderTests {
  @Test(arguments: [
    html { "" },
    html { "a < b && \"c\" 'd' > e; &amp; \r\n" },
    html { Element(.p, .class("a b")) { "x" } },
    html {
      Element(.h1, .aria("label", "\"quoted\" <&> 'text'")) { "1" }
      "between"
      Element(.input, .type("text"), .name("n"), .value("é 👩‍👩‍👧"), .disabled())
      Element(.br)
      Element(.ul) {
        Element(.li) {}
        Element(.li) { Element(.strong) { "<\u{301}b>" } }
      }
    },
    html {
      Element(.p, Attribute("title", "\u{301}a\u{0E33}"), .class("\u{0E33}\"\u{301}")) { "\u{301}<\u{0E33}&\u{301};" }
      Element(.textarea) { "\n\u{301}" }
      "\u{301}"
    },
  ])
  func readsWhatWasWritten(_ page: [HTML]) {
    #expect([HTML](markup: page.markup) == page)
  }

  @Test func readsADocument() {
    let page = [HTML](
      markup: "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"></head><body>x</body></html>\n"
    )
    #expect(page.text == "x\n")
  }

  @Test(arguments: [
    "<", "<p", "<p>", "<p class", "<p class=\"", "</p>", "&", "&#xyz;", "<p>a</b>c", "<!", "<p a=b>x</p>",
  ])
  func endsOnOtherMarkup(_ markup: String) {
    #expect([HTML](markup: markup).text.count < 10)
  }
}
