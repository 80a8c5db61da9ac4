import CaseKeyPaths
import Testing

@Suite struct CaseKeyPathTests {
  enum Child: CasePathable, Equatable {
    case tap
    case text(String)

    struct AllCasePaths: Sendable {
      var tap: AnyCasePath<Child, Void> {
        AnyCasePath(embed: { .tap }, extract: { if case .tap = $0 { () } else { nil } })
      }
      var text: AnyCasePath<Child, String> {
        AnyCasePath(embed: Child.text, extract: { if case .text(let text) = $0 { text } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Parent: CasePathable, Equatable {
    case child(Child)
    case moved(x: Int, y: Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Parent, Child> {
        AnyCasePath(embed: Parent.child, extract: { if case .child(let child) = $0 { child } else { nil } })
      }
      var moved: AnyCasePath<Parent, (x: Int, y: Int)> {
        AnyCasePath(
          embed: { .moved(x: $0.x, y: $0.y) },
          extract: { if case .moved(let x, let y) = $0 { (x, y) } else { nil } }
        )
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func embedsAndExtracts() {
    let path = AnyCasePath<Parent, Child>(\.child)
    #expect(path.embed(.tap) == .child(.tap))
    #expect(path.extract(from: .child(.text("a"))) == .text("a"))
    #expect(path.extract(from: .moved(x: 1, y: 2)) == nil)
    let moved = AnyCasePath<Parent, (x: Int, y: Int)>(\.moved)
    #expect(moved.embed((x: 1, y: 2)) == .moved(x: 1, y: 2))
    #expect(moved.extract(from: .moved(x: 1, y: 2))?.y == 2)
  }

  @Test func aConstructorServesForPayloadsWithoutValues() {
    let path = AnyCasePath<Parent, Child>(
      constructor: { Parent.child },
      extract: { if case .child(let child) = $0 { child } else { nil } }
    )
    #expect(path.embed(.tap) == .child(.tap))
    #expect(path.extract(from: .child(.tap)) == .tap)
    // The compiler would warn about `embed: { .some($0) }`.
    let never = AnyCasePath<Never?, Never>(constructor: { Never?.some }, extract: { $0 })
    #expect(never.extract(from: nil) == nil)
  }

  @Test func chains() {
    let path: CaseKeyPath<Parent, String> = \.child.text
    #expect(AnyCasePath(path).embed("a") == .child(.text("a")))
    #expect(AnyCasePath(path).extract(from: .child(.text("b"))) == "b")
    #expect(AnyCasePath(path).extract(from: .child(.tap)) == nil)
    #expect(AnyCasePath<Parent, Child>(\.child).text.embed("c") == .child(.text("c")))
  }

  @Test func pathsFromDifferentSourceLocationsAreEqual() {
    let here: CaseKeyPath<Parent, String> = \.child.text
    let base: CaseKeyPath<Parent, Child> = \.child
    let there = base.appending(path: \Child.Cases.text)
    #expect(here == there)
    #expect(here.hashValue == there.hashValue)
    #expect(here != \Parent.Cases.child.tap)
  }

  @Test func callsEmbed() {
    let parent: Parent = (\Parent.Cases.child)(.tap)
    #expect(parent == .child(.tap))
    let child: Child = (\Child.Cases.tap)()
    #expect(child == .tap)
  }

  @Test func readsAndMatches() {
    let parent = Parent.child(.text("a"))
    #expect(parent[case: \.child] == .text("a"))
    #expect(parent[case: \.child.text] == "a")
    #expect(parent[case: \.child.tap] == nil)
    #expect(parent.is(\.child))
    #expect(parent.is(\.child.text))
    #expect(!parent.is(\.moved))
    #expect(!parent.is(\.child.tap))
    switch parent {
    case \.child.tap: Issue.record("matched another case")
    case \.child.text: break
    default: Issue.record("did not match")
    }
  }

  @Test func identity() {
    #expect(AnyCasePath<Int, Int>().embed(1) == 1)
    #expect(AnyCasePath<Int, Int>().extract(from: 1) == 1)
    let path: CaseKeyPath<Parent, Parent> = \.self
    #expect(AnyCasePath(path).extract(from: .child(.tap)) == .child(.tap))
    #expect(Parent.child(.tap).is(\.self))
  }

  @Test func description() {
    #expect(
      AnyCasePath<Parent, Child>(\.child).debugDescription
        == "AnyCasePath<CaseKeyPathTests.Parent, CaseKeyPathTests.Child>"
    )
    #expect(
      AnyCasePath<Int?, [String]>(embed: { _ in nil }, extract: { _ in nil }).debugDescription
        == "AnyCasePath<Optional<Int>, Array<String>>"
    )
  }
}
