import CounterpointTerminal
import Testing

@Suite struct NavigationHeaderTests {
  let header = NavigationHeader(["Sign up", "Topics", "Summary"])

  @Test func titlesAreShownWithTheBackKey() {
    #expect(header.line(width: 40).plainText == "[esc] Sign up › Topics › Summary")
    #expect(header.line(width: 40).runs.last?.text == "Summary")
    #expect(header.line(width: 40).runs.last?.style.isBold == true)
  }

  @Test func theRootHasNoWayBack() {
    let root = NavigationHeader(["Sign up"])
    #expect(root.line(width: 40) == StyledText("Sign up").bold())
    #expect(!root.canGoBack && root.handle(.key(.escape)) == nil)
    #expect(NavigationHeader([]).line(width: 40) == "")
    #expect(NavigationHeader([]).handle(.key(.escape)) == nil)
  }

  @Test(arguments: [
    (32, "[esc] Sign up › Topics › Summary"), (31, "[esc] … › Topics › Summary"), (26, "[esc] … › Topics › Summary"),
    (25, "[esc] … › Summary"), (17, "[esc] … › Summary"), (16, "[esc] Summary"), (13, "[esc] Summary"),
    (12, "[esc] Summa…"), (3, "[e…"), (0, ""),
  ])
  func parentTitlesAreHiddenFirst(width: Int, expected: String) {
    #expect(header.line(width: width).plainText == expected)
  }

  @Test func onlyTheFirstLineOfATitleIsShown() {
    #expect(NavigationHeader(["a\nb", "c\nd"]).line(width: 40).plainText == "[esc] a › c")
  }

  @Test func escapeAndAltLeftGoBack() {
    #expect(header.handle(.key(.escape)) == .goBack)
    #expect(header.handle(.key(.left.with(.alt))) == .goBack)
    for key in [.left, .backspace, .enter] as [Key] { #expect(header.handle(.key(key)) == nil) }
  }
}

@Suite struct KeyHintTests {
  @Test func aKeyStandsInBrackets() {
    let hint: StyledText = .keyHint("esc", "Back")
    #expect(hint.plainText == "[esc] Back")
    #expect(hint.runs.map(\.style.foreground) == [nil, .cyan, nil])
  }

  @Test func disabledHintsHaveTheSameWidth() {
    let hint: StyledText = .keyHint("esc", "Back", isDisabled: true)
    #expect(hint.plainText == "      Back")
    #expect(hint == StyledText("      Back").dim())
  }
}
