import CounterpointTerminal
import CounterpointTestSupport
import Testing

@Suite struct TextFieldEditingTests {
  /// Returns the text with `|` at the cursor.
  private func marked(_ field: TextField) -> String {
    let index = field.text.index(field.text.startIndex, offsetBy: field.cursor)
    return field.text[..<index] + "|" + field.text[index...]
  }

  /// Returns a field with its cursor at the `|` of a text.
  private func field(_ marked: String) -> TextField {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    return TextField(parts.joined(), cursor: parts[0].count)
  }

  private func expectedOutcome(_ before: String, _ after: String) -> TextField.Outcome {
    guard field(before).text == field(after).text else { return .edited }
    return before == after ? .unchanged : .cursorMoved
  }

  @Test(
    arguments: [
      ("ab|cd", "x", "abx|cd"), ("|", "x", "x|"), ("ab|", " ", "ab |"), ("ab|cd", "é", "abé|cd"),
      ("ab|cd", .left, "a|bcd"), ("|ab", .left, "|ab"), ("ab|cd", .right, "abc|d"), ("ab|", .right, "ab|"),
      ("ab|cd", .home, "|abcd"), ("ab|cd", .control("a"), "|abcd"), ("ab|cd", .end, "abcd|"),
      ("ab|cd", .control("e"), "abcd|"),
      ("ab|cd", .backspace, "a|cd"), ("|ab", .backspace, "|ab"), ("ab|cd", .delete, "ab|d"), ("ab|", .delete, "ab|"),
      ("ab|cd", .control("u"), "|cd"), ("ab|cd", .control("k"), "ab|"), ("|", .control("u"), "|"),
      ("one two|", .control("w"), "one |"), ("one two  | x", .control("w"), "one | x"),
      ("one|two", .control("w"), "|two"),
      ("one two|", Key.backspace.with(.alt), "one |"), ("one |two three", .alt("d"), "one | three"),
      ("one| two three", Key.delete.with(.control), "one| three"), ("one|  ", .alt("d"), "one|"),
      ("one two| x", Key.left.with(.control), "one |two x"), ("one |two", .alt("b"), "|one two"),
      ("|one two", Key.right.with(.control), "one| two"), ("one|  two x", .alt("f"), "one  two| x"),
      ("世界 é|", Key.left.with(.control), "世界 |é"), ("  |", .alt("b"), "|  "), ("|  ", .alt("f"), "  |"),
      ("  |x", .control("w"), "|x"), ("|x", .control("w"), "|x"), ("a\u{A0}b|", .control("w"), "a\u{A0}|"),
      ("a|b", Key.character("C").with(.shift), "aC|b"),
    ] as [(String, Key, String)]
  )
  func keys(before: String, key: Key, after: String) throws {
    var edited = field(before)
    let outcome = edited.handle(.key(key))
    #expect(marked(edited) == after)
    #expect(outcome == expectedOutcome(before, after))
  }

  @Test(
    arguments: [
      ("a👩‍👩‍👧|b", .left, "a|👩‍👩‍👧b"), ("a|👩‍👩‍👧b", .right, "a👩‍👩‍👧|b"), ("a👩‍👩‍👧|b", .backspace, "a|b"),
      ("a|👩‍👩‍👧b", .delete, "a|b"), ("e\u{301}|x", .backspace, "|x"), ("世|界", .left, "|世界"),
      // Each code point is a key, so the accent combines with the letter before the cursor.
      ("e|x", "\u{301}", "e\u{301}|x"), ("👩|", "\u{200D}", "👩\u{200D}|"), ("👩\u{200D}|", "👧", "👩\u{200D}👧|"),
      // Two halves of a flag combine into one character.
      ("\u{1F1E9}|", "\u{1F1EA}", "\u{1F1E9}\u{1F1EA}|"),
      // A vowel and a tone mark are keys, too, and so is a letter of a conjunct. Delete takes the whole character.
      ("ที่|", .backspace, "ที|"), ("ที|", .backspace, "ท|"), ("न्दी|", .backspace, "न्द|"), ("न्द|", .backspace, "न्|"),
      ("ｶﾞ|", .backspace, "ｶ|"), ("ש\u{5C1}\u{5B8}|", .backspace, "ש\u{5C1}|"), ("|ที่x", .delete, "|x"),
      ("か\u{3099}|", .backspace, "|"),
      // After a deletion, neighbors can combine. The cursor moves behind the combined character.
      ("\u{1F1E9}x|\u{1F1EA}", .backspace, "\u{1F1E9}\u{1F1EA}|"),
    ] as [(String, Key, String)]
  )
  func graphemeClusters(before: String, key: Key, after: String) throws {
    var edited = field(before)
    let outcome = edited.handle(.key(key))
    #expect(outcome != nil)
    #expect(edited.text.unicodeScalars.elementsEqual(field(after).text.unicodeScalars))
    #expect(edited.cursor == field(after).cursor)
  }

