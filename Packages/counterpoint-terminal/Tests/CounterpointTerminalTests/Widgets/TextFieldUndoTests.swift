import CounterpointTerminal
import CounterpointTestSupport
import Testing

/// Undo, selection, limit and suggestions of a text field.
@Suite struct TextFieldUndoTests {
  private func press(_ field: inout TextField, _ keys: Key...) {
    for key in keys { field.handle(.key(key)) }
  }

  @Test func aWordIsUndoneAtOnce() {
    var field = TextField()
    press(&field, "o", "n", "e", " ", "t", "w", "o")
    #expect(field.handle(.key(.control("_"))) == .edited)
    #expect(field.text == "one ")
    #expect(field.handle(.key(.control("z"))) == .edited)
    #expect(field.text == "")
    #expect(field.handle(.key(.control("z"))) == .unchanged)
    #expect(field.handle(.key(.control("y"))) == .edited)
    #expect(field.handle(.key(.control("y"))) == .edited)
    #expect(field == TextField("one two"))
    #expect(field.handle(.key(.control("y"))) == .unchanged)
  }

  @Test func movingTheCursorEndsTheWord() {
    var field = TextField()
    press(&field, "a", "b", .left, "c", .control("_"))
    #expect(field == TextField("ab", cursor: 1))
    press(&field, .control("_"))
    #expect(field.text == "")
  }

  @Test func deletionsAndPastesAreUndone() {
    var field = TextField("one two")
    press(&field, .control("w"), .backspace)
    field.handle(.paste("x\ny"))
    #expect(field.text == "onex y")
    press(&field, .control("_"), .control("_"), .control("_"))
    #expect(field == TextField("one two"))
  }

  @Test func anEditForgetsTheUndoneEdits() {
    var field = TextField("a")
    press(&field, .backspace, .control("_"), "b", .control("y"))
    #expect(field.text == "ab")
  }

  /// Undo and redo lead through the same texts, whatever the keys.
  @Test func undoRevertsAllEdits() {
    var generator = SeededGenerator(seed: 27)
    let pieces = ["a", " ", "e", "\u{301}", "世", "👩", "\u{200D}", "👧", "\u{1F1E9}", "\u{1F1EA}", "\u{1F1EB}", "xyz\nw"]
    let keys: [Key] = [
      .left, .right, .backspace, .delete, .control("w"), .control("k"), .home, .end, Key.left.with(.shift),
      Key.home.with(.shift), .alt("a"), .alt("d"),
    ]
    for _ in 0..<60 {
      var field = TextField("start 世")
      for _ in 0..<40 {
        let event: TerminalEvent =
          Bool.random(using: &generator)
          ? .paste(pieces.randomElement(using: &generator) ?? "") : .key(keys.randomElement(using: &generator) ?? .left)
        field.handle(event)
        #expect((0...field.text.count).contains(field.cursor))
      }
      let end = field.text
      var undone = 0
      while field.handle(.key(.control("_"))) == .edited { undone += 1 }
      #expect(field.text == "start 世")
      for _ in 0..<undone { field.handle(.key(.control("y"))) }
      #expect(field.text.unicodeScalars.elementsEqual(end.unicodeScalars))
    }
  }

  @Test func typedTextReplacesTheSelection() {
    var field = TextField("one two")
    #expect(field.handle(.key(Key.left.with([.control, .shift]))) == .cursorMoved)
    #expect(field.selectedText == "two")
    press(&field, "x")
    #expect(field == TextField("one x"))
    press(&field, .control("_"))
    #expect(field.text == "one two")
    #expect(field.handle(.key(.alt("a"))) == .cursorMoved)
    #expect(field.selectedText == "one two")
    #expect(field.handle(.key(.backspace)) == .edited)
    #expect(field.text == "")
  }

  @Test func movingEndsTheSelectionAtItsEnds() {
    var field = TextField("abcd", cursor: 1)
    press(&field, Key.right.with(.shift), Key.right.with(.shift))
    #expect(field.selectedText == "bc")
    var other = field
    press(&field, .left)
    #expect(field == TextField("abcd", cursor: 1))
    press(&other, .right)
    #expect(other == TextField("abcd", cursor: 3))
    press(&other, Key.left.with(.shift), Key.right.with(.shift))
    #expect(other == TextField("abcd", cursor: 3))
    #expect(other.selectedText == "")
  }

