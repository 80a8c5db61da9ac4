import CounterpointTerminal
import Testing

@Suite struct FocusOrderTests {
  enum Field: Hashable { case name, password, button }
  let order = FocusOrder<Field>([.name, .password, .button])

  @Test func tabContinuesAtTheStart() {
    #expect(order.handle(.key(.tab), focused: .name) == .focus(.password))
    #expect(order.handle(.key(.tab), focused: .password) == .focus(.button))
    #expect(order.handle(.key(.tab), focused: .button) == .focus(.name))
  }

  @Test(arguments: [Key.backTab, Key.tab.with(.shift), Key.backTab.with(.shift)])
  func shiftTabContinuesAtTheEnd(key: Key) {
    #expect(order.handle(.key(key), focused: .button) == .focus(.password))
    #expect(order.handle(.key(key), focused: .name) == .focus(.button))
  }

  @Test func withoutFocusTheOrderBeginsAtAnEnd() {
    #expect(order.handle(.key(.tab), focused: nil) == .focus(.name))
    #expect(order.handle(.key(.backTab), focused: nil) == .focus(.button))
  }

  @Test func removedFieldsAreTreatedAsNoFocus() {
    let order = FocusOrder<Field>([.name, .button])
    #expect(order.handle(.key(.tab), focused: .password) == .focus(.name))
    #expect(order.handle(.key(.backTab), focused: .password) == .focus(.button))
  }

  @Test(arguments: [Key.enter, .escape, .down, "\t", Key.tab.with(.alt)])
  func otherKeysAreIgnored(key: Key) {
    #expect(order.handle(.key(key), focused: .name) == nil)
  }

  @Test func withoutFieldsThereIsNoFocus() {
    #expect(FocusOrder<Field>([]).handle(.key(.tab), focused: .name) == nil)
  }
}
