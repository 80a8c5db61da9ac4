import CounterpointCore
import Testing

@Suite struct TextStateHTMLTests {
  @Test func stylesBecomeTags() {
    let text = TextState("a")
    #expect(text.html == "a")
    #expect(text.bold().html == "<strong>a</strong>")
    #expect(text.italic().html == "<em>a</em>")
    #expect(text.underline().html == "<u>a</u>")
    #expect(text.strikethrough().html == "<s>a</s>")
    #expect(text.foregroundColor(.teal).html == #"<span style="color:teal">a</span>"#)
    #expect(
      text.foregroundColor(.rgb(red: 255, green: 7, blue: 0)).html == #"<span style="color:rgb(255,7,0)">a</span>"#
    )
  }

  @Test func tagsAreNested() {
    let text = TextState("a").foregroundColor(.red).strikethrough().underline().italic().bold() + TextState("b")
    #expect(text.html == #"<strong><em><u><s><span style="color:red">a</span></s></u></em></strong>b"#)
  }

  @Test func anEmptyPartLeavesNoTags() {
    #expect((TextState("").bold() + TextState("a")).html == "a")
  }

  @Test(arguments: [
    ("<script>alert('x')</script>", "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"),
    (#"" onmouseover="x"#, "&#34; onmouseover=&#34;x"),
    ("&lt;b&gt;", "&amp;lt;b&amp;gt;"), ("a & b", "a &amp; b"),
    // One character to Swift, an opening tag to a browser.
    ("<\u{301}b>", "&lt;\u{301}b&gt;"), ("&\u{200D}lt;", "&amp;\u{200D}lt;"),
    ("<\0script>", "&lt;\u{FFFD}script&gt;"), ("\u{1B}[31m\u{7F}\u{9B}", "\u{FFFD}[31m\u{FFFD}\u{FFFD}"),
    ("a\r\nb\nc\rd\u{85}e\u{2028}f\u{2029}g", "a<br>b<br>c<br>d<br>e<br>f<br>g"), ("\n\r\n", "<br><br>"),
    ("a\tb", "a\tb"), ("é世👩‍👩‍👧", "é世👩‍👩‍👧"), ("\u{2067}abc\u{2069}", "\u{2067}abc\u{2069}"),
  ])
  func untrustedTextIsEscaped(text: String, html: String) {
    #expect(Array(TextState(text).html.unicodeScalars) == Array(html.unicodeScalars))
    #expect(TextState(text).bold().html.hasPrefix("<strong>"))
  }

  @Test func noCharacterBecomesMarkup() {
    for code in UInt32(0)...0x3000 {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let html = TextState(String(scalar)).html.replacing("<br>", with: "")
      #expect(!html.unicodeScalars.contains { "<>\"'".unicodeScalars.contains($0) }, "U+\(code)")
      let ampersands = html.unicodeScalars.filter { $0 == "&" }.count
      #expect(ampersands == (html.unicodeScalars.last == ";" && html.unicodeScalars.count > 1 ? 1 : 0), "U+\(code)")
    }
  }
}
