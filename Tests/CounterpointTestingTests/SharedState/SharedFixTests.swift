import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Foundation
import Testing

/// The statements that a failure suggests for shared state, as code: they equal the printed ones, and pass.
@Suite struct SharedFixTests {
  struct Row: Equatable, Identifiable {
    let id: Int
    var title = ""
  }

  struct Total: Equatable {
    var count = 0
    var name: String?
    var rows: IdentifiedArrayOf<Row> = [Row(id: 5)]
    var tags: [String] = []
  }

  struct Plain: Equatable {
    @Shared var number: Int
  }

  struct Ticket: Equatable {
    private(set) var number = 0
    @Shared(.inMemory("seats of a ticket")) var seats = 9

    mutating func sell(leaving rest: Int) {
      number += 1
      $seats.withLock { $0 = rest }
    }
  }

  @ObservableState struct Child: Equatable {
    @Shared var total: Total
    var flag = false
  }

  @CasePathable enum Screen: Equatable {
    case idle
    case child(Child)
  }

  @ObservableState struct State: Equatable {
    var flag = false
    var plain = Plain(number: Shared(value: 0))
    var child: Child
    var optional: Child?
    @Presents var presented: Child?
    var children: IdentifiedArray<Int, Element> = []
    var array: [Child] = []
    var named: [String: Child] = [:]
    var screen = Screen.idle
    var ticket: Ticket?
    var path = StackState<Screen>()
    @Shared var total: Total
    @Shared var text: String
    @Shared var optionalNumber: Int?
    @Shared var names: Set<String>

    init(_ prepare: (inout State) -> Void = { _ in }) {
      let total = Shared(value: Total())
      child = Child(total: Shared(value: Total()))
      _total = total
      _text = Shared(value: "a")
      _optionalNumber = Shared(value: nil)
      _names = Shared(value: ["a"])
      prepare(&self)
    }
  }

  struct Element: Equatable, Identifiable {
    let id: Int
    @Shared var number: Int
  }

  /// Checks the statements that a failure suggests for a change, and that they make the test pass.
  ///
  /// - Parameters:
  ///   - prepare: Creates the state before the change.
  ///   - change: The change by the feature.
  ///   - fix: The closure of the assertion, whose source equals the suggested statements.
  private func expectFix(
    from prepare: (inout State) -> Void = { _ in },
    change: @escaping (inout State) -> Void,
    path: String = #filePath,
    line: UInt = #line,
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    fix: @escaping (inout State) -> Void
  ) async throws {
    func makeStore() -> TestStore<State, Bool> {
      TestStore(initialState: State(prepare)) {
        Reduce<State, Bool> { state, _ in
          change(&state)
          return .none
        }
      }
    }
    let failures = await issues { await makeStore().send(true) }
    let message = failures.first?.message ?? ""
    let source = try closureSource(in: path, after: lineOfFix(in: path, from: line)).map { "    \($0)" }.joined(
      separator: "\n"
    )
    #expect(message.hasSuffix("This makes it pass:\n\n\(source)"), "\(message)", sourceLocation: sourceLocation)
    let others = await issues { await makeStore().send(true, assert: fix) }
    #expect(others.map(\.message) == [], sourceLocation: sourceLocation)
  }

