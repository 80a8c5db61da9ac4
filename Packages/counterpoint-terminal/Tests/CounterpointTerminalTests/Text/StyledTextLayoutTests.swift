import CounterpointTerminal
import CounterpointTestSupport
import Testing

@Suite struct StyledTextLayoutTests {
  @Test(arguments: [
    ("hello", 3, "hel"), ("hello", 5, "hello"), ("hello", 9, "hello"), ("hello", 0, ""), ("hello", -1, ""),
    ("世界", 3, "世 "), ("世界", 2, "世"), ("世界", 1, " "), ("a👩‍👩‍👧b", 2, "a "), ("e\u{301}a", 1, "e\u{301}"),
    ("ab\ncd", 1, "a\nc"),
  ])
  func clipping(text: String, width: Int, expected: String) {
    #expect(StyledText(text).clipped(to: width).plainText == expected)
  }

  @Test(arguments: [
    ("hello", 4, "hel…"), ("hello", 5, "hello"), ("hello", 1, "…"), ("hello", 0, ""), ("世界", 3, "世…"),
    ("世界", 2, " …"), ("", 3, ""), ("hello\nhi", 4, "hel…\nhi"),
  ])
  func truncation(text: String, width: Int, expected: String) {
    let result = StyledText(text).truncated(to: width)
    #expect(result.plainText == expected)
    #expect(result.width <= width)
  }

  @Test func theEllipsisTakesTheStyleBeforeIt() {
    let text = StyledText("hello").bold() + "world"
    #expect(text.truncated(to: 3).runs.map(\.style) == [Style(isBold: true)])
    #expect(text.truncated(to: 3, ellipsis: StyledText("..").dim()).plainText == "h..")
    #expect(text.truncated(to: 3, ellipsis: StyledText("..").dim()).runs.last?.style == Style(isDim: true))
  }

  @Test(arguments: [
    (StyledText.Alignment.leading, "ab   "), (.center, " ab  "), (.trailing, "   ab"),
  ])
  func padding(alignment: StyledText.Alignment, expected: String) {
    #expect(StyledText("ab").padded(to: 5, alignment: alignment).plainText == expected)
    #expect(StyledText("ab").padded(to: 1, alignment: alignment).plainText == "ab")
  }

  @Test func centering() {
    #expect(StyledText("世").centered(in: 4).plainText == " 世 ")
    #expect(StyledText("a\nabc").centered(in: 3).plainText == " a \nabc")
  }

  @Test(arguments: [
    ("the quick brown fox", 10, ["the quick", "brown fox"]), ("the quick", 9, ["the quick"]),
    ("the  quick", 4, ["the", "quic", "k"]), ("abcdefgh", 3, ["abc", "def", "gh"]), ("", 5, [""]),
    ("a\n\nb", 5, ["a", "", "b"]),
    ("  indented text", 10, ["  indented", "text"]), ("a  b", 5, ["a  b"]), ("trailing   ", 9, ["trailing"]),
    ("世界世界", 4, ["世界", "世界"]), ("世界世", 3, ["世", "界", "世"]), ("ab世", 3, ["ab", "世"]), ("世a", 1, ["世", "a"]),
    ("x", 0, []), ("x", -3, []), ("ab abcdefg h", 4, ["ab", "abcd", "efg", "h"]), ("a bcd", 3, ["a", "bcd"]),
    ("👩‍👩‍👧👩‍👩‍👧", 3, ["👩‍👩‍👧", "👩‍👩‍👧"]), ("a\u{A0}b c", 3, ["a\u{A0}b", "c"]),
  ])
  func wrapping(text: String, width: Int, expected: [String]) {
    #expect(StyledText(text).wrapped(to: width).map(\.plainText) == expected)
  }

  @Test func wrappingKeepsStyles() {
    let text = "one " + StyledText("two three").bold()
    let lines = text.wrapped(to: 7)
    #expect(lines == ["one " + StyledText("two").bold(), StyledText("three").bold()])
  }

  @Test func wrappedLinesAlwaysFit() {
    var generator = SeededGenerator(seed: 7)
    let pieces = ["a", "bc", " ", "  ", "世", "😀", "\n", "é", "defghijkl"]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      let width = Int.random(in: 2...12, using: &generator)
      let lines = StyledText(text.joined()).wrapped(to: width)
      #expect(lines.allSatisfy { $0.width <= width })
      // Only blanks and line breaks are removed.
      let visible = { (text: String) in text.filter { $0 != " " && $0 != "\n" } }
      #expect(visible(lines.map(\.plainText).joined()) == visible(text.joined()))
    }
  }

  @Test func widthIsThatOfTheWidestLine() {
    #expect(StyledText("ab\n世界\nc").width == 4)
    #expect(StyledText("ab\n").lines == ["ab", ""])
  }
}
