import CaseKeyPaths
import Testing

private enum Erased: CasePathable {
  case any(Any), hashable(AnyHashable), sendable(any Sendable)

  struct AllCasePaths: Sendable {
    var any: AnyCasePath<Erased, Any> {
      AnyCasePath(embed: Erased.any, extract: { if case .any(let value) = $0 { value } else { nil } })
    }
    var hashable: AnyCasePath<Erased, AnyHashable> {
      AnyCasePath(embed: Erased.hashable, extract: { if case .hashable(let value) = $0 { value } else { nil } })
    }
    var sendable: AnyCasePath<Erased, any Sendable> {
      AnyCasePath(embed: Erased.sendable, extract: { if case .sendable(let value) = $0 { value } else { nil } })
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@Suite struct OptionalPayloadTests {
  @Test func chainsThrough() {
    let path: CaseKeyPath<Fixture, String> = \.maybe.text
    #expect(path("a") == .maybe(.text("a")))
    #expect(Fixture.maybe(.text("b"))[case: path] == "b")
    #expect(Fixture.maybe(.tap)[case: path] == nil)
    #expect(Fixture.maybe(nil)[case: path] == nil)
    #expect(Fixture.inner(.text("b"))[case: path] == nil)
    #expect(Fixture.maybe(.text("b"))[case: \.maybe.some.text] == "b")
  }

  @Test func someUnwraps() {
    let optional: CaseKeyPath<Fixture, Inner?> = \.maybe
    let unwrapped: CaseKeyPath<Fixture, Inner> = \.maybe.some
    #expect(optional(nil) == .maybe(nil))
    #expect(unwrapped(.tap) == .maybe(.tap))
    #expect(AnyCasePath(optional).extract(from: .maybe(nil)) == .some(nil))
    #expect(AnyCasePath(unwrapped).extract(from: .maybe(nil)) == nil)
  }

  @Test func nilIsStillTheCase() {
    #expect(Fixture.maybe(nil).is(\.maybe))
    #expect(Fixture.note(nil).is(\.note))
    #expect(!Fixture.maybe(nil).is(\.maybe.text))
    #expect(!Fixture.maybe(nil).is(\.note))
    switch Fixture.note(nil) {
    case \.maybe: Issue.record("matched another case")
    case \.note: break
    default: Issue.record("did not match")
    }
  }

  @Test func nilCanBeWritten() {
    var value = Fixture.note("a")
    value[case: \.note] = nil
    #expect(value == .note(nil))
    value[case: \.note] = "b"
    #expect(value == .note("b"))
    value = .empty
    value[case: \.note] = nil
    #expect(value == .empty)
  }

  /// Any value can be cast to these types, `nil` too.
  @Test func nilIsNoPayloadOfATypeForAllValues() {
    var value = Erased.any(1)
    value[case: \.any] = nil
    #expect(value[case: \.any] as? Int == 1)
    value = .hashable(2)
    value[case: \.hashable] = nil
    #expect(value[case: \.hashable] == AnyHashable(2))
    value = .sendable(3)
    value[case: \.sendable] = nil
    #expect(value[case: \.sendable] as? Int == 3)
  }

  @Test func modifyReachesTheOptional() {
    var value = Fixture.note(nil)
    value.modify(\.note) { $0 = "a" }
    #expect(value == .note("a"))
    var nested = Fixture.maybe(.text("a"))
    nested.modify(\.maybe.text) { $0 += "b" }
    #expect(nested == .maybe(.text("ab")))
  }
}
