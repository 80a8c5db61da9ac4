import Counterpoint
import Testing

// What the macros write has to compile beside each of these, without a warning: that is half of the test.

@CasePathable
@ObservableState
private enum Version: Equatable {
  case current(Int)
  @available(*, deprecated, message: "A test of availability.") case old(Int)
  @available(*, unavailable, message: "A test of availability.") case gone(Int)
  #if NEVER_DEFINED
  @available(*, deprecated) case never
  #endif
}

@CasePathable
private enum NoValues {
  case first(Never), second(Never)
}

@CasePathable
private enum Node: Equatable {
  struct Node: Equatable {}

  case node(Node, depth: Int)
  indirect case child(Self)
}

@CasePathable
private enum ByHand: Equatable {
  case number(Int), nothing

  struct AllCasePaths {
    var number: AnyCasePath<ByHand, Int> {
      AnyCasePath(embed: { .number($0 + 1) }, extract: { if case .number(let value) = $0 { value - 1 } else { nil } })
    }
  }
}

private struct Box<Value> {
  @CasePathable
  enum State {
    case full(Value), empty
  }
}

/// Cases that are on their way out, and enums that are unlike others.
@Suite struct CasePathableCaseAvailabilityTests {
  @Test func deprecatedCases() throws {
    let paths = Array(Version.allCasePaths)
    try #require(paths.count == 2)
    // No warning, because the case is not named here.
    let old = try #require(paths[1](7))
    #expect(old.case == paths[1])
    #expect(Version.allCasePaths[old] == paths[1])
    #expect(old[case: paths[1]] as? Int == 7)
    #expect(!old.is(\.current))
  }

  @Test func theDeprecatedPathItself() {
    #expect(Deprecated.paths() == Array(Version.allCasePaths)[1])
  }

  @Test func casesWithoutValues() {
    #expect(Array(NoValues.allCasePaths) == [\.first, \.second])
  }

  @Test func aTypeInsideWithTheSameName() {
    let node = Node.child(.node(Node.Node(), depth: 1))
    #expect(node[case: \.child.node]?.depth == 1)
    #expect((\Node.Cases.child)(node)[case: \.child] == node)
  }

  @Test func pathsByHand() {
    #expect((\ByHand.Cases.number)(1) == .number(2))
    #expect(ByHand.number(2)[case: \.number] == 1)
    #expect(ByHand.nothing[case: \.number] == nil)
  }

  @Test func insideAGenericType() {
    #expect(Box<Int>.State.full(1)[case: \.full] == 1)
    #expect(Box<String>.State.empty.is(\.empty))
    #expect(Array(Box<Int>.State.allCasePaths).count == 2)
  }
}

/// Calls what is deprecated through a protocol, of which the compiler does not warn.
private protocol HasPaths {
  static func paths() -> PartialCaseKeyPath<Version>
}

private enum Deprecated: HasPaths {
  static func paths() -> PartialCaseKeyPath<Version> { (Witness.self as any HasPaths.Type).paths() }

  private enum Witness: HasPaths {
    @available(*, deprecated)
    static func paths() -> PartialCaseKeyPath<Version> { \.old }
  }
}
