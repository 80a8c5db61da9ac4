import CounterpointTerminal
import Testing

@Suite struct FocusOrderTests {
  enum Field: Hashable { case name, password, button }
  let order = FocusOrder<Field>([.name, .password, .button])

  @Test func tabGoesForwardAroundTheEnd() {
    #expect(order.focus(after: .tab, from: .name) == .password)
    #expect(order.focus(after: .tab, from: .password) == .button)
    #expect(order.focus(after: .tab, from: .button) == .name)
  }

  @Test(arguments: [Key.backTab, Key.tab.with(.shift), Key.backTab.with(.shift)])
  func tabWithShiftGoesBackAroundTheStart(key: Key) {
    #expect(order.focus(after: key, from: .button) == .password)
    #expect(order.focus(after: key, from: .name) == .button)
  }

  @Test func withoutFocusItBeginsAtAnEnd() {
    #expect(order.focus(after: .tab, from: nil) == .name)
    #expect(order.focus(after: .backTab, from: nil) == .button)
  }

  @Test func aFieldThatIsGoneCountsAsNone() {
    let order = FocusOrder<Field>([.name, .button])
    #expect(order.focus(after: .tab, from: .password) == .name)
    #expect(order.focus(after: .backTab, from: .password) == .button)
  }

  @Test(arguments: [Key.enter, .escape, .down, "\t", Key.tab.with(.alt)])
  func otherKeysMeanNothing(key: Key) {
    #expect(order.focus(after: key, from: .name) == nil)
  }

  @Test func withoutFieldsThereIsNoFocus() {
    #expect(FocusOrder<Field>([]).focus(after: .tab, from: .name) == nil)
  }
}
