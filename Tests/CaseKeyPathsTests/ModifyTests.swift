import CaseKeyPaths
import CounterpointTestSupport
import Testing

@Suite struct ModifyTests {
  @Test func editsThePayload() {
    var value = Fixture.inner(.text("a"))
    value.modify(\.inner.text) { $0 += "b" }
    #expect(value == .inner(.text("ab")))
    value.modify(\.inner) { $0 = .tap }
    #expect(value == .inner(.tap))
    var moved = Fixture.moved(x: 1, y: 2)
    moved.modify(\.moved) { $0.y += 1 }
    #expect(moved == .moved(x: 1, y: 3))
  }

  @Test func aWrongCaseReportsAndKeeps() {
    var value = Fixture.inner(.tap)
    let line: UInt = #line + 2
    let reported = issues {
      value.modify(\.inner.text) { _ in Issue.record("The edit must not run.") }
    }
    #expect(reported.map(\.line) == [line])
    #expect(reported.map(\.fileID) == [#fileID])
    let message = reported.first?.message ?? ""
    #expect(message.contains("'inner(CaseKeyPathsTests.Inner.tap)'"))
    #expect(message.contains("case key path 'CaseKeyPath<Fixture, String>'"))
    #expect(value == .inner(.tap))
  }

  @Test func optionalsEditTheWrappedEnum() {
    var value: Fixture? = .number(1)
    value?.modify(\.number) { $0 += 1 }
    value.modify(\.number) { $0 += 1 }
    value.modify(\.some.number) { $0 += 1 }
    #expect(value == .number(4))
    value.modify(\.some) { $0 = .empty }
    #expect(value == .empty)
    #expect(value.is(\.empty))
    #expect(value.is(\.some))
    #expect(!value.is(\.number))
    value = nil
    #expect(!value.is(\.empty))
    #expect(value.is(\.none))
  }

  @Test func anOptionalThatIsNilReports() {
    var value: Fixture?
    let line: UInt = #line + 2
    let reported = issues {
      value.modify(\.number) { _ in Issue.record("The edit must not run.") }
    }
    #expect(reported.map(\.line) == [line])
    #expect(
      reported.first?.message.contains("'nil' through the case key path 'CaseKeyPath<Optional<Fixture>, Int>'") == true
    )
    #expect(value == nil)
    value?.modify(\.number) { _ in Issue.record("The edit must not run.") }
  }
}
