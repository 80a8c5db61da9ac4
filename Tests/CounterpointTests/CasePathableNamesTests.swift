import Testing

public import Counterpoint

// What the macro writes has to compile beside each of these: that is half of the test.

@CasePathable
enum Conditional: Equatable {
  case first
  #if DEBUG
  case debug(Int)
  #if os(Linux)
  case linux
  #elseif os(Windows)
  case windows
  #else
  case elsewhere
  #endif
  #else
  case release
  #endif
  #if NEVER_DEFINED
  case never(NoSuchType)
  #endif
  case last
}

@CasePathable
enum Change<Element, Root: Equatable & Sendable> where Element: Sendable {
  case inserted(Element), swapped(Element, with: Element?), list([Element]), root(Root)
  indirect case both(Self, Change<Element, Root>)
}

extension Change: Equatable where Element: Equatable {}

struct Iterator: Equatable {}

@CasePathable
enum Words: Equatable {
  case embed, extract(Int), value(root: Int, cases: Int)
  case `default`, `in`(Int), iterator(Iterator), first, filter(Int), count, lazy
  case labelled(in: Int, self: Int, value0: Int)
}

@CasePathable
enum Root: Equatable {
  case again(Int)
}

@CasePathable
enum Nothing: Sendable {}

/// A public enum gets public paths.
@CasePathable
public enum PublicAction: Sendable {
  /// Starts again.
  case reset
}

@CasePathable
private enum PrivateAction {
  case reset(Payload)
  struct Payload {}
}

extension CasePathableNamesTests {
  @CasePathable
  enum Nested<Value> {
    case value(Value)
    @CasePathable
    enum Inner {
      case tap
    }
  }

  @CasePathable
  fileprivate enum Hidden {
    case tap
  }

  @available(macOS 99, *)
  @CasePathable
  enum Future {
    case tap
  }

  #if os(Linux)
  @available(*, deprecated, message: "A test of availability.")
  #endif
  @CasePathable
  enum Past {
    case tap, text(String)
  }

  @CasePathable
  @MainActor
  enum OnTheMainActor {
    case tap, text(String)
  }
}

@CasePathable
enum AlreadyPathable: CasePathable {
  case tap
}

@CasePathable
enum AlreadyIterable: Counterpoint.CasePathIterable, Equatable {
  case tap
}

@CasePathable
enum PathableElsewhere {
  case tap
}

extension PathableElsewhere: CaseKeyPaths.CasePathable {}

/// The macro says `Swift.Sequence`, so that this type does no harm.
private struct Sequence {}

@Suite struct CasePathableNamesTests {
  @Test func conditionsHold() {
    #if DEBUG && os(Linux)
    #expect(Array(Conditional.allCasePaths) == [\.first, \.debug, \.linux, \.last])
    #expect(Conditional.debug(3)[case: \.debug] == 3)
    #expect(Conditional.linux.case == \.linux)
    #elseif !DEBUG
    #expect(Array(Conditional.allCasePaths) == [\.first, \.release, \.last])
    #endif
    #expect(Conditional.last.is(\.last))
  }

  @Test func genericsAndNamesThatSequencesTake() {
    typealias Text = Change<String, Int>
    #expect(Text.inserted("a")[case: \.inserted] == "a")
    #expect((\Text.Cases.swapped)(("a", with: nil)) == .swapped("a", with: nil))
    #expect(Text.root(3)[case: \.root] == 3)
    #expect(Text.both(.root(1), .root(2))[case: \.both]?.1 == .root(2))
    #expect(Array(Text.allCasePaths) == [\.inserted, \.swapped, \.list, \.root, \.both])
    #expect(Root.again(1)[case: \.again] == 1)
    #expect(CasePathableNamesTests.Nested<Int>.value(1)[case: \.value] == 1)
    #expect(CasePathableNamesTests.Nested<Int>.Inner.tap.case == \.tap)
  }

  @Test func wordsOfTheMacroAndOfTheLanguage() {
    #expect(Words.embed.is(\.embed))
    #expect(Words.extract(1)[case: \.extract] == 1)
    #expect(Words.value(root: 1, cases: 2)[case: \.value].map { [$0.root, $0.cases] } == [1, 2])
    #expect(Words.default.case == \.default)
    #expect(Words.in(1)[case: \.in] == 1)
    #expect(Words.iterator(Iterator())[case: \.iterator] == Iterator())
    #expect((\Words.Cases.labelled)((in: 1, self: 2, value0: 3)) == .labelled(in: 1, self: 2, value0: 3))
    #expect(Words.labelled(in: 1, self: 2, value0: 3)[case: \.labelled]?.value0 == 3)
    for word in [Words.first, .filter(1), .count, .lazy] {
      #expect(Words.allCasePaths.filter { word.is($0) } == [word.case])
    }
  }

  @Test func everyDeclaration() {
    #expect(Array(Nothing.allCasePaths) == [])
    #expect(PublicAction.reset.is(\.reset))
    #expect(PrivateAction.reset(.init()).is(\.reset))
    #expect(Hidden.tap.is(\.tap))
    #expect(AlreadyPathable.tap.case == \.tap)
    #expect(Array(AlreadyIterable.allCasePaths) == [\.tap])
    #expect(PathableElsewhere.tap.case == \.tap)
  }
}
