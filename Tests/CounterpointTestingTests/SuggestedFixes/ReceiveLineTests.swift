import Counterpoint
@testable import CounterpointTesting
import Testing

@Suite struct ReceiveLineTests {
  @CasePathable enum Action: Equatable {
    case tapped
    case titled(String)
    case moved(x: Int, y: Int)
    case child(Child)
    case sheet(PresentationAction<Child>)
    case rows(IdentifiedAction<Int, Child>)
    case path(StackAction<Int, Child>)
    @CasePathable enum Child: Equatable {
      case loaded(Int)
      case closed
    }
  }

  private func line(_ action: Action) -> String {
    ReceiveLine.text(action, from: 0, to: 0, indentation: "")
  }

  @Test func paths() {
    #expect(line(.tapped) == #"await store.receive(\.tapped)"#)
    #expect(line(.titled("a")) == #"await store.receive(\.titled, "a")"#)
    #expect(line(.moved(x: 1, y: 2)) == #"await store.receive(\.moved)"#)
    #expect(line(.child(.closed)) == #"await store.receive(\.child.closed)"#)
    #expect(line(.child(.loaded(3))) == #"await store.receive(\.child.loaded, 3)"#)
    #expect(line(.sheet(.presented(.closed))) == #"await store.receive(\.sheet.closed)"#)
    #expect(line(.sheet(.dismiss)) == #"await store.receive(\.sheet.dismiss)"#)
    #expect(line(.rows(.element(id: 4, action: .loaded(3)))) == #"await store.receive(\.rows[id: 4].loaded, 3)"#)
    #expect(line(.path(.element(id: 0, action: .closed))) == #"await store.receive(\.path[id: 0].closed)"#)
  }

  @Test func actionsWithoutCasePathsAreRecordedAsValues() {
    enum Plain: Equatable { case tapped, titled(String) }
    #expect(
      ReceiveLine.text(Plain.titled("a"), from: 0, to: 0, indentation: "") == #"await store.receive(.titled("a"))"#
    )
  }

  @Test func abbreviations() {
    #expect(abbreviated(Action.tapped) == ".tapped")
    #expect(abbreviated(Action.titled("a")) == ".titled(…)")
    #expect(abbreviated(Action.moved(x: 1, y: 2)) == ".moved(x: …, y: …)")
    #expect(abbreviated(Action.child(.loaded(3))) == ".child(.loaded(…))")
  }
}
