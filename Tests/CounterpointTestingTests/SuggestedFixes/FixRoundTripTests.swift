import Counterpoint
@testable import CounterpointTesting
import Foundation
import Testing

/// Each suggested statement compiles and has its effect: here they are code, and are compared with the suggestions.
@Suite struct FixRoundTripTests {
  @CasePathable enum Mode: Equatable {
    case idle
    case edit(Edit)
    case pair(left: Int, right: String)
    struct Edit: Equatable {
      var title = ""
      var isDirty = false
    }
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var title = ""
    var tags: [String] = []
  }

  @ObservableState struct Child: Equatable {
    var count = 0
    var name: String?
  }

  @ObservableState struct Shape: Equatable {
    var integer = 0
    var byte: UInt8 = 0
    var double = 0.0
    var float: Float = 0
    var bool = false
    var text = ""
    var character: Character = "a"
    var duration = Duration.zero
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000000")!
    var url: URL?
    var decimal = Decimal(0)
    var data = Data()
    var optional: Int?
    var child = Child()
    var optionalChild: Child?
    @Presents var presented: Child?
    var mode = Mode.idle
    var optionalMode: Mode?
    var numbers: [Int] = []
    var rowsOfArray: [Row] = []
    var rows: IdentifiedArrayOf<Row> = []
    var children: [String: Child] = [:]
    var counts: [Int: Int] = [:]
    var set: Set<String> = []
    var pair = Pair()
    var path = StackState<Mode>()
    struct Pair: Equatable {
      var left = 0
      var right = 0
    }
  }

  private func expectFix(
    from prepare: (inout Shape) -> Void = { _ in },
    path: String = #filePath,
    line: UInt = #line,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    isRepeatable: Bool = false,
    by edit: (inout Shape) -> Void
  ) throws {
    var old = Shape()
    prepare(&old)
    var new = old
    edit(&new)
    #expect(old != new, sourceLocation: sourceLocation)
    let statements = StateEdits(from: old, to: new, isRepeatable: isRepeatable).statements(atMost: 100)
    #expect(statements.lines == (try closureSource(in: path, after: line)), sourceLocation: sourceLocation)
  }

  /// Like `expectFix`, in a test that is not exhaustive, whose closure is called with the state after the action.
  private func expectRepeatableFix(
    from prepare: (inout Shape) -> Void = { _ in },
    path: String = #filePath,
    line: UInt = #line,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    by edit: (inout Shape) -> Void
  ) throws {
    try expectFix(from: prepare, path: path, line: line, sourceLocation: sourceLocation, isRepeatable: true, by: edit)
    var new = Shape()
    prepare(&new)
    edit(&new)
    let before = new
    edit(&new)
    #expect(new == before, sourceLocation: sourceLocation)
  }

  // The statements in the closures equal those that a failure prints, line by line.

  @Test func numbers() throws {
    try expectFix {
      $0.integer = -3
    }
    try expectFix {
      $0.byte = 255
    }
    try expectFix {
      $0.double = 0.1
    }
    try expectFix {
      $0.double = .infinity
    }
    try expectFix {
      $0.float = 0.1
    }
    try expectFix {
      $0.bool = true
    }
    try expectFix {
      $0.integer = 1
      $0.double = 2.0
      $0.bool = true
    }
  }

  @Test func texts() throws {
    try expectFix {
      $0.text = "b"
    }
    try expectFix {
      $0.text = "a \"quoted\"\nline \\ and ü"
    }
    try expectFix {
      $0.character = "é"
    }
  }

  @Test func foundation() throws {
    try expectFix {
      $0.duration = .seconds(5)
    }
    try expectFix {
      $0.duration = Duration(secondsComponent: 0, attosecondsComponent: 500000000000000000)
    }
    try expectFix {
      $0.date = Date(timeIntervalSinceReferenceDate: 1234.5)
    }
    try expectFix {
      $0.uuid = UUID(42)
    }
    try expectFix {
      $0.uuid = UUID(uuidString: "10000000-0000-0000-0000-00000000002A")!
    }
    try expectFix {
      $0.url = URL(string: "https://example.org/a?b=c")!
    }
    try expectFix {
      $0.decimal = Decimal(string: "1.5")!
    }
    try expectFix {
      $0.data = Data([1, 2, 3])
    }
  }

  @Test func optionals() throws {
    try expectFix {
      $0.optional = 1
    }
    try expectFix(from: { $0.optional = 1 }) {
      $0.optional = 2
    }
    try expectFix(from: { $0.optional = 1 }) {
      $0.optional = nil
    }
    try expectFix {
      $0.child.count = 3
    }
    try expectFix {
      $0.child.name = "a"
    }
    try expectFix {
      $0.optionalChild = FixRoundTripTests.Child(count: 1, name: nil)
    }
    try expectFix(from: { $0.optionalChild = Child() }) {
      $0.optionalChild?.count = 1
    }
    try expectFix(from: { $0.optionalChild = Child(name: "a") }) {
      $0.optionalChild?.name = nil
    }
    try expectFix(from: { $0.optionalChild = Child() }) {
      $0.optionalChild = nil
    }
    try expectFix {
      $0.presented = FixRoundTripTests.Child(count: 1, name: "a")
    }
    try expectFix(from: { $0.presented = Child() }) {
      $0.presented?.count = 1
    }
    try expectFix(from: { $0.presented = Child() }) {
      $0.presented = nil
    }
  }

