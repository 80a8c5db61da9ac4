import Counterpoint
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Foundation
import Testing

@testable import CounterpointTesting

@Suite struct StateDiffTests {
  struct Table: Reducer {
    struct Row: Equatable, Identifiable {
      let id: Int
      var title: String
      var isDone = false
    }
    struct State: Equatable { var rows: IdentifiedArrayOf<Row> }
    enum Action { case change }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      for id in state.rows.ids { state.rows[id: id]?.title = "new" }
      return .none
    }
  }

  @Test func largeDifferencesAreBounded() async {
    let rows = IdentifiedArray(uniqueElements: (0..<10_000).map { Table.Row(id: $0, title: "old") })
    let issues = await issues {
      let store = TestStore(initialState: Table.State(rows: rows)) { Table() }
      await store.send(.change)
    }
    let message = issues.first?.message ?? ""
    #expect(message.split(separator: "\n", omittingEmptySubsequences: false).count <= 200)
    #expect(message.contains("$0.rows[id: 0]?.title\n      − \"old\"\n      + \"new\""))
    #expect(message.contains("… and 9950 more differences"))
    #expect(message.contains("    $0.rows[id: 0]?.title = \"new\""))
    #expect(message.contains("// … and 9985 more"))
  }

  private struct Note: Equatable {
    var text = "", title: String?, date = Date(timeIntervalSinceReferenceDate: 0), data = Data(), number = 0.0
  }

  private func difference(_ change: (inout Note) -> Void, from note: Note = Note()) -> String {
    var changed = note
    change(&changed)
    return StateDiff.text(expected: note, actual: changed)
  }

  /// A feature whose state has an object and a closure, which its comparison leaves out.
  struct Panel: Reducer {
    final class Service: Sendable {}

    struct State: Equatable {
      var count = 0
      var service = Service()
      var onTap: @Sendable () -> Void = {}

      static func == (left: Self, right: Self) -> Bool { left.count == right.count }
    }

    enum Action { case increment, replaceService }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      if case .replaceService = action { state.service = Service() }
      return .none
    }
  }

  @Test func objectsAndClosuresThatStayAreNoDifferences() async {
    let issues = await issues {
      let store = TestStore(initialState: Panel.State()) { Panel() }
      await store.send(.increment)
      await store.send(.replaceService)
    }
    let messages = issues.map(\.message)
    #expect(messages.count == 2)
    #expect(messages.first?.contains("$0.count = 1") == true)
    #expect(messages.map { $0.contains("$0.service") } == [false, true])
    #expect(messages.map { $0.contains("$0.onTap") } == [false, false])
  }

  /// A key that counts how often it is turned into a text.
  private struct Key: Hashable, CustomStringConvertible {
    let number: Int
    let texts: Locked<Int>

    var description: String {
      texts.withLock { $0 += 1 }
      return "key \(number)"
    }

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func theKeysOfALargeDictionaryAreTurnedIntoTextsOnce() {
    let texts = Locked(0)
    let old = (0..<1_000).map { (Key(number: $0, texts: texts), 0) }
    let dictionary = Dictionary(uniqueKeysWithValues: old)
    var changed = dictionary
    changed[Key(number: 500, texts: texts)] = 1
    let (lines, rest) = StateEdits(from: dictionary, to: changed).statements(atMost: 10)
    #expect(lines.count == 1 && rest == 0)
    // A sort that turns them into texts at each comparison needs 80,000.
    let count = texts.withLock { $0 }
    #expect((2_000..<2_100).contains(count), "\(count)")
  }

  @Test func theElementsOfADictionaryAreInTheOrderOfTheirKeys() {
    let old = Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0)", 0) })
    let new = old.merging(["20": 1, "1": 2, "10": 3, "a": 4]) { $1 }
    #expect(
      StateEdits(from: old, to: new).statements(atMost: 10).lines
        == [#"$0["1"] = 2"#, #"$0["10"] = 3"#, #"$0["20"] = 1"#, #"$0["a"] = 4"#]
    )
  }

  @Test func differencesThatADumpHidesAreShown() {
    let date = difference { $0.date = Date(timeIntervalSinceReferenceDate: 0.000_25) }
    #expect(
      date.contains(
        """
            $0.date
              − Date(timeIntervalSinceReferenceDate: 0.0)
              + Date(timeIntervalSinceReferenceDate: 0.00025)
        """
      )
    )
    let data = difference({ $0.data = Data([1, 2, 4]) }, from: Note(data: Data([1, 2, 3])))
    #expect(data.contains("− 01 02 03\n      + 01 02 04"))
  }

  @Test func longTextsAreShownAroundTheirDifference() {
    let lines = (0..<300).map { "line \($0)" }.joined(separator: "\n")
    let text = difference({ $0.text = lines.replacing("line 290\n", with: "line 290 ") }, from: Note(text: lines))
    #expect(text.contains(#"line 289\nline 290\nline 291"#) && text.contains(#"line 289\nline 290 line 291"#))
    #expect(text.utf8.count < 1_000)
    let long = String(repeating: "x", count: 200_000)
    let end = difference({ $0.text = long + "b" }, from: Note(text: long + "a"))
    #expect(end.contains("xa\"") && end.contains("xb\"") && end.utf8.count < 1_000)
    // In a large state, the values stand alone.
    let texts = ValueTexts.of("nil", String?.none as Any)
    #expect(texts == ("\"nil\"", "nil"))
    #expect(ValueTexts.of("a b", "a\u{A0}b") == (#""a b""#, #""a\u{00A0}b""#))
    // The texts have the same end.
    let digits = String(repeating: "0123456789", count: 50)
    let (first, second) = ValueTexts.of(digits, String(digits.dropLast(100)))
    #expect(first != second && first.hasPrefix("…") && second.hasSuffix("9\""))
  }

  @Test func aNumberThatEqualsNothingIsNamed() {
    let note = Note(number: .nan)
    #expect(StateEdits(from: note, to: note).advice.contains("'$0.number' is not a number"))
    #expect(StateEdits(from: Note(), to: note).advice.contains("$0.number = .nan"))
    let never = Date(timeIntervalSinceReferenceDate: .infinity)
    #expect(Literal(visible: nil).text(of: never) == "Date(timeIntervalSinceReferenceDate: .infinity)")
  }
}
