import Counterpoint
import CounterpointTesting
import Foundation
import Observation
import Testing

@testable import Board

@MainActor
@Suite struct PresenceTests {
  private let blob = UUID(9)
  private let card = UUID(1)

  private func makeStore(_ others: IdentifiedArrayOf<Member> = []) -> TestStoreOf<BoardFeature> {
    let state = BoardFeature.State(board: Shared(value: .filled(2)))
    state.$members.withLock { $0 = others }
    return TestStore(initialState: state) {
      BoardFeature()
    } withDependencies: {
      $0.uuid = .constant(blob)
    }
  }

  @Test func aVisitorIsPresentFromTheFirstToTheLastMoment() async {
    let store = makeStore([Member(id: UUID(8), name: "Visitor 1", color: .blue)])
    let visit = await store.send(.joined) { $0.me = self.blob }
    await store.receive(\.arrived) {
      $0.$members.withLock { _ = $0.append(Member(id: self.blob, name: "Visitor 2", color: .green)) }
    }
    await store.send(.joined)
    await store.send(.cardSelected(card)) {
      $0.selection = self.card
      $0.$members.withLock { $0[id: self.blob]?.card = self.card }
    }
    await store.send(.nameChanged("  "))
    await store.send(.nameChanged("Blob\nJr.")) { $0.$members.withLock { $0[id: self.blob]?.name = "Blob Jr." } }
    #expect(store.state.members[id: blob]?.initials == "BJ")
    await store.send(.nameSubmitted) { $0.message = "The others see you as “Blob Jr.”." }
    await store.send(.left) { $0.me = nil }
    await visit.finish()
    store.assert { $0.$members.withLock { _ = $0.remove(id: self.blob) } }
  }

  @Test func aVisitorArrivesOnTheCardOfAnAddress() async {
    let store = makeStore()
    await store.send(.editButtonTapped(card)) {
      $0.editor = CardEditor(Card(id: self.card, title: "Card 1"))
      $0.selection = self.card
    }
    let visit = await store.send(.joined) { $0.me = self.blob }
    await store.receive(\.arrived) {
      $0.$members.withLock {
        _ = $0.append(Member(id: self.blob, name: "Visitor 1", color: .blue, card: self.card))
      }
    }
    await store.send(.boardOpened(search: "")) {
      $0.editor = nil
      $0.selection = nil
      $0.$members.withLock { $0[id: self.blob]?.card = nil }
    }
    await store.send(.left) { $0.me = nil }
    await visit.finish()
    store.assert { $0.$members.withLock { _ = $0.remove(id: self.blob) } }
  }

  @Test func theEndOfAStoreIsTheEndOfItsPresence() async {
    var store: StoreOf<BoardFeature>? = Store(initialState: BoardFeature.State(board: Shared(value: .empty))) {
      BoardFeature()
    } withDependencies: {
      $0.uuid = .constant(blob)
    }
    let members = store?.withState { $0.$members }
    var counts = Observations { members?.wrappedValue.count }.makeAsyncIterator()
    store?.send(.joined)
    while let count = await counts.next(), count == 0 {}
    #expect(members?.wrappedValue.map(\.id) == [blob])
    store = nil
    while let count = await counts.next(), count == 1 {}
    #expect(members?.wrappedValue == [])
  }

  @Test func freeNumbersAreUsedAgain() {
    var members: IdentifiedArrayOf<Member> = []
    for number in 1...7 { members.join(UUID(number)) }
    #expect(members.map(\.name) == (1...7).map { "Visitor \($0)" })
    #expect(members[6].color == members[0].color)
    members.remove(id: UUID(3))
    members.join(UUID(8))
    #expect(members.last?.name == "Visitor 3")
  }
}
