import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Foundation
import Testing

/// A failure shows the names of properties, and leaves other text unchanged.
@Suite struct PropertyNamesTests {
  /// A type with an underscored property that is not observable.
  struct Note: Equatable {
    var _title = "t"
    var title = "t"
  }

  @Reducer struct Editor {
    @ObservableState struct State: Equatable {
      var text = ""
      var lines: [String: Int] = [:]
      var note = Note()
      var b = 0
    }

    enum Action { case set(State) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .set(let new) = action { state = new }
        return .none
      }
    }
  }

  /// Returns the difference in the failure of a test that expects no change.
  private func difference(from old: Editor.State, to new: Editor.State) async -> String {
    let reported = await issues {
      let store = TestStore(initialState: old) { Editor() }
      await store.send(.set(new))
    }
    let message = reported.first?.message ?? ""
    return String(message.prefix(upTo: message.range(of: "(Expected")?.lowerBound ?? message.endIndex))
  }

  @Test func propertiesHaveTheirDeclaredNames() async {
    let text = await difference(from: .init(text: "a", b: 1), to: .init(text: "b", b: 2))
    #expect(text.contains("−   b: 1"), "\(text)")
    #expect(text.contains("−   text: \"a\""), "\(text)")
    #expect(!text.contains("_b"), "\(text)")
  }

  @Test func linesOfStringsAreUnchanged() async {
    let text = await difference(from: .init(text: "a\n_b: 1"), to: .init(text: "a\nb: 1"))
    let lines = text.split(separator: "\n").filter { $0.contains("b: 1") }
    #expect(lines.count == 2, "\(text)")
    #expect(lines.first?.contains("_b: 1") == true, "\(text)")
    #expect(lines.last?.contains("_b: 1") == false, "\(text)")
  }

  @Test func aSignInAStringStaysAsItIs() async {
    let text = await difference(from: .init(text: "a\n+ _b: 1\nx"), to: .init(text: "a\n+ _b: 1\ny"))
    #expect(text.contains("+ _b: 1"), "\(text)")
  }

  @Test func propertiesOfOtherTypesAreUnchanged() async {
    var new = Editor.State()
    new.note._title = "u"
    let text = await difference(from: .init(), to: new)
    #expect(text.contains("−     _title: \"t\""), "\(text)")
    #expect(text.contains("title: \"t\""), "\(text)")
    #expect(text.contains(" note: "), "\(text)")
  }
}
