import CounterpointTerminal
import Testing

@Suite struct NavigationHeaderTests {
  let header = NavigationHeader(["Sign up", "Topics", "Summary"])

  @Test func thePathIsShownWithTheKeyThatLeadsBack() {
    #expect(header.line(width: 40).plainText == "[esc] Sign up › Topics › Summary")
    #expect(header.line(width: 40).runs.last?.text == "Summary")
    #expect(header.line(width: 40).runs.last?.style.isBold == true)
  }

  @Test func theRootHasNoWayBack() {
    let root = NavigationHeader(["Sign up"])
    #expect(root.line(width: 40) == StyledText("Sign up").bold())
    #expect(!root.canGoBack && !root.isBack(.escape))
    #expect(NavigationHeader([]).line(width: 40) == "")
    #expect(!NavigationHeader([]).isBack(.escape))
  }

  @Test(arguments: [
    (32, "[esc] Sign up › Topics › Summary"), (31, "[esc] … › Topics › Summary"), (26, "[esc] … › Topics › Summary"),
    (25, "[esc] … › Summary"), (17, "[esc] … › Summary"), (16, "[esc] Summary"), (13, "[esc] Summary"),
    (12, "[esc] Summa…"), (3, "[e…"), (0, ""),
  ])
  func titlesAreLeftOutFromTheRootOn(width: Int, expected: String) {
    #expect(header.line(width: width).plainText == expected)
  }

  @Test func onlyTheFirstLineOfATitleIsShown() {
    #expect(NavigationHeader(["a\nb", "c\nd"]).line(width: 40).plainText == "[esc] a › c")
  }

  @Test func keysThatLeadBack() {
    #expect(header.isBack(.escape))
    #expect(header.isBack(.left.with(.alt)))
    #expect(!header.isBack(.left) && !header.isBack(.backspace) && !header.isBack(.enter))
  }
}