  @Test func aLetterCombinesWithTheAccentAfterIt() {
    var edited = TextField("\u{301}x", cursor: 0)
    #expect(edited.handle(.key("e")) == .edited)
    #expect(edited == TextField("e\u{301}x", cursor: 1))
  }

  @Test(arguments: [
    ("a|b", "xyz", "axyz|b"), ("a|b", "", "a|b"), ("|", "\nname\r\n\n", "name|"),
    ("|", "one\ntwo\r\nthree", "one two three|"),
    ("|", "a\tb", "a b|"), ("|", "\u{1B}[31mred\u{7}\u{9B}", "[31mred|"), ("|", "\u{202E}abc\u{2069}", "abc|"),
    ("|", "\n\r\n", "|"), ("|", "a\u{2028}b", "a b|"), ("e|", "\u{301}世", "e\u{301}世|"),
  ])
  func pastedTextBecomesOneHarmlessLine(before: String, pasted: String, after: String) throws {
    var edited = field(before)
    let outcome = edited.handle(.paste(pasted))
    #expect(marked(edited) == after)
    #expect(outcome == expectedOutcome(before, after))
  }

  @Test(
    arguments: [
      .key(.enter), .key(.escape), .key(.tab), .key(.up), .key(.down), .key(.control("c")), .key(.alt("x")),
      .key(.up.with(.shift)), .resize(.standard), .resumed, .interrupted(.hangUp),
    ] as [TerminalEvent]
  )
  func otherEventsAreIgnored(event: TerminalEvent) {
    var edited = field("a|b")
    #expect(edited.handle(event) == nil)
    #expect(edited == field("a|b"))
  }

  @Test func theCursorIsAlwaysInTheText() {
    #expect(TextField("abc").cursor == 3)
    #expect(TextField("abc", cursor: 7).cursor == 3)
    #expect(TextField("abc", cursor: -1).cursor == 0)
    var generator = SeededGenerator(seed: 3)
    let pieces = [
      "a", "\u{301}", "世", "👩", "\u{200D}", "\u{1F1E9}", "\u{1F1EA}", " ", "\u{FE0F}", "\u{1100}", "\u{1161}",
    ]
    let keys: [Key] = [.left, .right, .home, .end, .backspace, .delete, .control("w"), .control("k")]
    var field = TextField()
    for _ in 0..<3_000 {
      let event: TerminalEvent =
        Bool.random(using: &generator)
        ? .paste(pieces.randomElement(using: &generator) ?? "") : .key(keys.randomElement(using: &generator) ?? .left)
      field.handle(event)
      #expect((0...field.text.count).contains(field.cursor))
    }
  }

  @Test func editingKeepsTheAppearance() {
    var field = TextField(isPassword: true, placeholder: "Password")
    field.handle(.key("x"))
    #expect(field == TextField("x", isPassword: true, placeholder: "Password"))
  }

  /// With a cost of O(n) for each key, the test would need nine minutes (67 ms for each key).
  @Test(.timeLimit(.minutes(1))) func editingCostDoesNotDependOnTheLengthOfTheText() throws {
    var field = TextField(String(repeating: "one é 世 👩‍👩‍👧 ", count: 62_500))
    let keys: [Key] = ["x", .left, .backspace, .right, .control("w"), .delete, .alt("b"), .alt("f"), "é", .left]
    for round in 0..<8_000 {
      let outcome = field.handle(.key(keys[round % keys.count]))
      #expect(outcome != nil)
      let screen = field.screen(width: 40, isFocused: true)
      #expect(screen.cursor != nil)
    }
  }
}
