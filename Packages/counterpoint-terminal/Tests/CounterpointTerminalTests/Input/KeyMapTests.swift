import CounterpointTerminal
import Testing

@Suite struct KeyMapTests {
  private enum Command: Equatable { case add, remove, quit, help }

  private func keys(canRemove: Bool = true) -> KeyMap<Command> {
    [
      KeyBinding("a", .insert, title: "Add", help: "add a row", action: .add),
      KeyBinding("d", .delete, title: "Remove", isEnabled: canRemove, action: .remove),
      KeyBinding(.control("q"), title: "Quit", visibility: .help, action: .quit),
      KeyBinding("q", title: "", visibility: .hidden, action: .quit),
      KeyBinding("?", title: "Help", visibility: .pinned, action: .help),
    ]
  }

  @Test func eachKeyHasTheActionOfItsBinding() {
    #expect(keys().action(for: .key("a")) == .add)
    #expect(keys().action(for: .key(.insert)) == .add)
    #expect(keys().action(for: .key("q")) == .quit)
    #expect(keys().action(for: .key("x")) == nil)
    #expect(keys().action(for: .key(Key.insert.with(.shift))) == nil)
    #expect(keys().action(for: .paste("a")) == nil)
  }

  @Test func disabledBindingsHaveNoEffect() {
    #expect(keys(canRemove: false).action(for: .key("d")) == nil)
    #expect(HelpBar(keys(canRemove: false)).line(width: 60).plainText == "[a] Add      Remove  [?] Help")
  }

  @Test func theHelpBarIsGenerated() {
    #expect(HelpBar(keys()).line(width: 60).plainText == "[a] Add  [d] Remove  [?] Help")
    #expect(HelpBar(keys()).line(width: 20).plainText == "[a] Add  [?] Help")
    #expect(HelpBar(keys()).lines(width: 18).map(\.plainText) == ["[a] Add", "[d] Remove", "[?] Help"])
    #expect(HelpBar(keys()).lines(width: 19).map(\.plainText) == ["[a] Add  [d] Remove", "[?] Help"])
    #expect(HelpBar(keys()).lines(width: 3).map(\.plainText) == ["[a] Add", "[d] Remove", "[?] Help"])
  }

  @Test func theHelpTextNamesAllKeys() {
    #expect(
      keys().helpText.plainText == """
        a ins   add a row
        d del   Remove
        ctrl-q  Quit
        ?       Help
        """
    )
  }

  @Test func mappedKeysKeepTheirHelp() {
    let mapped = keys(canRemove: false).map { "\($0)" }
    #expect(mapped.action(for: .key("a")) == "add")
    #expect(mapped.action(for: .key("d")) == nil)
    #expect(mapped.helpText == keys(canRemove: false).helpText)
  }

  @Test func theFirstOfTwoBindingsWinsAndTheOtherIsFound() {
    let both = keys() + [KeyBinding("a", "b", title: "Again", action: .quit)]
    #expect(both.action(for: .key("a")) == .add)
    #expect(both.action(for: .key("b")) == .quit)
    #expect(both.conflictingKeys == ["a"])
    #expect(keys().conflictingKeys == [])
    let other = KeyMap([KeyBinding("d", title: "Done", action: Command.quit)])
    #expect((keys(canRemove: false) + other).conflictingKeys == [])
    #expect((keys(canRemove: false) + other).action(for: .key("d")) == .quit)
  }

  @Test func theKeysOfWidgetsHaveNoConflicts() {
    #expect(TextField.keys.conflictingKeys == [])
    #expect(TextArea.keys.conflictingKeys == [])
    #expect(ScrollingList.keys.conflictingKeys == [])
    #expect(Viewport.keys.conflictingKeys == [])
    #expect(TreeList<Int>.keys.conflictingKeys == [])
  }

  @Test(
    arguments: [
      (.up, "↑"), (.control("x"), "ctrl-x"), (Key.left.with([.alt, .shift]), "alt-shift-←"), (.backTab, "shift-tab"),
      (" ", "space"), (.escape, "esc"), (.function(5), "f5"), (.pageDown, "pgdn"), ("é", "é"),
    ] as [(Key, String)]
  )
  func labels(key: Key, label: String) {
    #expect(key.label == label)
  }
}