  @Test func theSelectionIsShown() {
    var field = TextField("abcdef", cursor: 4)
    press(&field, Key.left.with(.shift), Key.left.with(.shift))
    let screen = field.screen(width: 8, isFocused: true)
    #expect(screen.lines == ["ab" + StyledText("cd").inverse() + "ef  "])
    #expect(screen.cursor == ScreenPosition(column: 2, row: 0))
    press(&field, .right, Key.right.with(.shift))
    #expect(field.screen(width: 8, isFocused: true).lines == ["abcd" + StyledText("e").inverse() + "f  "])
    #expect(field.screen(width: 8, isFocused: false).lines == ["abcdef  "])
    // Part of a long text.
    var long = TextField(String(repeating: "x", count: 100))
    press(&long, Key.home.with(.shift))
    #expect(long.screen(width: 5, isFocused: true).lines == [StyledText("xxxxx").inverse()])
  }

  @Test func theLimitCountsCharacters() {
    var field = TextField(limit: 3)
    field.handle(.paste("世界世界"))
    #expect(field.text == "世界世")
    #expect(field.handle(.key("x")) == .unchanged)
    press(&field, .home, .delete)
    // An accent joins the character before it.
    #expect(field.handle(.key("e")) == .edited)
    #expect(field.handle(.key("\u{301}")) == .edited)
    #expect(field.text == "e\u{301}界世")
    #expect(field.handle(.key("x")) == .unchanged)
    press(&field, .alt("a"))
    field.handle(.paste("abcdef"))
    #expect(field.text == "abc")
    // A longer initial text is kept.
    var long = TextField("abcdef", limit: 2)
    #expect(long.handle(.key("x")) == .unchanged)
    #expect(long.handle(.key(.backspace)) == .edited)
    #expect(long.text == "abcde")
  }

  /// A keyboard sends the code points of a character one by one. The marks of a letter that was refused would join
  /// another one.
  @Test(arguments: ["น้ำ", "क्षि", "ｶﾞ", "e\u{301}", "👩\u{200D}👧", "🇩🇪"])
  func theLimitRefusesWholeCharacters(character: String) {
    let keys = character.unicodeScalars.map { TerminalEvent.key(.character(Character($0))) }
    var field = TextField("x👍", limit: 2)
    for key in keys { #expect(field.handle(key) == .unchanged) }
    #expect(field.text == "x👍")
    press(&field, .backspace)
    for key in keys { #expect(field.handle(key) == .edited) }
    #expect(field.text == "x" + character)
    #expect(field.handle(.key("y")) == .unchanged)
    #expect(field.handle(.key("\u{301}")) == .unchanged)
    // After a movement it is a mark for the letter that is there.
    press(&field, .left, .right)
    #expect(field.handle(.key("\u{301}")) == .edited)
    #expect(field.text == "x" + character + "\u{301}")
  }

  @Test func suggestionsCompleteTheText() {
    var field = TextField(suggestions: ["query", "quit", "open", "quit now"])
    #expect(field.suggestion == nil)
    press(&field, "q")
    #expect(field.suggestion == "query")
    #expect(field.screen(width: 8, isFocused: true).lines == ["q" + StyledText("uery").dim() + "   "])
    #expect(field.screen(width: 8, isFocused: false).lines == ["q       "])
    #expect(field.handle(.key(.control("n"))) == .unchanged)
    #expect(field.suggestion == "quit")
    press(&field, .control("p"), .control("p"))
    #expect(field.suggestion == "quit now")
    #expect(field.handle(.key(.right)) == .edited)
    #expect(field.text == "quit now" && field.suggestion == nil)
    press(&field, .control("_"))
    #expect(field.text == "q")
    press(&field, .home)
    #expect(field.suggestion == nil)
    press(&field, .end, "x")
    #expect(field.suggestion == nil)
  }

  @Test func completionsAreFoundInOrder() {
    let suggestions = Suggestions(["b", "ab", "abc", "aa", "ab", "abd", "c"])
    #expect(suggestions.words == ["aa", "ab", "abc", "abd", "b", "c"])
    #expect(suggestions.completions(of: "a") == 0..<4)
    #expect(suggestions.completions(of: "ab") == 2..<4)
    #expect(suggestions.completions(of: "abd").isEmpty && suggestions.completions(of: "x").isEmpty)
    #expect(suggestions.completions(of: "").isEmpty)
  }

  /// With a copy of the text for each key, the test would need minutes.
  @Test(.timeLimit(.minutes(1))) func aKeyAtTheEndOfALongTextDoesNotCopyIt() {
    var field = TextField(String(repeating: "x", count: 64_000_000), suggestions: ["one", "two"])
    for round in 0..<10_000 { field.handle(.key(round % 4 == 3 ? .backspace : "x")) }
    #expect(field.text.utf8.count == 64_005_000)
  }
}
