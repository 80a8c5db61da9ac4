import Testing

@Suite struct IgnoreCommentTests {
  private let key = "enum Key: DependencyKey { static let liveValue = 1 }"

  @Test func aFindingIsIgnoredAboveOrOnItsLine() {
    #expect(findings("// lint-features:ignore missing-test-value: It is a constant.\n\(key)") == [])
    #expect(findings("\(key) // lint-features:ignore missing-test-value: It is a constant.") == [])
  }

  @Test func otherCommentsMayBeBetween() {
    #expect(findings("// lint-features:ignore missing-test-value: It is a constant.\n/// A key.\n\(key)") == [])
  }

  @Test func aReasonIsNeeded() {
    let expected = ["1: ignore", "2: missing-test-value"]
    #expect(findings("// lint-features:ignore missing-test-value\n\(key)") == expected)
    #expect(findings("// lint-features:ignore missing-test-value: \n\(key)") == expected)
  }

  @Test func aCommentThatIgnoresNothingIsFound() {
    #expect(findings("// lint-features:ignore missing-test-value: It is a constant.\nlet key = 1") == ["1: ignore"])
    #expect(
      findings("// lint-features:ignore forced-try: It is a constant.\n\(key)") == [
        "1: ignore", "2: missing-test-value",
      ]
    )
  }

  @Test func anUnknownRuleIsFound() {
    #expect(
      findings("// lint-features:ignore missing-value: It is a constant.\n\(key)") == [
        "1: ignore", "2: missing-test-value",
      ]
    )
  }

  @Test func onlyOneLineIsIgnored() {
    #expect(
      findings("// lint-features:ignore missing-test-value: It is a constant.\n\(key)\n\(key)") == [
        "3: missing-test-value"
      ]
    )
  }
}
