import CaseKeyPaths
import Testing

@Suite struct AccessTests {
  @Test func roundTripsEachShapeOfPayload() {
    #expect((\Fixture.Cases.empty)() == Fixture.empty)
    #expect(Fixture.empty[case: \.empty] != nil)
    #expect((\Fixture.Cases.number)(1) == Fixture.number(1))
    #expect(Fixture.number(1)[case: \.number] == 1)
    #expect((\Fixture.Cases.moved)((x: 1, y: 2)) == Fixture.moved(x: 1, y: 2))
    #expect(Fixture.moved(x: 1, y: 2)[case: \.moved]?.y == 2)
    #expect((\Fixture.Cases.note)("a") == Fixture.note("a"))
    #expect(Fixture.note("a")[case: \.note] == "a")
    #expect((\Fixture.Cases.inner.text)("a") == Fixture.inner(.text("a")))
    #expect(Fixture.inner(.text("a"))[case: \.inner.text] == "a")
  }

  @Test func knowsThePayloadWhereNothingAsksForIt() {
    guard let number = Fixture.number(1)[case: \.number] else {
      Issue.record("The case is the right one.")
      return
    }
    // Doesn't compile if the payload type is inferred as `Any`.
    #expect(number + 1 == 2)
  }

  @Test func writesOnlyInTheSameCase() {
    var value = Fixture.number(1)
    value[case: \.number] = 2
    #expect(value == .number(2))
    value[case: \.note] = "a"
    value[case: \.inner.text] = "a"
    value[case: \.inner] = .tap
    #expect(value == .number(2))
    value = .inner(.text("a"))
    value[case: \.inner.text] = "b"
    #expect(value == .inner(.text("b")))
    value[case: \.inner] = .tap
    #expect(value == .inner(.tap))
  }

  @Test func assigningNilLeavesTheValue() {
    var value = Fixture.number(1)
    value[case: \.number] = nil
    #expect(value == .number(1))
  }

  @Test func editsInTheSameCaseOnly() {
    var value = Fixture.number(1)
    value[case: \.number]? += 1
    value[case: \.moved]?.x += 1
    #expect(value == .number(2))
    value = .inner(.text("a"))
    value[case: \.inner]?[case: \.text]?.append("b")
    value[case: \.inner.text]?.append("c")
    #expect(value == .inner(.text("abc")))
  }

  @Test func aMutationThatThrowsKeepsItsChanges() {
    struct Failure: Error {}
    func fail(_ number: inout Int) throws {
      number += 1
      throw Failure()
    }
    func edit(_ value: inout Fixture) throws {
      try fail(&value[case: \.number]!)
    }
    var value = Fixture.number(1)
    #expect(throws: Failure.self) { try edit(&value) }
    #expect(value == .number(2))
    #expect(throws: Failure.self) { try value.modify(\.number, fail) }
    #expect(value == .number(3))
  }

  @Test func takingAPayloadAwayIsAdvisedAgainst() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var value = Fixture.number(1)
        _ = value[case: \.number].take()
      }
    )
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("assign the enum another case"))
  }

  @Test func partialPathsReadAndEmbed() throws {
    let number: PartialCaseKeyPath<Fixture> = \.number
    #expect(Fixture.number(1)[case: number] as? Int == 1)
    #expect(Fixture.empty[case: number] == nil)
    #expect(number(2 as Any) == Fixture.number(2))
    let mismatch: Fixture? = number("two" as Any)
    #expect(mismatch == nil)
    let empty: PartialCaseKeyPath<Fixture> = \.empty
    #expect(empty(() as Any) == Fixture.empty)
    let text: PartialCaseKeyPath<Fixture> = \.inner.text
    #expect(text("a" as Any) == Fixture.inner(.text("a")))
    let itself: PartialCaseKeyPath<Fixture> = \.self
    #expect(itself(Fixture.empty as Any) == Fixture.empty)
    #expect(Fixture.empty[case: itself] as? Fixture == .empty)
  }

  @Test func partialPathsWrapIntoOptionalPayloads() {
    let note: PartialCaseKeyPath<Fixture> = \.note
    #expect(note("a" as Any) == Fixture.note("a"))
    #expect(note(String?.none as Any) == Fixture.note(nil))
    let mismatch: Fixture? = note(1 as Any)
    #expect(mismatch == nil)
    // `nil` is a payload here, so the result is not `nil`.
    #expect(Fixture.note(nil)[case: note] != nil)
    #expect(Fixture.empty[case: note] == nil)
  }

  @Test func matchesInASwitch() {
    func name(_ value: Fixture) -> String {
      switch value {
      case \.inner.tap: "tap"
      case \.inner: "inner"
      case \.maybe.text: "text"
      case \.empty: "empty"
      default: "other"
      }
    }
    #expect(name(.inner(.tap)) == "tap")
    #expect(name(.inner(.text("a"))) == "inner")
    #expect(name(.maybe(.text("a"))) == "text")
    #expect(name(.maybe(.tap)) == "other")
    #expect(name(.empty) == "empty")
  }

  @Test func readsAndWritesByName() {
    var value = Fixture.number(1)
    #expect(value.number == 1)
    #expect(value.note == nil)
    #expect(value.inner?.is(\.tap) == nil)
    value.number = 2
    #expect(value == .number(2))
    value.inner = .tap
    #expect(value == .number(2))
    let read: KeyPath<Fixture, Int?> = \.number
    #expect(value[keyPath: read] == 2)
  }
}
