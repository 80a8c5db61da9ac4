import CounterpointHTML
import CounterpointTestSupport
import Testing

@Suite struct ChangesTests {
  private func rows(_ keys: String) -> [HTML] {
    html { Element(.ul) { for key in keys { Element(.li, key: "\(key)") { "\(key)" } } } }
  }

  @Test func equalPagesHaveNoChanges() {
    #expect(rows("abc").changes(to: rows("abc")).isEmpty)
  }

  @Test func textIsUpdatedInPlace() {
    let old = html { Element(.p) { "a" } }
    let new = html { Element(.p) { "b" } }
    #expect(old.changes(to: new) == [.text(at: [0, 0], "b")])
  }

  @Test func formsOfAnAccentAreDifferentTexts() {
    let old = html { Element(.p, .class("\u{E9}")) { "\u{E9}" } }
    let new = html { Element(.p, .class("e\u{301}")) { "e\u{301}" } }
    #expect(old.changes(to: new).count == 2)
    #expect(Array(old.applying(old.changes(to: new)).markup.utf8) == Array(new.markup.utf8))
  }

  /// The script sets texts without a parser, which would replace the character.
  @Test func changesShowTheNullCharacterAsMarkupDoes() {
    let old = html { Element(.p, .class("a")) { "a" } }
    let new = html { Element(.p, .class("\0")) { "\0" } }
    #expect(old.changes(to: new).json == "[[\"a\",[0],\"class\",\"\u{FFFD}\"],[\"t\",[0,0],\"\u{FFFD}\"]]")
    #expect(new.markup == "<p class=\"\u{FFFD}\">\u{FFFD}</p>")
  }

  @Test func attributesAreAddedChangedAndRemoved() {
    let old = html { Element(.progress, .id("a"), .value("1")) }
    let new = html { Element(.progress, .value("2"), .hidden()) }
    #expect(
      old.changes(to: new) == [
        .attribute(at: [0], name: "value", value: "2"), .attribute(at: [0], name: "hidden", value: ""),
        .noAttribute(at: [0], name: "id"),
      ]
    )
  }

  @Test func differentElementIsReplaced() {
    let new = html { Element(.h2) { "a" } }
    #expect(html { Element(.h1) { "a" } }.changes(to: new) == [.replace(at: [0], new[0])])
  }

  @Test func insertionLeavesSiblingsUnchanged() {
    func page(_ isOpen: Bool) -> [HTML] {
      html {
        Element(.h1) { "a" }
        if isOpen { Element(.dialog) { "?" } }
        Element(.p) { "b" }
      }
    }
    #expect(page(false).changes(to: page(true)) == [.insert(at: [1], page(true)[1])])
    #expect(page(true).changes(to: page(false)) == [.remove(at: [1])])
  }

  @Test(
    arguments: [
      ("abc", "bc", [HTMLChange.remove(at: [0, 0])]),
      ("abc", "cab", [.move(at: [0, 2], to: 0)]),
      ("abcd", "d", [.remove(at: [0, 2]), .remove(at: [0, 1]), .remove(at: [0, 0])]),
      ("", "a", [.insert(at: [0, 0], .element(Element(.li, key: "a") { "a" }))]),
    ]
  )
  func rowsAreMatchedByKey(old: String, new: String, changes: [HTMLChange]) {
    #expect(rows(old).changes(to: rows(new)) == changes)
  }

  @Test func unescapedMarkupIsReplacedAsAWhole() {
    let old = html { Element(.p, unescaped: "<b>1</b>") }
    let new = html { Element(.p, unescaped: "<b>2</b>") }
    #expect(old.changes(to: new) == [.replace(at: [0], new[0])])
  }

  @Test func changesAreOneLineOfJSON() {
    let changes: [HTMLChange] = [
      .text(at: [0, 1], "\"\\\n\u{1}"), .attribute(at: [2], name: "a", value: "b"), .noAttribute(at: [2], name: "c"),
      .replace(at: [3], "<"), .insert(at: [4], .element(Element(.br))), .remove(at: []), .move(at: [1, 2], to: 3),
    ]
    #expect(
      changes.json
        == #"[["t",[0,1],"\"\\\u000a\u0001"],["a",[2],"a","b"],["d",[2],"c"],["r",[3],"&lt;"],["i",[4],"<br>"],["x",[]],"#
        + #"["m",[1,2,3]]]"#
    )
  }

  @Test(
    arguments: [
      HTMLChange.text(at: [1], "b"), .text(at: [0], "b"), .attribute(at: [0, 0], name: "a", value: "b"),
      .noAttribute(at: [2], name: "a"), .replace(at: [0, 0, 0], "b"), .insert(at: [2], "b"), .remove(at: [0, 1]),
      .move(at: [0, 0], to: 1), .move(at: [0, 1], to: 0),
    ]
  )
  func changeThatDoesNotFitLeavesThePage(change: HTMLChange) {
    let page = html { Element(.p) { "a" } }
    #expect(page.applyingIfFitting([change]) == nil)
    #expect(page.applyingIfFitting([.insert(at: [1], "b"), .text(at: [0, 0], "c")])?.text == "cb")
  }

  @Test(arguments: 0..<200)
  func changesTurnAnyPageIntoAnyOther(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = randomNodes(depth: 3, &random)
    let new = randomNodes(depth: 3, &random)
    #expect(old.applying(old.changes(to: new)).markup == new.applying([]).markup)
    let moved = shuffled(old, &random)
    #expect(old.applying(old.changes(to: moved)).markup == moved.applying([]).markup)
  }
}

/// Nodes of few kinds, so that many of them match. Attributes have a fixed order, as on a real page.
private func randomNodes(depth: Int, _ random: inout SeededGenerator) -> [HTML] {
  guard depth > 0 else { return [] }
  let keys = ["a", "b", "c", "d", "e", "f"].shuffled(using: &random)
  return (0..<Int.random(in: 0...6, using: &random)).map { index in
    if Int.random(in: 0..<4, using: &random) == 0 { return .text(["x", "y"].randomElement(using: &random) ?? "") }
    let key = Bool.random(using: &random) ? keys[index] : nil
    let children = randomNodes(depth: depth - 1, &random)
    let isHidden = Bool.random(using: &random)
    return .element(
      Bool.random(using: &random)
        ? Element(.section, .hidden(isHidden), key: key) { children }
        : Element(.div, .hidden(isHidden), key: key) { children }
    )
  }
}

private func shuffled(_ nodes: [HTML], _ random: inout SeededGenerator) -> [HTML] {
  nodes.shuffled(using: &random)
}