  /// The line at whose end the closure of the fix begins.
  private func lineOfFix(in path: String, from line: UInt) throws -> UInt {
    let lines = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let call = Int(line) - 1
    if lines[call].contains("(change: {"), lines[call].hasSuffix(") {") { return line }
    let found = lines[call...].firstIndex { $0 == ") {" || $0 == "} fix: {" }
    return UInt(try #require(found)) + 1
  }

  @Test func anElementOfASharedSet() async throws {
    try await expectFix {
      $0.$names.withLock { $0 = ["a", "b"] }
    } fix: {
      $0.$names.withLock { _ = $0.insert("b") }
    }
    try await expectFix {
      $0.$names.withLock { $0 = [] }
    } fix: {
      $0.$names.withLock { _ = $0.remove("a") }
    }
  }

  @Test func values() async throws {
    try await expectFix(change: { $0.$text.withLock { $0 = "b" } }) {
      $0.$text.withLock { $0 = "b" }
    }
    try await expectFix(change: { $0.$optionalNumber.withLock { $0 = 3 } }) {
      $0.$optionalNumber.withLock { $0 = 3 }
    }
    try await expectFix(change: { $0.plain.$number.withLock { $0 -= 1 } }) {
      $0.plain.$number.withLock { $0 = -1 }
    }
  }

  @Test func fields() async throws {
    try await expectFix(change: { $0.$total.withLock { $0.count = 3 } }) {
      $0.$total.withLock { $0.count = 3 }
    }
    try await expectFix(
      change: {
        $0.$total.withLock {
          $0.count = 3
          $0.name = "a"
          $0.tags = ["x"]
        }
      }
    ) {
      $0.$total.withLock {
        $0.count = 3
        $0.name = "a"
        $0.tags.append("x")
      }
    }
    try await expectFix(change: { $0.$total.withLock { $0.rows[id: 5]?.title = "b" } }) {
      $0.$total.withLock { $0.rows[id: 5]?.title = "b" }
    }
  }

  @Test func withOtherState() async throws {
    try await expectFix(
      change: {
        $0.flag = true
        $0.$text.withLock { $0 = "b" }
        $0.child.flag = true
      }
    ) {
      $0.flag = true
      $0.child.flag = true
      $0.$text.withLock { $0 = "b" }
    }
  }

  @Test func children() async throws {
    try await expectFix(change: { $0.child.$total.withLock { $0.count = 3 } }) {
      $0.child.$total.withLock { $0.count = 3 }
    }
    try await expectFix(from: { $0.optional = Child(total: $0.$total) }) {
      $0.$total.withLock { $0.count = 3 }
    } fix: {
      $0.optional?.$total.withLock { $0.count = 3 }
    }
    try await expectFix(from: { $0.presented = Child(total: Shared(value: Total())) }) {
      $0.presented?.$total.withLock { $0.count = 3 }
    } fix: {
      $0.presented?.$total.withLock { $0.count = 3 }
    }
  }

  /// It is enough to assert one of several wrappers of a value.
  @Test func theSameValueTwice() async throws {
    try await expectFix(from: { $0.child = Child(total: $0.$total) }) {
      $0.$total.withLock { $0.count = 3 }
      $0.flag = true
    } fix: {
      $0.flag = true
      $0.child.$total.withLock { $0.count = 3 }
    }
  }

  @Test func partsOfOneValue() async throws {
    try await expectFix(from: { $0.plain = Plain(number: $0.$total.count) }) {
      $0.$total.withLock { $0.count = 3 }
      $0.$total.withLock { $0.name = "a" }
    } fix: {
      $0.plain.$number.withLock { $0 = 3 }
      $0.$total.withLock { $0.name = "a" }
    }
  }

  /// Collections with the same buffer are equal without comparing elements. Shared values in the elements must be
  /// found anyway.
  @Test func elements() async throws {
    try await expectFix(from: { $0.array = [Child(total: Shared(value: Total()))] }) {
      $0.array[0].$total.withLock { $0.count = 3 }
    } fix: {
      $0.array[0].$total.withLock { $0.count = 3 }
    }
    try await expectFix(from: { $0.children = [Element(id: 4, number: Shared(value: 0))] }) {
      $0.children[id: 4]?.$number.withLock { $0 = 3 }
    } fix: {
      $0.children[id: 4]?.$number.withLock { $0 = 3 }
    }
    try await expectFix(from: { $0.named = ["a": Child(total: Shared(value: Total()))] }) {
      $0.named["a"]?.$total.withLock { $0.count = 3 }
    } fix: {
      $0.named["a"]?.$total.withLock { $0.count = 3 }
    }
  }

  @Test func cases() async throws {
    try await expectFix(from: { $0.screen = .child(Child(total: Shared(value: Total()))) }) {
      $0.screen[case: \.child]?.$total.withLock { $0.count = 3 }
    } fix: {
      $0.screen[case: \.child]?.$total.withLock { $0.count = 3 }
    }
  }

  @Test func stacks() async throws {
    try await withDependencies {
      $0 = .test
    } operation: {
      try await expectFix(from: { $0.path[id: 0] = .child(Child(total: Shared(value: Total()))) }) {
        $0.path[id: 0, case: \.child]?.$total.withLock { $0.count = 3 }
      } fix: {
        $0.path[id: 0, case: \.child]?.$total.withLock { $0.count = 3 }
      }
    }
  }

  @Test func aReplacedSharedValue() async throws {
    try await expectFix(change: { $0.$text = Shared(value: "c") }) {
      $0.$text.withLock { $0 = "c" }
    }
    try await expectFix(change: { $0.plain = Plain(number: Shared(value: 6)) }) {
      $0.plain.$number = Shared(value: 6)
    }
  }

  /// A value is assigned as a whole, and its shared value changes with it.
  @Test func sharedValuesOfAnAssignedValue() async throws {
    try await expectFix(from: { $0.ticket = Ticket() }) {
      $0.ticket?.sell(leaving: 8)
    } fix: {
      $0.ticket = SharedFixTests.Ticket(number: 1)
      $0.ticket?.$seats.withLock { $0 = 8 }
    }
    try await expectFix(
      change: {
        $0.ticket = Ticket()
        $0.ticket?.sell(leaving: 7)
      }
    ) {
      $0.ticket = SharedFixTests.Ticket(number: 1)
      $0.ticket?.$seats.withLock { $0 = 7 }
    }
  }

  @Test func receivedActions() async {
    let issues = await issues {
      let store = TestStore(initialState: Tally.State()) {
        Tally { count, send in
          count.withLock { $0 = 5 }
          await send(.increment)
        }
      }
      await store.send(.start)
    }
    #expect(issues.count == 1)
    let message = issues.first?.message ?? ""
    #expect(message.contains("receive(\\.increment) {\n      $0.$count.withLock { $0 = 6 }\n    }"), "\(message)")
  }

  @Test func recordedTests() async {
    let text = await TestStore.record([.incrementTwice], initialState: Tally.State()) { Tally() }
    #expect(text.contains("  await store.send(.incrementTwice) {\n    $0.$count.withLock { $0 = 1 }\n  }"), "\(text)")
    #expect(text.contains("withLock { $0 = 11 }"), "\(text)")
  }
}
