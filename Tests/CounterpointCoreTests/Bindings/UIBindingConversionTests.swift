import CounterpointCore
import CounterpointTestSupport
import Testing

/// Bindings of optionals, values and Booleans, made of one another.
@Suite struct UIBindingConversionTests {
  @Test func anOptionalIsUnwrapped() throws {
    @UIBinding var name: String? = "Bach"
    let unwrapped = try #require(UIBinding($name))
    unwrapped.wrappedValue = "Bax"
    #expect(name == "Bax")
    #expect(unwrapped.wrappedValue == "Bax")
    name = nil
    #expect(unwrapped.wrappedValue == "Bax")
    unwrapped.wrappedValue = "late"
    #expect(name == nil)
    #expect(UIBinding<String>($name) == nil)
  }

  @Test func aValueBecomesAnOptional() {
    @UIBinding var name = "Bach"
    let optional = UIBinding<String?>($name)
    #expect(optional.wrappedValue == "Bach")
    optional.wrappedValue = nil
    #expect(name == "Bach")
    optional.wrappedValue = "Bax"
    #expect(name == "Bax")
  }

  @Test func anOptionalBecomesItsPresence() {
    @UIBinding var name: String? = "Bach"
    let isPresent = UIBinding<Bool>($name)
    #expect(isPresent.wrappedValue)
    #expect(issues { isPresent.wrappedValue = true }.isEmpty)
    #expect(name == "Bach")
    isPresent.wrappedValue = false
    #expect(name == nil)
    #expect(!isPresent.wrappedValue)
  }

  @Test func trueIsNoValue() throws {
    @UIBinding var name: String?
    let line: UInt = #line + 1
    let isPresent = UIBinding<Bool>($name)
    let issue = try #require(issues { isPresent.wrappedValue = true }.first)
    #expect(issue.line == line)
    #expect(issue.fileID == #fileID)
    #expect(issue.message.contains("String"))
    #expect(name == nil)
  }

  @Test func conversionsHaveIdentifiersOfTheirOwn() {
    @UIBinding var name: String? = "Bach"
    let identifiers = [
      UIBindingIdentifier($name), UIBindingIdentifier(UIBinding<Bool>($name)),
      UIBindingIdentifier(UIBinding<String>($name)!),
    ]
    #expect(Set(identifiers).count == 3)
    #expect(UIBindingIdentifier(UIBinding<Bool>($name)) == UIBindingIdentifier(UIBinding<Bool>($name)))
  }
}
