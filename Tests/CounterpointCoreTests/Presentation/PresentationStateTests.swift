import CaseKeyPaths
@testable import CounterpointCore
import CounterpointTestSupport
import CustomDump
import Foundation
import Testing

@Suite struct PresentationStateTests {
  struct Edit: Equatable, Sendable, Codable, Hashable {
    var title = ""
    var rows = [1, 2, 3]
  }

  enum Destination: Equatable, CasePathable {
    case edit(Edit)
    case count(Int)

    struct AllCasePaths: Sendable {
      var edit: AnyCasePath<Destination, Edit> {
        AnyCasePath(embed: Destination.edit, extract: { if case .edit(let edit) = $0 { edit } else { nil } })
      }
      var count: AnyCasePath<Destination, Int> {
        AnyCasePath(embed: Destination.count, extract: { if case .count(let count) = $0 { count } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  /// Presents itself: its size would be infinite if the child's state were stored inline.
  struct Recursive {
    @PresentationState var child: Recursive?
    var value = 0
  }

  struct State: Equatable {
    @PresentationState var destination: Destination?
    @PresentationState var edit: Edit?
  }

  private func address(_ rows: [Int]?) -> Int {
    unsafe rows?.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } ?? 0
  }

  @Test func readsAndWritesLikeAnOptional() {
    var state = State()
    #expect(state.edit == nil)
    state.edit = Edit()
    state.edit?.title = "Fugue"
    #expect(state.edit?.title == "Fugue")
    #expect(state.$edit.wrappedValue?.title == "Fugue")
    state.edit = nil
    #expect(state.edit == nil)
    #expect(MemoryLayout<PresentationState<Edit>>.size == MemoryLayout<Int>.size)
  }

  @Test func anEditOfWhatIsNotThereCounts() {
    func present(_ edit: inout Edit?) { edit = Edit(title: "new") }
    var state = State()
    present(&state.edit)
    #expect(state.edit?.title == "new")
    func dismiss(_ edit: inout Edit?) { edit = nil }
    dismiss(&state.edit)
    #expect(state == State())
  }

  @Test func aFeatureCanPresentItself() {
    var state = Recursive()
    state.child = Recursive()
    state.child?.child = Recursive(value: 3)
    #expect(state.child?.child?.value == 3)
  }

  @Test func copiesAreIndependent() {
    var state = State(edit: Edit())
    let copy = state
    state.edit?.rows.append(4)
    #expect(copy.edit?.rows == [1, 2, 3])
    #expect(state.edit?.rows == [1, 2, 3, 4])
  }

  @Test func anEditIsInPlace() {
    var state = State(edit: Edit())
    let before = address(state.edit?.rows)
    state.edit?.rows[0] = 7
    #expect(address(state.edit?.rows) == before)
    var destination = PresentationState(wrappedValue: Destination.edit(Edit()))
    let payload = address(destination.edit?.rows)
    destination[case: \.edit]?.rows[0] = 8
    #expect(address(destination.edit?.rows) == payload)
    #expect(destination.edit?.rows == [8, 2, 3])
  }

  @Test func equalityAndHashingAreThoseOfTheOptional() {
    let state = PresentationState(wrappedValue: Edit(title: "a"))
    #expect(state == PresentationState(wrappedValue: Edit(title: "a")))
    #expect(state != PresentationState(wrappedValue: Edit(title: "b")))
    #expect(state != PresentationState(wrappedValue: nil))
    #expect(state.hashValue == PresentationState(wrappedValue: Edit(title: "a")).hashValue)
    // Copies of one value are not compared at all: not even a value that differs from itself makes them unequal.
    let odd = PresentationState(wrappedValue: Double.nan)
    let copy = odd
    #expect(odd == copy)
    #expect(odd != PresentationState(wrappedValue: Double.nan))
  }

  @Test func codingIsThatOfTheOptional() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let state = PresentationState(wrappedValue: Edit(title: "a"))
    let json = try encoder.encode(state)
    #expect(String(decoding: json, as: UTF8.self) == #"{"rows":[1,2,3],"title":"a"}"#)
    #expect(try JSONDecoder().decode(PresentationState<Edit>.self, from: json) == state)
    let null = try encoder.encode(PresentationState<Edit>(wrappedValue: nil))
    #expect(String(decoding: null, as: UTF8.self) == "null")
    #expect(try JSONDecoder().decode(PresentationState<Edit>.self, from: null).wrappedValue == nil)
  }

  @Test func dumpsAreThoseOfTheOptional() {
    func text(_ value: some Any) -> String {
      var text = ""
      customDump(value, to: &text)
      return text
    }
    let edit: Edit? = Edit()
    #expect(text(PresentationState(wrappedValue: edit)) == text(edit))
    #expect(text(PresentationState<Edit>(wrappedValue: nil)) == "nil")
    #expect(Mirror(reflecting: PresentationState(wrappedValue: edit)).displayStyle == .optional)
  }

  @Test func aCaseIsReadByItsNameOrPath() {
    var state = State(destination: .count(3))
    #expect(state.$destination.count == 3)
    #expect(state.$destination[case: \.count] == 3)
    #expect(state.$destination.edit == nil)
    state.$destination[case: \.count]? += 1
    #expect(state.destination == .count(4))
    state.$destination[case: \.count] = nil
    #expect(state.destination == nil)
    #expect(state.$destination.count == nil)
  }

  @Test func writingToAnotherCaseIsReportedAndChangesNothing() throws {
    var state = State(destination: .count(3))
    let line: UInt = #line + 2
    let reported = issues {
      state.$destination[case: \.edit]?.title = "Fugue"
      state.$destination[case: \.edit] = Edit()
      state.$destination[case: \.edit] = nil
    }
    #expect(reported.map(\.line) == [line, line + 1, line + 2])
    #expect(reported.allSatisfy { $0.fileID == #fileID })
    let message = try #require(reported.first?.message)
    #expect(message.contains("modify unrelated case"))
    #expect(message.contains("'.count'"))
    #expect(state.destination == .count(3))
  }

  @Test func writingWhereNothingIsPresented() throws {
    var state = State()
    let reported = issues {
      state.$destination[case: \.edit] = nil
      state.$destination[case: \.edit]?.title = "Fugue"
    }
    #expect(reported.isEmpty)
    let issue = try #require(issues { state.$destination[case: \.edit] = Edit() }.first)
    #expect(issue.message.contains("there is no value"))
    #expect(state.destination == nil)
  }

  @Test func keyPathsThroughACaseAreEqualWhereverTheyAreWritten() {
    let first: AnyKeyPath = \State.$destination[case: \.edit]
    let second: AnyKeyPath = \State.$destination[case: \.edit]
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first != \State.$destination[case: \.count])
  }
}
