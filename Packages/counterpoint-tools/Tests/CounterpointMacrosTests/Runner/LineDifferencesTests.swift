import Testing

/// The lines that a failure shows.
@Suite struct LineDifferencesTests {
  @Test func equal() {
    #expect(lineDifferences(from: "a\nb", to: "a\nb") == "")
  }

  @Test func changedLine() {
    #expect(lineDifferences(from: "a\nb\nc", to: "a\nx\nc") == "  a\n- b\n+ x\n  c")
  }

  @Test func insertedAndRemovedLines() {
    #expect(lineDifferences(from: "a\nb", to: "x\na\nb\ny") == "+ x\n  a\n  b\n+ y")
    #expect(lineDifferences(from: "a\nb\na", to: "b") == "- a\n  b\n- a")
    #expect(lineDifferences(from: "a", to: "a\n") == "  a\n+ ")
  }

  @Test func missingText() {
    #expect(lineDifferences(from: nil, to: "a\nb") == "+ a\n+ b")
    #expect(lineDifferences(from: "a\nb", to: nil) == "- a\n- b")
  }

  @Test func distantLinesAreLeftOut() {
    let old = (1...20).map { "\($0)" }
    var new = old
    new[9] = "x"
    new.append("21")
    #expect(
      lineDifferences(from: old.joined(separator: "\n"), to: new.joined(separator: "\n"))
        == "  ⋯\n  7\n  8\n  9\n- 10\n+ x\n  11\n  12\n  13\n  ⋯\n  18\n  19\n  20\n+ 21"
    )
  }

  /// A space at the end of a line matters, because the expansion is compared character by character.
  @Test func spaces() {
    #expect(lineDifferences(from: "a ", to: "a") == "- a \n+ a")
  }
}
