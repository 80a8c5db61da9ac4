import CounterpointCore
import Foundation
import Testing

@Suite struct TextStateTests {
  @Test func textsAreComparedPartByPart() {
    #expect(TextState("ab") == TextState(verbatim: "ab"))
    #expect(TextState("a") + TextState("b") != TextState("ab"))
    #expect(TextState("a") + TextState("b") == TextState("a") + TextState("b"))
    #expect(TextState("a") + TextState("") != TextState("a"))
    #expect(TextState("ab".prefix(1)) == TextState("a"))
  }

  @Test func stylesCount() {
    let text = TextState("a")
    let styled = [
      text, text.bold(), text.italic(), text.underline(), text.strikethrough(), text.foregroundColor(.red),
      text.foregroundColor(.rgb(red: 255, green: 0, blue: 0)),
    ]
    #expect(Set(styled).count == styled.count)
    #expect(text.bold().italic() == text.italic().bold())
  }

  @Test func eachStyleHasItsEffectOnEveryPart() {
    let text = TextState("a") + TextState("b").bold()
    #expect(text.parts.map(\.style.isBold) == [false, true])
    #expect(text.bold().parts.map(\.style.isBold) == [true, true])
    #expect(text.italic().parts.map(\.style.isItalic) == [true, true])
    #expect(text.underline().parts.map(\.style.isUnderlined) == [true, true])
    #expect(text.strikethrough().parts.map(\.style.isStruckThrough) == [true, true])
  }

  @Test func theInnerColorWins() {
    let text = (TextState("a").foregroundColor(.red) + TextState("b")).foregroundColor(.blue)
    #expect(text.parts.map(\.style.foregroundColor) == [.red, .blue])
    #expect(text.foregroundColor(nil) == text)
  }

  @Test(arguments: ["", "plain", "\u{1B}[31m<b>&\0", "e\u{301}世👩‍👩‍👧\r\n"])
  func theCharactersComeOutAsTheyWentIn(characters: String) {
    let text = TextState(characters).bold() + TextState("!")
    #expect(Array(String(state: text).utf8) == Array((characters + "!").utf8))
    #expect(String(state: text, locale: Locale(identifier: "de")) == characters + "!")
  }
}
