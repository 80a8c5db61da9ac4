import Counterpoint
import Testing

// Enums that have their case paths from the macro, at file scope: an extension macro can't be used inside a function.

@CasePathable
@dynamicMemberLookup
enum Shape: Equatable, Sendable {
  case empty, number(Int), edit(id: Int)
  case moved(x: Int, _ z: Int = 0, y: Int = 0)
  case note(String?)
  case child(ChildAction), maybe(ChildAction?)
  indirect case again(Self)
}

@CasePathable
enum ChildAction: Equatable, Sendable {
  case tap
  case grandchild(GrandchildAction)
}

@CasePathable
enum GrandchildAction: Equatable, Sendable {
  case text(String)
}

@CasePathable
enum Functions {
  case run(@Sendable (Int) -> Int), fail(any Error), forced(String!)
}

@CasePathable
enum Loading<Value: Equatable>: Equatable {
  case idle
  case loaded(Value)
  case failed(code: Int, text: String)
  case never(Never, Value)
}

extension Loading {
  @CasePathable
  enum Step: Equatable { case value(Value), count(Int) }
}

@Suite struct CasePathableTests {
  static let shapes: [Shape] = [
    .empty, .number(1), .edit(id: 2), .moved(x: 1, 2, y: 3), .note(nil), .note("a"), .child(.tap),
    .child(.grandchild(.text("b"))), .maybe(nil), .maybe(.tap), .again(.empty),
  ]

  @Test func eachPayloadGoesInAndOut() {
    #expect((\Shape.Cases.empty)() == .empty)
    #expect((\Shape.Cases.number)(7) == .number(7))
    #expect((\Shape.Cases.edit)(7) == .edit(id: 7))
    #expect((\Shape.Cases.moved)((x: 1, 2, y: 3)) == .moved(x: 1, 2, y: 3))
    #expect((\Shape.Cases.again)(.number(1)) == .again(.number(1)))

    #expect(Shape.empty[case: \.empty] != nil)
    #expect(Shape.number(7)[case: \.number] == 7)
    #expect(Shape.edit(id: 7)[case: \.edit] == 7)
    #expect(Shape.moved(x: 1, 2, y: 3)[case: \.moved].map { [$0.x, $0.1, $0.y] } == [1, 2, 3])
    #expect(Shape.note(nil)[case: \.note] == .some(nil))
    #expect(Shape.again(.number(1))[case: \.again.number] == 1)
    #expect(Shape.child(.grandchild(.text("b")))[case: \.child.grandchild.text] == "b")
    #expect(Shape.number(7)[case: \.edit] == nil)
  }

  @Test(arguments: shapes)
  func everyCaseMatchesItselfAlone(shape: Shape) {
    #expect(Shape.allCasePaths.filter { shape.is($0) } == [shape.case])
    #expect(shape[case: shape.case].flatMap { shape.case($0) } == shape)
  }

  @Test func iteratesInTheOrderOfDeclaration() {
    #expect(Array(Shape.allCasePaths) == [\.empty, \.number, \.edit, \.moved, \.note, \.child, \.maybe, \.again])
  }

  @Test func reflects() {
    #expect(Shape.allCasePaths[.note(nil)] == \.note)
    #expect(Shape.maybe(nil).case == \.maybe)
  }

  @Test func functionsAndExistentials() {
    let double = (\Functions.Cases.run)({ $0 * 2 })
    #expect(double[case: \.run]?(4) == 8)
    let failure = (\Functions.Cases.fail)(CancellationError())
    #expect(failure[case: \.fail] is CancellationError)
    #expect((\Functions.Cases.forced)(nil).is(\.forced))
  }

  @Test func switchesOverNestedCases() {
    func name(_ action: Shape) -> String {
      switch action {
      case \.child.tap: "tap"
      case \.child.grandchild.text: "text"
      case \.maybe.tap: "maybe tap"
      default: "another"
      }
    }
    #expect(name(.child(.tap)) == "tap")
    #expect(name(.child(.grandchild(.text("")))) == "text")
    #expect(name(.maybe(.tap)) == "maybe tap")
    #expect(name(.maybe(nil)) == "another")
  }

  @Test func editsInPlace() {
    var shape = Shape.moved(x: 1, y: 2)
    shape.modify(\.moved) { $0.x += 10 }
    #expect(shape == .moved(x: 11, y: 2))
    shape[case: \.moved]?.y = 5
    #expect(shape.moved?.y == 5)
  }

  @Test func casesOfGenericEnums() {
    #expect((\Loading<Int>.Cases.loaded)(1) == .loaded(1))
    #expect((\Loading<Int>.Cases.failed)((code: 1, text: "a")) == .failed(code: 1, text: "a"))
    #expect(Loading.loaded("a")[case: \.loaded] == "a")
    #expect(Loading<Int>.idle[case: \.loaded] == nil)
    #expect(Loading<Int>.idle[case: \.never] == nil)
    #expect((\Loading<String>.Step.Cases.value)("a") == .value("a"))
    #expect(Loading<String>.Step.count(2)[case: \.count] == 2)
    #expect(Loading<Int>.allCasePaths.map { $0 }.count == 4)
  }

  @Test func pathsOfTwoFilesAreEqual() {
    let tap: CaseKeyPath<Shape, Void> = \.child.tap
    let text: CaseKeyPath<Shape, String> = \.child.grandchild.text
    #expect(tap == MacroPathsFromAnotherFile.tap)
    #expect(tap.hashValue == MacroPathsFromAnotherFile.tap.hashValue)
    #expect(text == MacroPathsFromAnotherFile.text)
    #expect(text.hashValue == MacroPathsFromAnotherFile.text.hashValue)
    #expect(Set([text, MacroPathsFromAnotherFile.text]).count == 1)
    #expect(tap as PartialCaseKeyPath<Shape> != text)
  }
}
