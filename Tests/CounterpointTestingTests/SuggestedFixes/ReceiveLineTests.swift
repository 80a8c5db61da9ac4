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
    case maybe(Child?)
    case like(PresentationAction<Like>)
    case likely(Like?)
    case named(Named)
    @CasePathable enum Child: Equatable {
      case loaded(Int)
      case closed
    }
    /// Cases with the names of those around them.
    @CasePathable enum Like: Equatable {
      case dismiss
      case none
      case presented(Int)
    }
    @CasePathable enum Named: Equatable, CustomStringConvertible {
      case first
      var description: String { "the first one" }
    }
  }

  private func line(_ action: Action) -> String {
    ReceiveLine.text(action, from: 0, to: 0, literal: Literal(visible: nil), indentation: "")
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

  @Test func pathsThroughOptionals() {
    #expect(line(.maybe(.closed)) == #"await store.receive(\.maybe.closed)"#)
    #expect(line(.maybe(.loaded(3))) == #"await store.receive(\.maybe.loaded, 3)"#)
    #expect(line(.maybe(nil)) == #"await store.receive(\.maybe, nil)"#)
    #expect(line(.likely(Action.Like.none)) == #"await store.receive(\.likely.some.none)"#)
    #expect(line(.likely(.dismiss)) == #"await store.receive(\.likely.dismiss)"#)
  }

  /// A path without the case around it would mean another case.
  @Test func pathsToCasesOfTheSameName() {
    #expect(line(.like(.presented(.dismiss))) == #"await store.receive(\.like.presented.dismiss)"#)
    #expect(line(.like(.presented(.presented(1)))) == #"await store.receive(\.like.presented.presented, 1)"#)
    #expect(line(.like(.presented(.none))) == #"await store.receive(\.like.none)"#)
  }

  /// The name of the case is unknown.
  @Test func aCaseWithADescriptionOfItsOwn() {
    #expect(line(.named(.first)) == #"await store.receive(\.named)"#)
  }

  /// The suggested paths match the actions.
  @Test func pathsMatch() {
    let wrong = Action.like(.dismiss)
    #expect(AnyCasePath(\Action.Cases.like.presented.dismiss).extract(from: wrong) == nil)
    #expect(AnyCasePath(\Action.Cases.like.presented.dismiss).extract(from: .like(.presented(.dismiss))) != nil)
    #expect(AnyCasePath(\Action.Cases.maybe.loaded).extract(from: .maybe(.loaded(3))) == 3)
    #expect(AnyCasePath(\Action.Cases.likely.some.none).extract(from: .likely(Action.Like.none)) != nil)
    #expect(AnyCasePath(\Action.Cases.likely.some.none).extract(from: .likely(nil)) == nil)
  }

  @Test func actionsWithoutCasePathsAreRecordedAsValues() {
    enum Plain: Equatable { case tapped, titled(String) }
    #expect(
      ReceiveLine.text(Plain.titled("a"), from: 0, to: 0, literal: Literal(visible: nil), indentation: "")
        == #"await store.receive(.titled("a"))"#
    )
  }

  @Test func abbreviations() {
    #expect(abbreviated(Action.tapped) == ".tapped")
    #expect(abbreviated(Action.titled("a")) == ".titled(…)")
    #expect(abbreviated(Action.moved(x: 1, y: 2)) == ".moved(x: …, y: …)")
    #expect(abbreviated(Action.child(.loaded(3))) == ".child(.loaded(…))")
  }
}
