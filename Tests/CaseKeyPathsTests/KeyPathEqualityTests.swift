import CaseKeyPaths
import Testing

@Suite struct KeyPathEqualityTests {
  @Test func pathsOfTwoFilesAreEqual() {
    let number: CaseKeyPath<Fixture, Int> = \.number
    let innerText: CaseKeyPath<Fixture, String> = \.inner.text
    let maybeText: CaseKeyPath<Fixture, String> = \.maybe.text
    let maybe: CaseKeyPath<Fixture, Inner> = \.maybe.some
    #expect(number == PathsFromAnotherFile.number)
    #expect(innerText == PathsFromAnotherFile.innerText)
    #expect(maybeText == PathsFromAnotherFile.maybeText)
    #expect(maybe == PathsFromAnotherFile.maybe)
    #expect(number.hashValue == PathsFromAnotherFile.number.hashValue)
    #expect(innerText.hashValue == PathsFromAnotherFile.innerText.hashValue)
    #expect(maybeText.hashValue == PathsFromAnotherFile.maybeText.hashValue)
    #expect(Set([innerText, PathsFromAnotherFile.innerText, maybeText]).count == 2)
  }

  @Test func anAppendedPathEqualsAWrittenOne() {
    let inner: CaseKeyPath<Fixture, Inner> = \.inner
    let appended = inner.appending(path: \Inner.Cases.text)
    #expect(appended == PathsFromAnotherFile.innerText)
    #expect(appended.hashValue == PathsFromAnotherFile.innerText.hashValue)
  }

  @Test func pathsToDifferentCasesDiffer() {
    #expect(\Fixture.Cases.inner.tap as PartialCaseKeyPath<Fixture> != \Fixture.Cases.inner.text)
    #expect(\Fixture.Cases.inner.text != \Fixture.Cases.maybe.text)
  }

  @Test func anOptionalPayloadsTwoPathsDiffer() {
    let optional: CaseKeyPath<Fixture, Inner?> = \.maybe
    let unwrapped: CaseKeyPath<Fixture, Inner> = \.maybe.some
    #expect(optional as PartialCaseKeyPath<Fixture> != unwrapped as PartialCaseKeyPath<Fixture>)
  }

  @Test func aCaseKeyPathHasThePropertyOfItsCase() {
    let inner: CaseKeyPath<Fixture, Inner> = \.inner
    let property: KeyPath<Fixture.AllCasePaths, AnyCasePath<Fixture, Inner>> = \.inner
    let propertyOfText: KeyPath<Fixture.AllCasePaths, AnyCasePath<Fixture, String>> = \.inner.text
    #expect(inner.property() == property)
    #expect(PathsFromAnotherFile.innerText.property() == propertyOfText)
    #expect(PathsFromAnotherFile.innerText.property()?.hashValue == propertyOfText.hashValue)
    #expect(inner.appending(path: \Inner.Cases.text).property() == propertyOfText)
  }

  @Test func thePathIntoAnOptionalPayloadHasAProperty() {
    let optional: CaseKeyPath<Fixture, Inner?> = \.maybe
    let unwrapped: KeyPath<Fixture.AllCasePaths, AnyCasePath<Fixture, Inner>> = \.maybe.some
    let text: KeyPath<Fixture.AllCasePaths, AnyCasePath<Fixture, String>> = \.maybe.text
    #expect(optional.property() == \Fixture.AllCasePaths.maybe)
    #expect(PathsFromAnotherFile.maybe.property() == unwrapped)
    #expect(PathsFromAnotherFile.maybeText.property() == text)
    #expect(text != \.inner.text)
    #expect((\Fixture.Cases.self as CaseKeyPath<Fixture, Fixture>).property() == nil)
  }
}