  @Test func enums() throws {
    try expectFix {
      $0.mode = .edit(FixRoundTripTests.Mode.Edit(title: "a", isDirty: true))
    }
    try expectFix(from: { $0.mode = .edit(.init()) }) {
      $0.mode[case: \.edit]?.title = "b"
    }
    try expectFix(from: { $0.mode = .edit(.init()) }) {
      $0.mode = .idle
    }
    try expectFix {
      $0.mode = .pair(left: 1, right: "a")
    }
    try expectFix(from: { $0.mode = .pair(left: 1, right: "a") }) {
      $0.mode = .pair(left: 2, right: "a")
    }
    try expectFix {
      $0.optionalMode = .idle
    }
    try expectFix(from: { $0.optionalMode = .edit(.init()) }) {
      $0.optionalMode?[case: \.edit]?.isDirty = true
    }
    try expectFix(from: { $0.optionalMode = .idle }) {
      $0.optionalMode = nil
    }
  }

  @Test func arrays() throws {
    try expectFix {
      $0.numbers.append(1)
      $0.numbers.append(2)
    }
    try expectFix {
      $0.numbers.append(1)
      $0.numbers.append(1)
    }
    try expectFix(from: { $0.numbers = [1, 2, 3] }) {
      $0.numbers[1] = 5
    }
    try expectFix(from: { $0.numbers = [1, 2, 3] }) {
      $0.numbers.insert(0, at: 0)
    }
    try expectFix(from: { $0.numbers = [1, 2, 3] }) {
      $0.numbers.remove(at: 1)
    }
    try expectFix(from: { $0.numbers = [1, 2, 3, 4] }) {
      $0.numbers.removeSubrange(1..<3)
    }
    try expectFix(from: { $0.numbers = [1, 2, 3] }) {
      $0.numbers.removeAll()
    }
    try expectFix(from: { $0.numbers = [1, 2, 3, 4] }) {
      $0.numbers.replaceSubrange(1..<3, with: [7])
    }
    try expectFix(from: { $0.rowsOfArray = [Row(id: 1), Row(id: 2)] }) {
      $0.rowsOfArray[1].title = "b"
    }
    try expectFix(from: { $0.rowsOfArray = [Row(id: 1)] }) {
      $0.rowsOfArray.append(FixRoundTripTests.Row(id: 2, title: "b", tags: ["c", "d"]))
    }
  }

  @Test func arraysInNonExhaustiveTests() throws {
    try expectRepeatableFix {
      $0.numbers = [1, 2]
    }
    try expectRepeatableFix(from: { $0.numbers = [1, 2, 3] }) {
      $0.numbers = [1, 3]
    }
    try expectRepeatableFix(from: { $0.numbers = [1, 2, 3] }) {
      $0.numbers[1] = 5
    }
    try expectRepeatableFix(from: { $0.rows = [Row(id: 5), Row(id: 6)] }) {
      $0.rows.remove(id: 5)
      $0.rows[id: 6]?.tags = ["x"]
      $0.rows.append(FixRoundTripTests.Row(id: 7, title: "", tags: []))
    }
    try expectRepeatableFix(from: { $0.counts = [1: 2] }) {
      $0.counts[1] = nil
      $0.set.insert("b")
      $0.path[id: 0] = .idle
    }
  }

  @Test func arraysOfIdentifiedElements() throws {
    try expectFix(from: { $0.rows = [Row(id: 5), Row(id: 6)] }) {
      $0.rows[id: 5]?.title = "b"
    }
    try expectFix(from: { $0.rows = [Row(id: 5)] }) {
      $0.rows[id: 5]?.tags.append("x")
    }
    try expectFix {
      $0.rows.append(FixRoundTripTests.Row(id: 1, title: "", tags: []))
    }
    try expectFix(from: { $0.rows = [Row(id: 5), Row(id: 6)] }) {
      $0.rows.remove(id: 5)
    }
    try expectFix(from: { $0.rows = [Row(id: 5), Row(id: 6)] }) {
      $0.rows = [FixRoundTripTests.Row(id: 6, title: "", tags: []), FixRoundTripTests.Row(id: 5, title: "", tags: [])]
    }
  }

  @Test func dictionariesAndSets() throws {
    try expectFix {
      $0.counts[1] = 2
    }
    try expectFix(from: { $0.counts = [1: 2, 3: 4] }) {
      $0.counts[1] = nil
      $0.counts[3] = 5
    }
    try expectFix(from: { $0.children = ["a": Child()] }) {
      $0.children["a"]?.count = 1
    }
    try expectFix(from: { $0.set = ["a"] }) {
      $0.set.remove("a")
      $0.set.insert("b")
    }
  }

  @Test func stacks() throws {
    try withDependencies {
      $0 = .test
    } operation: {
      try expectFix {
        $0.path[id: 0] = .edit(FixRoundTripTests.Mode.Edit(title: "a", isDirty: false))
      }
      try expectFix(from: { $0.path[id: 0] = .edit(.init()) }) {
        $0.path[id: 0, case: \.edit]?.title = "b"
      }
      try expectFix(from: { $0.path[id: 0] = .idle }) {
        $0.path[id: 0] = nil
      }
    }
  }

  @Test func parts() throws {
    try expectFix {
      $0.pair.left = 1
      $0.pair.right = 2
    }
  }

  @Test func actionsWithoutALiteralBecomeComments() {
    struct Holder: Equatable {
      var pattern: Thing
      final class Thing: Equatable {
        static func == (left: Thing, right: Thing) -> Bool { left === right }
      }
    }
    let statements = StateEdits(from: Holder(pattern: .init()), to: Holder(pattern: .init())).statements(atMost: 5)
    #expect(statements.lines.count == 1)
    #expect(statements.lines.first?.hasPrefix("// $0.pattern becomes ") ?? false)
  }
}
