import CaseKeyPaths
import Testing

@Suite struct ReflectionTests {
  @Test func iteratesInTheOrderOfDeclaration() {
    #expect(Array(Fixture.allCasePaths) == [\.empty, \.number, \.moved, \.note, \.inner, \.maybe])
    #expect(Array(Int?.allCasePaths) == [\.none, \.some])
    #expect(Array(Result<Int, any Error>.allCasePaths) == [\.success, \.failure])
    #expect(Array(Never.allCasePaths) == [])
  }

  @Test func returnsTheCase() {
    #expect(Fixture.allCasePaths[.number(1)] == \.number)
    #expect(Fixture.maybe(nil).case == \.maybe)
    #expect(Fixture.empty.case == \.empty)
    #expect(Fixture.empty.case != Fixture.number(1).case)
    #expect(Int?.none.case == \.none)
    #expect((1 as Int?).case == \.some)
    #expect(Result<Int, any Error>.success(1).case == \.success)
    #expect(Result<Int, CancellationError>.failure(CancellationError()).case == \.failure)
  }

  @Test func theCaseOfAValueMatchesItAlone() {
    let values: [Fixture] = [.empty, .number(1), .moved(x: 1, y: 2), .note(nil), .inner(.tap), .maybe(nil)]
    for value in values {
      #expect(Fixture.allCasePaths.filter { value.is($0) } == [value.case])
      #expect(value[case: value.case].flatMap { value.case($0) } == value)
    }
  }

  @Test func optionalsHaveCases() {
    var value: Int? = 1
    #expect(value.is(\.some))
    #expect(!value.is(\.none))
    #expect(value[case: \.some] == 1)
    value.modify(\.some) { $0 += 1 }
    #expect(value == 2)
    #expect((\Int?.Cases.none)() == Int?.none)
    #expect((\Int?.Cases.some)(3) == Int?.some(3))
    value = nil
    #expect(value[case: \.none] != nil)
  }

  @Test func resultsHaveCases() {
    var value = Result<Int, CancellationError>.success(1)
    #expect(value.is(\.success))
    #expect(value[case: \.success] == 1)
    #expect(value[case: \.failure] == nil)
    value[case: \.success]? += 1
    value.modify(\.success) { $0 += 1 }
    #expect(value[case: \.success] == 3)
    value = (\Result<Int, CancellationError>.Cases.failure)(CancellationError())
    #expect(value.is(\.failure))
  }
}
